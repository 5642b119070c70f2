# impute.py LABELS: the pairs of a band of the co-association by NumPy, block by block of rows of the n x n matrix, and its CPU seconds. Shares are whole
# numbers of base clusterings. The second time is that of the whole matrix at once, as it is usually made.
import sys
import time

import numpy as np

labels = np.loadtxt(sys.argv[1], delimiter=",", skiprows=1, dtype=np.int16).T.copy()
m, n = labels.shape
low, high = -(-4 * m // 10), 6 * m // 10


def in_band(rows):
    same = np.zeros((rows.stop - rows.start, n), np.uint8)
    for u in labels:
        same += u[rows, None] == u[None, :]
    i, j = np.nonzero((same >= low) & (same <= high))
    return (i + rows.start < j).sum()


start = time.process_time()
blocks = sum(in_band(slice(first, min(first + 500, n))) for first in range(0, n, 500))
middle = time.process_time()
whole = in_band(slice(0, n))
assert whole == blocks
print("%d %.2f %.2f" % (blocks, middle - start, time.process_time() - middle))
