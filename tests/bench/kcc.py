# kcc.py LABELS FIRST LAST BEST: CPU seconds on one thread of scikit-learn's k-means on the sparse 0/1 table of LABELS, for rounds 2 to 10 from the centres of
# the partition FIRST; its squared error, and that of the partition LAST. Then the same of ten random starts to their end, beside the partition BEST.
import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"
import sys
import time
import warnings

import numpy as np
from scipy import sparse
from sklearn.cluster import KMeans

warnings.filterwarnings("ignore")  # it has not converged


def columns(path):
    return np.loadtxt(path, delimiter=",", skiprows=1, dtype=np.int64, ndmin=2)


labels, first, last, best = (columns(path) for path in sys.argv[1:5])
n, m = labels.shape
start = np.concatenate([[0], np.cumsum(labels.max(axis=0) + 1)])
table = sparse.csr_matrix((np.ones(n * m), (labels + start[:-1]).ravel(), np.arange(0, n * m + 1, m)), shape=(n, start[-1]))


def centres(label):
    label = np.unique(label, return_inverse=True)[1]
    group = sparse.csr_matrix((np.ones(n), (label, np.arange(n))))
    return np.asarray((group @ table) / group.sum(axis=1)), label


def error(label):
    mean, label = centres(label)
    return n * m - (np.bincount(label)[:, None] * mean**2).sum()


def measure(ours, **how):
    begin = time.process_time()
    fit = KMeans(20, tol=0, algorithm="lloyd", **how).fit(table)
    print(f"{time.process_time() - begin:.3f} {error(fit.labels_):.6g} {error(ours.ravel()):.6g}")


measure(last, init=centres(first.ravel())[0], n_init=1, max_iter=8)
measure(best, init="random", n_init=10, max_iter=100, random_state=1)
