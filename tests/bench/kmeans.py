# kmeans.py FOLDER N D K ITERATIONS THREADS: scikit-learn's Lloyd on what kmeans.c left in FOLDER; prints seconds, cpu seconds, inertia.
import sys, time, warnings
import numpy
from sklearn.cluster import KMeans
from threadpoolctl import threadpool_limits

folder, n, d, k, iterations, threads = sys.argv[1], *map(int, sys.argv[2:7])
x = numpy.fromfile(folder + "/x").reshape(n, d)
start = numpy.fromfile(folder + "/start").reshape(k, d)
best = best_cpu = float("inf")
warnings.simplefilter("ignore")
with threadpool_limits(threads):
    for repeat in range(3):
        model = KMeans(k, init=start, n_init=1, max_iter=iterations, tol=0, algorithm="lloyd")
        begin, begin_cpu = time.perf_counter(), time.process_time()
        model.fit(x)
        best = min(best, time.perf_counter() - begin)
        best_cpu = min(best_cpu, time.process_time() - begin_cpu)
print("%.4f %.4f %.15g" % (best, best_cpu, model.inertia_))
