# folder.mk: what the Makefiles of all papers have. Each includes it at its end, and sets before:
# OUT; SETS; exact, a regular expression for methods without chance; as, "NAME=PRINTED NAME ..." of data sets.

paper := $(notdir $(CURDIR))
names_of_sets := $(shell awk -F, 'NR > 1 { print $$1 }' choices.csv)
unknown := $(filter-out $(names_of_sets),$(SETS))
$(if $(strip $(SETS)),,$(error SETS: at least one data set expected; choices.csv has their names))
$(if $(unknown),$(error SETS: no such data set: $(unknown); choices.csv has their names))

# SETS, RUNS and METHODS are not in the time of a file: what depends on it is made again, of what is there.
FORCE:

help:
	@awk '!/^#/ { exit } { sub(/^# ?/, " "); print }' Makefile

summarize ?= awk -v form=$(1) -f ../common/summary.awk ../common/papers.csv \
	$(foreach file,printed results reasons members,$(patsubst %,../$(paper)/%,$(wildcard $(file).csv)))

summary:
	@$(call summarize,tables)

# The tables that are in OUT go into results.csv; the others stay there as they are.
keep:
	@awk -v exact="$(exact)" -v as="$(as)" -f ../common/keep.awk $(wildcard results.csv) $(sort $(wildcard $(OUT)/table*.csv)) >results.csv.new
	@mv results.csv.new results.csv

# Between its two marks.
readme:
	@$(call summarize,readme) >README.md.new
	@awk 'NR == FNR { text = text $$0 "\n"; next } /^<!-- end of the summary -->$$/ { inside = 0 } !inside { print } \
	  /^<!-- summary: make readme -->$$/ { printf "\n%s\n", text; inside = 1 }' README.md.new README.md >README.md.whole
	@rm README.md.new && mv README.md.whole README.md

.PHONY: FORCE help summary keep readme
