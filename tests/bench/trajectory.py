# trajectory.py GRAPH: CPU seconds that NumPy and SciPy take on one thread for Z = sum P^t (P^t)^T, P as the program wrote it: as the definition
# is written, with dense matrices (one power and its product in every step), and by the sparse recursion G <- P (I + G) P^T.
import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"
import sys
import time

import numpy as np
from scipy import sparse

with open(sys.argv[1], "rb") as file:
    n, steps, entries = np.fromfile(file, np.int64, 3)
    start = np.fromfile(file, np.int64, n + 1)
    column = np.fromfile(file, np.int64, entries)
    p = sparse.csr_matrix((np.fromfile(file, float, entries), column.astype(np.int32), start.astype(np.int32)), shape=(n, n))

begin = time.process_time()
dense = p.toarray()
power = np.eye(n)
z = np.zeros((n, n))
for _ in range(steps):
    power = power @ dense
    z += power @ power.T
print(f"{time.process_time() - begin:.3f}", end=" ")

begin = time.process_time()
g = np.zeros((n, n))
for _ in range(steps):
    g[np.diag_indices(n)] += 1
    g = p @ (p @ g).T
print(f"{time.process_time() - begin:.3f} {abs(g - z).max():.0e}")
