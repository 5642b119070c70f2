# begin.mk: what the Makefiles of all folders begin with. BIN and OUT are told in their heads.
.DELETE_ON_ERROR:

OUT = out
BIN = $(if $(wildcard ../../bin/ce-consensus),../../bin)

export LC_ALL = C
export PATH := $(if $(BIN),$(abspath $(BIN)):)$(PATH)

statistics = ../common/statistics.awk

# $(call needed,SETS): says that these are skipped, and which files of choices.csv they need
needed = for set in $(1); do awk -F, -v set=$$set '$$1 == set { \
	file = $$NF ($$NF ~ /[.]gz$$/ ? "" : ".csv.gz"); \
	print "skipped: " set " (DATA=folder with " file " is needed)" }' choices.csv; done

# $(call none_of,SETS): says that the target is skipped where SETS has none of these
none_of = $(if $(filter $(1),$(SETS)),:,echo "skipped: $(@F) (SETS has none of $(strip $(1)))")
