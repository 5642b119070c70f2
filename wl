ce-generate: out3.csv: empty, a table with at least one object expected
