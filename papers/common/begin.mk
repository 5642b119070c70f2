# begin.mk: what the Makefiles of all folders begin with. BIN and OUT are told in their heads.
.DELETE_ON_ERROR:

OUT = out
BIN = $(if $(wildcard ../../bin/ce-consensus),../../bin)

export LC_ALL = C
export PATH := $(if $(BIN),$(abspath $(BIN)):)$(PATH)

statistics = ../common/statistics.awk

# How often something is done: what the command line says of it must be a number.
counted = RUNS FIRST SWEEP_RUNS FIT_RUNS ENSEMBLES SELECTIONS DRAWS
counted_or_none = ECMC_RUNS MLE_RUNS
told = $(foreach name,$(1),$(if $(filter command,$(origin $(name))),$(name)))
without_0_4 = $(subst 0,,$(subst 1,,$(subst 2,,$(subst 3,,$(subst 4,,$(1))))))
without_5_9 = $(subst 5,,$(subst 6,,$(subst 7,,$(subst 8,,$(subst 9,,$(1))))))
no_number = $(strip $(call without_0_4,$(call without_5_9,$(1))) $(filter-out 1,$(words $(1))))
$(foreach name,$(call told,$(counted) $(counted_or_none)),$(if $(call no_number,$($(name))),\
  $(error $(name): '$($(name))', a whole number expected)))
$(foreach name,$(call told,$(counted)),$(if $(subst 0,,$($(name))),,\
  $(error $(name): '$($(name))', at least 1 expected)))

# $(call known,VARIABLE,NAMES): an error where the variable has other names. % in NAMES: a number
others = $(filter-out $(2),$($(1)))
known = $(if $(others),$(error $(1): no such name: $(others); names are $(subst %,N,$(strip $(2)))))

# $(call needed,SETS): says that these are skipped, and which files of choices.csv they need
needed = for set in $(1); do awk -F, -v set=$$set '$$1 == set { \
	file = $$NF ($$NF ~ /[.]gz$$/ ? "" : ".csv.gz"); \
	print "skipped: " set " (DATA=folder with " file " is needed)" }' choices.csv; done

# $(call none_of,SETS): says that the target is skipped where SETS has none of these
none_of = $(if $(filter $(1),$(SETS)),:,echo "skipped: $(@F) (SETS has none of $(strip $(1)))")
