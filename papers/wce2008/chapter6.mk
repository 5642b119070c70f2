# Chapter 6: constraints. Included by Makefile, which has the data, the variables and the rules of tables.

COUNTS = 0 10 20 30 40 50 70 100
SWEEP6 = all raw minmax span spectral cluster-weight top1 top20 rounds1 rounds5 rounds10 share5 share50

constrained = Iris WDBC Breast Letter Wine Ionosphere Ling-Spam-350 20Newsgroups-321
bootstrapped = Iris Breast WDBC Ionosphere Wine-144 Wine
programs6 = chapter6.sh common.sh choices.csv errors.awk $(statistics)

# ---- tables ----

cells6 = $(foreach set,$(filter $(sets),$(bootstrapped)),$(foreach reading,$(1),$(patsubst %,$(OUT)/cell6/$(set).$(reading).%.csv,$(2))))

$(eval $(call rule,table6.1,$(foreach set,$(filter $(sets),$(constrained)),$(OUT)/facts/$(set).csv),$(constrained)))
$(eval $(call rule,table6.2,$(foreach set,$(filter $(sets),$(filter-out Wine,$(bootstrapped))),$(OUT)/facts/$(set).csv),$(bootstrapped)))
$(OUT)/cell6.csv: $(call cells6,$(READINGS),$(runs)) printed.csv reached.awk $(statistics) FORCE | $(OUT)
	cat $(filter $(OUT)/%,$^) /dev/null | awk -f $(statistics) -f reached.awk printed.csv - >$@
$(eval $(call rule,table6.3,$(OUT)/cell6.csv,$(bootstrapped),names.awk table6.3.awk))

define rules6
$(foreach reading,$(sort $(READINGS) $(SWEEP6)),
$(OUT)/cell6/$(1).$(reading).%.csv: $(OUT)/data/$(1).%.csv $(programs6) | $(OUT)/cell6
	./chapter6.sh cell $(1) $(reading) $$< $$* >$$@)
$(OUT)/fit6/$(1).%.csv: $(OUT)/data/$(1).%.csv $(programs6) | $(OUT)/fit6
	./chapter6.sh fit $(1) $$< $$* >$$@
endef
$(foreach set,$(filter $(there),$(bootstrapped)),$(eval $(call rules6,$(set))))

possible: possible.awk printed.csv
	@awk -f possible.awk printed.csv

fit6.3 sweep6.3: %: $(OUT)/%.txt
	@cat $<
	@$(call none_of,$(bootstrapped))
	@$(call skip,$(filter $(SETS),$(bootstrapped)))
$(OUT)/fit6.3.txt: $(foreach set,$(filter $(sets),$(bootstrapped)),$(patsubst %,$(OUT)/fit6/$(set).%.csv,$(shell seq $(FIT_RUNS)))) fit6.3.awk names.awk $(statistics) printed.csv FORCE | $(OUT)
	cat $(filter $(OUT)/%,$^) /dev/null | awk -f $(statistics) -f names.awk -f fit6.3.awk printed.csv - >$@
$(OUT)/sweep6.3.txt: $(call cells6,$(SWEEP6),$(shell seq $(SWEEP_RUNS))) sweep.awk names.awk $(statistics) FORCE | $(OUT)
	cat $(filter $(OUT)/%,$^) /dev/null | awk -v width=25 -f $(statistics) -f names.awk -f sweep.awk >$@

# ---- Figure 6.1 ----

# $(call rules6_point,SET,READING,COUNT)
define rules6_point
$(OUT)/point6/$(1).$(2).$(3).%.csv: $(OUT)/data/$(1).%.csv $(programs6) | $(OUT)/point6
	./chapter6.sh points $(1) $(2) $$< $$* $(3) >$$@
endef
$(foreach set,$(filter $(there),$(constrained)),$(foreach reading,all minmax close,$(foreach count,$(COUNTS),$(eval $(call rules6_point,$(set),$(reading),$(count))))))

figure6 = $(statistics) names.awk figure6.1.awk

# $(call rules6_figure,FIGURE,READING)
define rules6_figure
$(1): $(OUT)/$(1).txt $(patsubst %,$(OUT)/$(1)/%.svg,$(filter $(sets),$(constrained)))
	@cat $$<
$(OUT)/$(1).csv: $(foreach set,$(filter $(sets),$(constrained)),$(foreach count,$(COUNTS),$(patsubst %,$(OUT)/point6/$(set).$(2).$(count).%.csv,$(runs)))) $(figure6) FORCE | $(OUT)
	cat $$(filter $(OUT)/%,$$^) /dev/null | awk -v form=csv $(figure6:%=-f %) >$$@
$(OUT)/$(1).txt: $(OUT)/$(1).csv $(figure6)
	awk -v form=text $(figure6:%=-f %) $$< >$$@
	@{ $$(call skip,$(constrained)); $$(call cannot,6.1); } >>$$@
$(OUT)/$(1)/%.csv: $(OUT)/$(1).csv $(figure6)
	@mkdir -p $$(@D)
	awk -v form=curves -v data=$$* $(figure6:%=-f %) $$< >$$@
$(OUT)/$(1)/%.svg: $(OUT)/$(1)/%.csv
	ce-plot curve --y cop-kmeans,seeded-cop-kmeans,clac,c-wbpa --x-label constraints --y-label "error %" --title "$$*" $$< -o $$@
endef
$(eval $(call rules6_figure,figure6.1,all))
$(eval $(call rules6_figure,figure6.1-minmax,minmax))
$(eval $(call rules6_figure,figure6.1-close,close))

.PHONY: possible fit6.3 sweep6.3 figure6.1 figure6.1-minmax figure6.1-close
