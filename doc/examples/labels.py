"""Clusterings of your own into ce-consensus, with noise and a missing label, and back."""
import subprocess

import numpy as np
import pandas as pd
from scipy.cluster.vq import kmeans2, whiten


def run(command):
    subprocess.run(command, shell=True, check=True)


wine = whiten(pd.read_csv("wine.csv").iloc[:, :13].to_numpy())
base = pd.DataFrame({f"run.k{k}": kmeans2(wine, k, minit="++", seed=k)[1] for k in range(2, 10)})
base.loc[base.index[:5], "run.k9"] = -1  # noise, as DBSCAN writes it
base["last"] = base["run.k3"].astype("Int64")
base.loc[7, "last"] = pd.NA  # a missing label: an empty cell

base.to_csv("own.csv", index=False)
run("ce-consensus eac-al,mcla -k 3 --missing-words -1 own.csv > consensus.csv")
consensus = pd.read_csv("consensus.csv")
print(consensus.shape)
assert len(consensus) == len(wine) and not consensus.isna().any(axis=None)

# the same as NumPy arrays: no names, and -1 is missing here too if one says so
np.save("own.npy", base.drop(columns="last").to_numpy())
run("ce-consensus eac-al -k 3 --missing-words -1 --format npy own.npy > consensus.npy")
assert np.load("consensus.npy").shape == (len(wine), 1)
