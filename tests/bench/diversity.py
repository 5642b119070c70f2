# diversity.py FILE: CPU seconds of D_NMI by scikit-learn (all pairs of base clusterings) and of the entropy by NumPy: the
# co-association counts as the product of the 0/1 matrix of clusters with itself, then a count of the counts
import sys
import time
from itertools import combinations

import numpy as np
from sklearn.metrics import normalized_mutual_info_score

labels = np.loadtxt(sys.argv[1], delimiter=",", skiprows=1, dtype=np.int32).T
m, n = labels.shape

start = time.process_time()
d_nmi = np.mean([1 - normalized_mutual_info_score(u, v, average_method="geometric") for u, v in combinations(labels, 2)])
nmi_seconds = time.process_time() - start

start = time.process_time()
clusters = np.concatenate([(u[:, None] == np.unique(u)[None, :]) for u in labels], axis=1).astype(np.float32)
pairs = np.zeros(m + 1, dtype=np.int64)
for first in range(0, n, 1000):
    together = (clusters[first : first + 1000] @ clusters.T).astype(np.int32)
    pairs += np.bincount(together.ravel(), minlength=m + 1)
p = np.arange(1, m) / m
entropy = -(pairs[1:m] * (p * np.log2(p) + (1 - p) * np.log2(1 - p))).sum() / (n * (n - 1))
print("%.15g %.2f %.15g %.2f" % (d_nmi, nmi_seconds, entropy, time.process_time() - start))
