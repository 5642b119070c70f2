"""A dendrogram of ce-partition into SciPy."""
import subprocess

import numpy as np
import pandas as pd
from scipy.cluster.hierarchy import dendrogram, fcluster, is_valid_linkage, linkage
from scipy.spatial.distance import squareform


def run(command):
    subprocess.run(command, shell=True, check=True)


run("ce-prepare zscore wine.csv | ce-generate kmeans -k 2..10 -m 50 > base.csv")
run("ce-similarity ca --format npy base.csv > ca.npy")
run("ce-partition average --tree tree.csv ca.npy")

# the file is a linkage as SciPy has it
tree = pd.read_csv("tree.csv").to_numpy(float)
assert is_valid_linkage(tree)
print(len(dendrogram(tree, no_plot=True)["leaves"]))

# SciPy's own is nearly the same: pairs that are equally far apart may join in another order
own = linkage(squareform(1 - np.load("ca.npy"), checks=False), "average")
assert np.allclose(own[:, 2], tree[:, 2], atol=0.01)

# the same three clusters as by -k 3
run("ce-partition average -k 3 ca.npy > three.csv")
three = pd.read_csv("three.csv").iloc[:, 0]
assert (pd.crosstab(fcluster(tree, 3, "maxclust"), three) > 0).to_numpy().sum() == 3
