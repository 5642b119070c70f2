# Scores of several methods at several k, as JSON, into a data frame.
run <- function(command) stopifnot(system(command) == 0)

run("ce-prepare zscore wine.csv | ce-generate kmeans -k 2..10 -m 50 > base.csv")
run("ce-consensus eac-al,mcla -k 2..5 base.csv > consensus.csv")
run("ce-score -t wine.csv -s nmi,ari --format json consensus.csv > scores.json")

result <- jsonlite::fromJSON("scores.json")
print(names(result$definitions))
scores <- result$scores
scores$method <- sub("\\.k[0-9]+$", "", scores$clustering)
print(xtabs(round(ari, 2) ~ method + k, scores))
