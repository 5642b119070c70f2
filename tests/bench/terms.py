# terms.py FILE MIN_DOCUMENTS: CPU seconds that scikit-learn's CountVectorizer takes from the file (a document per line) to a dense table in
# CSV on standard output, as ce-prepare terms writes it: words of letters, lower case, no stop words, no stemming.
import sys
import time

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer

start = time.process_time()
with open(sys.argv[1]) as file:
    vectorizer = CountVectorizer(token_pattern="[a-z]{2,}", min_df=int(sys.argv[2]))
    counts = vectorizer.fit_transform(file)
counted = time.process_time()
np.savetxt(sys.stdout, counts.toarray(), fmt="%d", delimiter=",", header=",".join(vectorizer.get_feature_names_out()), comments="")
print(f"{counted - start:.2f} {time.process_time() - start:.2f}", file=sys.stderr)
