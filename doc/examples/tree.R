# A dendrogram of ce-partition into hclust, and into ape.
run <- function(command) stopifnot(system(command) == 0)

run("ce-prepare zscore wine.csv | ce-generate kmeans -k 2..10 -m 50 > base.csv")
run("ce-similarity ca base.csv > ca.mtx")
run("ce-partition average --tree tree.csv ca.mtx")
tree <- read.csv("tree.csv")
n <- nrow(tree) + 1

# here objects are 0 to n - 1 and the merge of row t (from 0) is n + t;
# in hclust objects are -1 to -n and merges 1 to n - 1
name <- function(x) ifelse(x < n, -(x + 1), x - n + 1)
merge <- cbind(name(tree$left), name(tree$right))
leaves <- function(m) unlist(lapply(merge[m, ], function(x) if (x < 0) -x else leaves(x)))
h <- structure(list(merge = merge, height = tree$height, order = leaves(n - 1),
  labels = as.character(1:n), method = "average"), class = "hclust")
svg("dendrogram.svg")
plot(as.dendrogram(h), leaflab = "none")
invisible(dev.off())

# the same three clusters as by -k 3
run("ce-partition average -k 3 ca.mtx > three.csv")
stopifnot(identical(as.integer(cutree(h, 3)), read.csv("three.csv")[[1]]))

# ape reads the Newick form; leaves are called by their row
run("ce-partition average --tree tree.nwk --tree-format newick ca.mtx")
phylo <- ape::read.tree("tree.nwk")
apart <- 2 * cophenetic(h)
there <- ape::cophenetic.phylo(phylo)[as.character(1:n), as.character(1:n)]
stopifnot(max(abs(as.matrix(apart) - there)) < 1e-6)
print(phylo$Nnode)
