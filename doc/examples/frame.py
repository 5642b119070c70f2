"""A data frame into ce-generate, and the labels back into the data frame."""
import subprocess

import pandas as pd


def run(command):
    subprocess.run(command, shell=True, check=True)


wine = pd.read_csv("wine.csv")
wine["class"] = "grower " + wine["class"].astype(str)
wine.index = [f"wine{i + 1}" for i in range(len(wine))]

# to_csv as it is: the index becomes the ids, the column class is held back
wine.to_csv("frame.csv")
run("ce-prepare zscore -q frame.csv | ce-generate kmeans -q -k 2..10 -m 50 > base.csv")
run("ce-consensus eac-al -q -k 3 base.csv > consensus.csv")

# every result carries the ids
consensus = pd.read_csv("consensus.csv", index_col="id")
wine["cluster"] = consensus.iloc[:, 0]
print(pd.crosstab(wine["class"], wine["cluster"]))

# tabs, and no index: no options either
wine.iloc[:, :13].to_csv("tabs.tsv", sep="\t", index=False)
run("ce-prepare zscore -q tabs.tsv > one.csv")
run("ce-prepare zscore -q wine.csv | cut -d, -f 1-13 > two.csv")
assert pd.read_csv("one.csv").equals(pd.read_csv("two.csv"))
