# Memberships out of ce-generate, and memberships of your own into ce-consensus.
run <- function(command) stopifnot(system(command) == 0)

run("ce-prepare zscore wine.csv > z.csv")
run("ce-generate lac -k 3 --inv-h 1..5 --membership z.csv > soft.csv")

# check.names = FALSE keeps the names CLUSTERING:CLUSTER
soft <- read.csv("soft.csv", check.names = FALSE)
clustering <- sub(":[^:]*$", "", names(soft))
sums <- sapply(unique(clustering), function(c) rowSums(soft[clustering == c]))
stopifnot(all(abs(sums - 1) < 1e-4))

# fuzzy labels of your own: near a centre means a large share
wine <- as.matrix(read.csv("z.csv")[1:13])
set.seed(1)
own <- do.call(cbind, lapply(1:5, function(run) {
  centres <- kmeans(wine, 3)$centers
  near <- exp(-as.matrix(dist(rbind(centres, wine)))[-(1:3), 1:3])
  colnames(near) <- paste0("own.r", run, ":", 1:3)
  near / rowSums(near)
}))
write.csv(own, "own.csv", row.names = FALSE)
run("ce-consensus wspa,wbpa -k 3 own.csv > consensus.csv")
print(dim(read.csv("consensus.csv")))
