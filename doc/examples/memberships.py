"""Memberships out of ce-generate, and memberships of your own into ce-consensus."""
import subprocess

import numpy as np
import pandas as pd


def run(command):
    subprocess.run(command, shell=True, check=True)


run("ce-prepare zscore wine.csv > z.csv")
run("ce-generate lac -k 3 --inv-h 1..5 --membership z.csv > soft.csv")

# a column is CLUSTERING:CLUSTER, and the clusters of a clustering sum to 1
soft = pd.read_csv("soft.csv")
sums = soft.T.groupby(lambda name: name.rsplit(":", 1)[0]).sum().T
assert ((sums - 1).abs() < 1e-4).all(axis=None)

# fuzzy labels of your own: near a centre means a large share
wine = pd.read_csv("z.csv").iloc[:, :13].to_numpy()
random = np.random.default_rng(1)
own = {}
for member in range(5):
    centres = wine[random.choice(len(wine), 3, replace=False)]
    near = np.exp(-np.linalg.norm(wine[:, None] - centres, axis=2))
    near /= near.sum(axis=1, keepdims=True)
    own.update({f"own.r{member + 1}:{c + 1}": near[:, c] for c in range(3)})
pd.DataFrame(own).to_csv("own.csv", index=False)
run("ce-consensus wspa,wbpa -k 3 own.csv > consensus.csv")
print(pd.read_csv("consensus.csv").shape)
