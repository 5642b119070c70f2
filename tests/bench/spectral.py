# spectral.py neighbours N D: CPU seconds of scikit-learn's kneighbors_graph with 10 neighbours on N x D numbers in ten groups.
# spectral.py clusters FILE K...: those of the affinities of the table's nearest neighbours and of SpectralClustering of them for each K.
import sys
import time
import warnings

import numpy as np
from sklearn.cluster import SpectralClustering
from sklearn.neighbors import NearestNeighbors

warnings.filterwarnings("ignore")


def neighbours(x):
    return NearestNeighbors(n_neighbors=10).fit(x).kneighbors_graph(mode="distance").tocsr()


def affinities(d):
    d = d.maximum(d.T).tocsr()
    row = np.repeat(np.arange(d.shape[0]), np.diff(d.indptr))
    s = np.bincount(row, d.data) / np.diff(d.indptr)
    d.data = np.exp(-d.data ** 2 / (2 * s[row] * s[d.indices]))
    return d


if sys.argv[1] == "neighbours":
    n, d = map(int, sys.argv[2:])
    x = np.random.default_rng(1).random((n, d)) + np.arange(n)[:, None] % 10 / 10
    start = time.process_time()
    neighbours(x)
else:
    x = np.loadtxt(sys.argv[2], delimiter=",", skiprows=1)[:, :-1]
    start = time.process_time()
    a = affinities(neighbours(x))
    for k in map(int, sys.argv[3:]):
        SpectralClustering(k, affinity="precomputed", eigen_solver="arpack", n_init=1, random_state=0).fit_predict(a)
print(f"{time.process_time() - start:.3f}")
