# A co-association matrix into R, and a similarity matrix of your own into ce-partition.
run <- function(command) stopifnot(system(command) == 0)

suppressPackageStartupMessages(library(Matrix))
run("ce-prepare zscore wine.csv | ce-generate kmeans -k 2..10 -m 50 > base.csv")

# sparse: readMM reads the coordinate form of Matrix Market
run("ce-similarity ca --sparse 0 base.csv > sparse.mtx")
sparse <- readMM("sparse.mtx")
# dense: readMM does not read the array form, but a CSV file is enough
run("ce-similarity ca --format csv base.csv > dense.csv")
dense <- unname(as.matrix(read.csv("dense.csv", header = FALSE)))
stopifnot(max(abs(as.matrix(sparse) - dense)) < 1e-12)

# the array form holds the lower triangle, column by column, below two lines
run("ce-similarity ca base.csv > dense.mtx")
read_dense <- function(file) {
  x <- scan(file, skip = 2, quiet = TRUE)
  s <- diag(floor(sqrt(2 * length(x))))
  s[lower.tri(s, diag = TRUE)] <- x
  s + t(s) - diag(diag(s))
}
stopifnot(read_dense("dense.mtx") == dense)

# a sparse matrix of R into ce-partition, and a dense one
own <- forceSymmetric(Matrix(dense * (dense > 0.3), sparse = TRUE))
invisible(writeMM(own, "own.mtx"))
run("ce-partition spectral -k 3 own.mtx > spectral.csv")
write.table(dense, "own.csv", sep = ",", row.names = FALSE, col.names = FALSE)
run("ce-partition average -k 3 own.csv > average.csv")
print(table(read.csv("spectral.csv")[[1]], read.csv("average.csv")[[1]]))
