# readers.bash: what tells how the data of setup are read, in whatever form.

# kmeans ARGUMENT...: two clusters of the data; output and notes apart.
kmeans() { run_split ce-generate kmeans -k 2 -m 1 "$@"; }
