"""A co-association matrix into Python, and similarity matrices of your own into ce-partition."""
import subprocess

import numpy as np
import pandas as pd
from scipy.io import mmread, mmwrite
from scipy.sparse import coo_matrix


def run(command):
    subprocess.run(command, shell=True, check=True)


run("ce-prepare zscore wine.csv | ce-generate kmeans -k 2..10 -m 50 > base.csv")
run("ce-similarity ca --format npy base.csv > dense.npy")
run("ce-similarity ca base.csv > dense.mtx")
run("ce-similarity ca --sparse 0 base.csv > sparse.mtx")
dense = np.load("dense.npy")
assert np.allclose(dense, mmread("dense.mtx"), atol=1e-12)
assert np.allclose(dense, mmread("sparse.mtx").toarray(), atol=1e-12)

# dense as npy, sparse and dense as Matrix Market
own = dense * (dense > 0.3)
np.save("own.npy", own)
mmwrite("own-sparse.mtx", coo_matrix(own), symmetry="symmetric", precision=17)
mmwrite("own-dense.mtx", own, precision=17)
labels = []
for name in ("own.npy", "own-sparse.mtx", "own-dense.mtx"):
    run(f"ce-partition spectral -k 3 {name} > labels.csv")
    labels.append(pd.read_csv("labels.csv").iloc[:, 0])
assert labels[0].equals(labels[1]) and labels[0].equals(labels[2])
print(labels[0].value_counts().sort_index())
