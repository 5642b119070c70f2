# constraints.py FILE N CHUNKLETS: CPU seconds that SciPy takes from a constraint file of row numbers about N objects, read with the csv module, to
# the chunklets and the pairs of them that are kept apart; then without reading. Fails when CHUNKLETS, a table of ours, says something else.
import csv
import sys
import time

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

n = int(sys.argv[2])
start = time.process_time()
with open(sys.argv[1], newline="") as file:
    rows = list(csv.reader(file))[1:]
pairs = np.array([(int(i) - 1, int(j) - 1) for i, j, _ in rows])
must = np.array([link == "must" for _, _, link in rows])
read = time.process_time()
a, b = pairs[must].T
_, component = connected_components(coo_array((np.ones(len(a), dtype=np.int8), (a, b)), shape=(n, n)), directed=False)
u, v = component[pairs[~must]].T
edges = np.unique(np.column_stack((np.minimum(u, v), np.maximum(u, v))), axis=0)
end = time.process_time()
assert not np.any(u == v)

with open(sys.argv[3], newline="") as file:
    ours = np.array([int(cell) if cell != "NA" else 0 for (cell,) in list(csv.reader(file))[1:]])
inside = np.zeros(n, dtype=bool)
inside[pairs.ravel()] = True
assert np.array_equal(inside, ours > 0)
# the same partition: as many pairs of names as names
names = len(np.unique(ours[inside]))
assert names == len(np.unique(component[inside])) == len(np.unique(np.column_stack((ours, component))[inside], axis=0))
print(f"{end - start:.3f} {end - read:.3f} {names} {len(edges)}")
