# stability.py FILE: PAC and the area under the CDF of the consensus of pairs by NumPy, and its CPU seconds: how often together and how often both
# labelled as products of 0/1 matrices with themselves, block by block of rows
import sys
import time

import numpy as np

labels = np.genfromtxt(sys.argv[1], delimiter=",", skip_header=1).T
m, n = labels.shape

start = time.process_time()
clusters = np.concatenate([(u[:, None] == np.unique(u[~np.isnan(u)])[None, :]) for u in labels], axis=1).astype(np.float32)
there = (~np.isnan(labels)).T.astype(np.float32)
ambiguous = total = 0
apart = 0.0
for first in range(0, n, 1000):
    rows = slice(first, first + 1000)
    both = (there[rows] @ there.T).astype(np.float64)
    share = np.divide(clusters[rows] @ clusters.T, both, where=both > 0, out=np.full(both.shape, np.nan))
    share[np.arange(share.shape[0]), np.arange(first, first + share.shape[0])] = np.nan  # an object is no pair with itself
    known = ~np.isnan(share)
    total += known.sum()
    ambiguous += ((share > 0.1) & (share < 0.9)).sum()
    apart += (1 - share[known]).sum()
print("%.15g %.15g %.2f" % (ambiguous / total, apart / total, time.process_time() - start))
