#!/usr/bin/env python3
"""Writes iris.csv, wine.csv, wdbc.csv and digits.csv from the copies of the UCI data that scikit-learn carries
(Debian package python3-sklearn 1.2.1): python3 convert-sklearn.py FOLDER"""
import sys

from sklearn import datasets


def cell(value):
    return repr(int(value)) if value == int(value) else repr(float(value))


def write(path, bunch, features, classes):
    with open(path, "w", newline="\n") as out:
        print(",".join(features + ["class"]), file=out)
        for row, target in zip(bunch.data, bunch.target):
            print(",".join([cell(v) for v in row] + [classes[target]]), file=out)


folder = sys.argv[1]
iris, wine = datasets.load_iris(), datasets.load_wine()
wdbc, digits = datasets.load_breast_cancer(), datasets.load_digits()
write(f"{folder}/iris.csv", iris, ["sepal_length", "sepal_width", "petal_length", "petal_width"],
      [str(name) for name in iris.target_names])
write(f"{folder}/wine.csv", wine, [name.replace("/", "_") for name in wine.feature_names], ["1", "2", "3"])
write(f"{folder}/wdbc.csv", wdbc, [str(name).replace(" ", "_") for name in wdbc.feature_names],
      [str(name) for name in wdbc.target_names])
write(f"{folder}/digits.csv", digits, digits.feature_names, [str(name) for name in digits.target_names])
