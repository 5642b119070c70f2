# internal.py FOLDER N D: ten Gaussian clusters in data.npy and labels.csv; prints scikit-learn's silhouette of them and the seconds of the three
# indices, or "- -" without it
import sys
import time

import numpy as np

folder, n, d = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rng = np.random.default_rng(1)
label = rng.integers(0, 10, n)
data = rng.normal(size=(10, d))[label] * 3 + rng.normal(size=(n, d))
np.save(f"{folder}/data.npy", data)
np.savetxt(f"{folder}/labels.csv", label, fmt="%d", header="label", comments="")
try:
    from sklearn import metrics as M
except ImportError:
    print("- -")
    sys.exit()
begin = time.time()
silhouette = M.silhouette_score(data, label)
M.calinski_harabasz_score(data, label)
M.davies_bouldin_score(data, label)
print("%.12g %.3f" % (silhouette, time.time() - begin))
