"""Scores of several methods at several k, as JSON, into a data frame."""
import json
import subprocess

import pandas as pd


def run(command):
    subprocess.run(command, shell=True, check=True)


run("ce-prepare zscore wine.csv | ce-generate kmeans -k 2..10 -m 50 > base.csv")
run("ce-consensus eac-al,mcla -k 2..5 base.csv > consensus.csv")
run("ce-score -t wine.csv -s nmi,ari --format json consensus.csv > scores.json")

with open("scores.json", encoding="utf-8") as file:
    result = json.load(file)
print(list(result["definitions"]))
scores = pd.DataFrame(result["scores"])
scores["method"] = scores["clustering"].str.replace(r"\.k\d+$", "", regex=True)
print(scores.pivot(index="method", columns="k", values="ari").round(2))
