# linkage.py METHOD FILE: CPU seconds that fastcluster takes for the tree of the distance matrix of the points in FILE (n, d, n x d numbers).
import sys
import time

import fastcluster
import numpy as np
from scipy.spatial.distance import pdist

with open(sys.argv[2]) as file:
    n, d = map(int, file.readline().split())
    distances = pdist(np.loadtxt(file).reshape(n, d))
start = time.process_time()
fastcluster.linkage(distances, sys.argv[1], preserve_input=True)
print(f"{time.process_time() - start:.3f}")
