# begin.mk: what the Makefiles of all folders begin with. BIN and OUT are told in their heads.
.DELETE_ON_ERROR:

OUT = out
BIN = $(if $(wildcard ../../bin/ce-consensus),../../bin)

export LC_ALL = C
export PATH := $(if $(BIN),$(abspath $(BIN)):)$(PATH)

statistics = ../common/statistics.awk

# How often something is done: what the command line says of it must be a number.
counted = RUNS FIRST SWEEP_RUNS FIT_RUNS ENSEMBLES SELECTIONS DRAWS
counted_or_none = ECMC_RUNS MLE_LIMIT
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

# $(call known_list,VARIABLE,NAMES): the same of a list with commas
comma = ,
others_of_list = $(filter-out $(2),$(subst $(comma), ,$($(1))))
known_list = $(if $(others_of_list),$(error $(1): no such name: $(others_of_list); names are $(strip $(2))))

# $(call same,VARIABLES): an error where the runs in OUT were made with other values of these. They change numbers and are in no name of a
# file, so that old numbers would pass for new ones. $(call same_or_first,VARIABLES): an empty value goes with any.
# OUT/made-with/NAME keeps the value; that of POOLS= with DATA is none. Targets that make no runs do not ask.
without_runs = help distances possible summary keep readme clean line cells methods figure9
value_of = $(if $(filter POOLS,$(1)),$(or $(realpath $(POOLS)),$(if $(DATA),none)),$(if $(filter DATA REFERENCE,$(1)),$(realpath $($(1))),$(strip $($(1)))))
kept_of = $(if $(wildcard $(OUT)/made-with/$(1)),$(strip $(file <$(OUT)/made-with/$(1))))
differ = $(subst x$(1)x,,x$(2)x)$(subst x$(2)x,,x$(1)x)
keep_value = $(shell mkdir -p $(OUT)/made-with)$(file >$(OUT)/made-with/$(1),$(call value_of,$(1)))
other_value = $(error $(OUT) has runs with $(1)=$(call kept_of,$(1)) (now '$(call value_of,$(1))'): 'make clean' removes them; \
  OUT=another folder keeps them)
compare = $(if $(call differ,$(call kept_of,$(1)),$(call value_of,$(1))),$(call other_value,$(1)))
same_value = $(if $(wildcard $(OUT)/made-with/$(1)),$(call compare,$(1)),$(call keep_value,$(1)))
same_or_first_value = $(if $(call value_of,$(1)),$(if $(call kept_of,$(1)),$(call compare,$(1)),$(call keep_value,$(1))))
makes_runs = $(filter-out $(without_runs),$(or $(MAKECMDGOALS),all))
same = $(if $(makes_runs),$(foreach name,$(1),$(call same_value,$(name))))
same_or_first = $(if $(makes_runs),$(foreach name,$(1),$(call same_or_first_value,$(name))))

# $(call needed,SETS): says that these are skipped, and which files of choices.csv they need
needed = for set in $(1); do awk -F, -v set=$$set '$$1 == set { \
	file = $$NF ($$NF ~ /[.]gz$$/ ? "" : ".csv.gz"); \
	print "skipped: " set " (DATA=folder with " file " is needed)" }' choices.csv; done

# $(call none_of,SETS): says that the target is skipped where SETS has none of these
none_of = $(if $(filter $(1),$(SETS)),:,echo "skipped: $(@F) (SETS has none of $(strip $(1)))")
