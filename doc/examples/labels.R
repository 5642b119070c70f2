# Clusterings of your own into ce-consensus, with a missing label, and the consensus back.
run <- function(command) stopifnot(system(command) == 0)

wine <- scale(read.csv("wine.csv")[1:13])
set.seed(1)
base <- as.data.frame(lapply(2:9, function(k) kmeans(wine, k, nstart = 1)$cluster))
names(base) <- paste0("run.k", 2:9)
base$tree <- cutree(hclust(dist(wine), "average"), 5)
base$tree[7] <- NA # a missing label

write.csv(base, "own.csv", row.names = FALSE)
run("ce-consensus eac-al,mcla -k 3 own.csv > consensus.csv")
consensus <- read.csv("consensus.csv")
print(dim(consensus))
stopifnot(nrow(consensus) == nrow(wine), !anyNA(consensus))

# how the clusterings agree, as a matrix
run("ce-score -q --pairwise -s ari own.csv > ari.csv")
ari <- as.matrix(read.csv("ari.csv", row.names = 1))
stopifnot(isSymmetric(unname(ari)), all(diag(ari) == 1))
