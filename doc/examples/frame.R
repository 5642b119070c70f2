# A data frame into ce-generate, and the labels back into the data frame.
run <- function(command) stopifnot(system(command) == 0)

wine <- read.csv("wine.csv")
wine$class <- paste0("grower ", wine$class)
rownames(wine) <- paste0("wine", seq_len(nrow(wine)))

# write.csv as it is: the row names become the ids, the column class is held back
write.csv(wine, "frame.csv")
run("ce-prepare zscore -q frame.csv | ce-generate kmeans -q -k 2..10 -m 50 > base.csv")
run("ce-consensus eac-al -q -k 3 base.csv > consensus.csv")

# every result carries the ids
consensus <- read.csv("consensus.csv", row.names = "id")
wine$cluster <- consensus[rownames(wine), 1]
print(table(wine$class, wine$cluster))

# write.table (blanks, quotes) and write.csv2 (semicolons, decimal commas) are read, too
write.table(wine[1:13], "blanks.txt")
write.csv2(wine[1:13], "semicolons.csv")
run("ce-prepare zscore -q blanks.txt > one.csv")
run("ce-prepare zscore -q --decimal , semicolons.csv > two.csv")
stopifnot(identical(readLines("one.csv"), readLines("two.csv")))
