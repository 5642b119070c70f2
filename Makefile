# Clens: the build. Written by hand; configure writes config.mk. Works in the source folder and in any other:
#   mkdir build && cd build && ../configure && make

all:

# `make demo` and `make check` right after a clone: say what comes first. The others need no
# configured build.
ifneq ($(wildcard config.mk),)
include config.mk
else ifeq ($(filter-out clean distclean deb dist release-check,$(or $(MAKECMDGOALS),all)),)
srcdir := $(patsubst %/,%,$(dir $(firstword $(MAKEFILE_LIST))))
VERSION := $(shell cat $(srcdir)/VERSION)
else
$(error config.mk is missing: run ./bootstrap first (it installs what is needed, configures and builds))
endif

ifneq ($(MANDOC),)
mandoc = $(MANDOC)
else
mandoc = mandoc
endif

# The C files below a folder, at any depth.
below = $(foreach entry,$(wildcard $(1)/*),$(filter %.c,$(entry)) $(call below,$(entry)))
LIB_SOURCES := $(filter-out $(srcdir)/src/cli/%,$(sort $(call below,$(srcdir)/src)))
CLI_SOURCES := $(sort $(wildcard $(srcdir)/src/cli/*.c))
TOOL_SOURCES := $(sort $(wildcard $(srcdir)/tools/ce-*.c))
SCRIPTS := $(filter-out %.c,$(sort $(wildcard $(srcdir)/tools/ce-*)))
MAN_PAGES := $(sort $(wildcard $(srcdir)/man/*.[1357]))
# More consensus functions, from anywhere: files as those in src/consensus/methods.
EXTRA_METHODS =
EXTRA_OBJECTS := $(patsubst %.c,obj/extra/%.o,$(notdir $(EXTRA_METHODS)))
LIB_OBJECTS := $(LIB_SOURCES:$(srcdir)/%.c=obj/%.o) $(EXTRA_OBJECTS) obj/references.o obj/registry.o obj/evidence.o
CLI_OBJECTS := $(CLI_SOURCES:$(srcdir)/%.c=obj/%.o)
# A tool with many nouns has a folder of its own: tools/NAME/*.c go into bin/ce-NAME
TOOL_PARTS := $(sort $(wildcard $(srcdir)/tools/*/*.c))
TOOLS := $(TOOL_SOURCES:$(srcdir)/tools/%.c=bin/%)
SCRIPTS_BUILT := $(SCRIPTS:$(srcdir)/tools/%=bin/%)

ALL_CPPFLAGS = -I$(srcdir)/include -I$(srcdir)/src -Iobj -D_GNU_SOURCE $(CLONES_CPPFLAGS) $(CPPFLAGS)
# No contraction into fused multiply-adds: the same source gives the same bits on every vector unit. Nobody reads errno after sqrt().
ALL_CFLAGS = -std=c11 -ffp-contract=off -fno-math-errno -Wall -Wextra -Wshadow -Wstrict-prototypes -Wvla -Wformat=2 $(COMPILER_CFLAGS) $(WERROR) \
	$(PIC_CFLAGS) $(OPENMP_CFLAGS) $(SANITIZE_FLAGS) $(PREFIX_CFLAGS) $(CFLAGS)
# The same bytes in any folder: debugging information names files from the root of the sources.
PREFIX_CFLAGS = -ffile-prefix-map='$(srcdir)'=. -ffile-prefix-map='$(CURDIR)'=.

# One set of objects serves the tools, libclens.a and the shared library, which shows only what
# include/clens.h declares. The number in its name goes up when it takes something away.
$(LIB_OBJECTS): PIC_CFLAGS = -fPIC -fvisibility=hidden
SONAME := libclens.so.$(firstword $(subst ., ,$(VERSION)))
SHARED := $(if $(SHARED_LIBRARY),$(SONAME) libclens.so)

COMPLETIONS := $(patsubst $(srcdir)/completions/%,obj/completions/%,$(wildcard $(srcdir)/completions/clens.*))

all: libclens.a $(SHARED) clens.pc $(TOOLS) $(SCRIPTS_BUILT) $(COMPLETIONS)

# What the library and the table of methods are made of. It is written again only when it changes, as by a file that has gone.
METHOD_SOURCES := $(sort $(wildcard $(srcdir)/src/consensus/methods/*.c)) $(EXTRA_METHODS)
made_of := $(strip $(LIB_OBJECTS) $(METHOD_SOURCES))
ifneq ($(strip $(file <obj/made-of.list)),$(if $(wildcard obj/made-of.list),$(made_of)))
$(file >obj/made-of.list,$(made_of))
endif
obj/made-of.list:
	@mkdir -p obj
	@printf '%s\n' '$(made_of)' >$@

libclens.a: $(LIB_OBJECTS) obj/made-of.list
	rm -f $@
	$(AR) rcs $@ $(LIB_OBJECTS)

FACE_OBJECTS := $(filter obj/src/library/%,$(LIB_OBJECTS))
$(SONAME): $(FACE_OBJECTS) libclens.a obj/symbols.map
	$(CC) -shared -Wl,-soname,$@ -Wl,-z,defs -Wl,--as-needed -Wl,--version-script=obj/symbols.map $(ALL_CFLAGS) $(LDFLAGS) \
	  -o $@ $(FACE_OBJECTS) libclens.a $(LIBS)

# Compilers forget to hide the copies of functions for vector units, and locks of OpenMP.
obj/symbols.map: $(srcdir)/src/library/symbols.txt
	@mkdir -p obj
	awk 'BEGIN { print "{ global:" } { print "  " $$1 ";" } END { print "local: *; };" }' $< > $@

libclens.so: $(SONAME)
	ln -sf $< $@

obj/libcli.a: $(CLI_OBJECTS)
	rm -f $@
	$(AR) rcs $@ $^

bin/ce-%: obj/tools/ce-%.o obj/libcli.a libclens.a
	@mkdir -p bin
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) $(AS_NEEDED) -o $@ $(filter %.o,$^) obj/libcli.a libclens.a $(LIBS)

$(foreach part,$(TOOL_PARTS:$(srcdir)/%.c=%),$(eval bin/ce-$(notdir $(patsubst %/,%,$(dir $(part)))): obj/$(part).o))

$(COMPLETIONS): obj/completions/%: $(srcdir)/completions/%
	@mkdir -p $(@D)
	sed 's/@TOOLS@/$(notdir $(TOOLS))/' $< > $@

$(SCRIPTS_BUILT): bin/%: $(srcdir)/tools/%
	@mkdir -p bin
	cp $< $@
	chmod +x $@

obj/%.o: $(srcdir)/%.c config.mk | obj/version.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

vpath %.c $(sort $(dir $(EXTRA_METHODS)))
$(EXTRA_OBJECTS): obj/extra/%.o: %.c config.mk | obj/version.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

obj/references.c: $(srcdir)/doc/references.bib $(srcdir)/src/references.awk
	@mkdir -p obj
	LC_ALL=C awk -f $(srcdir)/src/references.awk $< > $@

# A file in methods/ is in the table of methods by being there.
obj/registry.c: $(METHOD_SOURCES) $(srcdir)/src/consensus/registry.awk obj/made-of.list
	@mkdir -p obj
	LC_ALL=C awk -f $(srcdir)/src/consensus/registry.awk $(METHOD_SOURCES) > $@

obj/evidence.c: $(srcdir)/doc/evidence.csv $(srcdir)/src/consensus/evidence.awk
	@mkdir -p obj
	LC_ALL=C awk -f $(srcdir)/src/consensus/evidence.awk $< > $@

obj/references.o obj/registry.o obj/evidence.o: %.o: %.c config.mk
	$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -c -o $@ $<

obj/version.h: $(srcdir)/VERSION
	@mkdir -p obj
	printf '#define CE_VERSION "%s"\n' "$$(cat $<)" > $@

# A new dependency, after a pull: configure is made and run again, with the options it had.
config.mk clens.pc: $(srcdir)/VERSION $(srcdir)/configure.ac $(srcdir)/config.mk.in $(srcdir)/clens.pc.in
	cd $(srcdir) && autoconf
	./config.status --quiet --recheck && ./config.status --quiet

-include $(LIB_OBJECTS:.o=.d) $(CLI_OBJECTS:.o=.d) $(TOOL_SOURCES:$(srcdir)/%.c=obj/%.d) $(TOOL_PARTS:$(srcdir)/%.c=obj/%.d)

# ---- the main job on bundled data ----

demo: all
	@PATH="$(CURDIR)/bin:$$PATH" sh $(srcdir)/data/demo.sh $(srcdir)/data

# ---- tests ----

# TESTS=tests/ce-score.bats runs some; JOBS=4 runs so many files at a time (all cores); DATA=folder enables what needs data sets that are
# not bundled; ALL=1 tries every command in every test of tests/all-tools.bats, of which each takes a sixteenth by default, and every
# option with every method of ce-consensus that does not take it, an eighth by default; ALL=4 tries a fourth of both, which the number TURN
# chooses; with TURN and without ALL=1 tests that take long run for one number in four; TAP=1 has a line for every test,
# BATSFLAGS=--timing with its time.
TESTS = $(srcdir)/tests
check: all test-programs
	CE_BIN="$(CURDIR)/bin" CE_BUILD="$(CURDIR)" CE_SOURCE="$(abspath $(srcdir))" DATA="$(if $(DATA),$(abspath $(DATA)))" \
	  JOBS="$(JOBS)" BATSFLAGS="$(BATSFLAGS)" TAP="$(TAP)" $(srcdir)/tests/suite.sh $(TESTS)

# Small C programs that test the library directly: tests/lib/NAME.c
TEST_PROGRAMS := $(patsubst $(srcdir)/tests/lib/%.c,obj/tests/%,$(sort $(wildcard $(srcdir)/tests/lib/*.c)))
test-programs: $(TEST_PROGRAMS)
obj/tests/%: $(srcdir)/tests/lib/%.c libclens.a config.mk
	@mkdir -p obj/tests
	$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(LDFLAGS) -MMD -MP -MF $@.d -o $@ $< libclens.a $(LIBS)
-include $(TEST_PROGRAMS:=.d)

# Libraries to preload: what makes calls fail, and a faster clock; and the program that goes through all calls.
test-programs: obj/tests/faults.so obj/tests/clock.so obj/tests/sweep
obj/tests/faults.so obj/tests/clock.so: obj/tests/%.so: $(srcdir)/tests/faults/%.c config.mk
	@mkdir -p obj/tests
	$(CC) -D_GNU_SOURCE -std=c11 -Wall -Wextra $(WERROR) $(CFLAGS) -fPIC -fno-builtin -shared -o $@ $< -ldl -lpthread
obj/tests/sweep: $(srcdir)/tests/faults/sweep.c config.mk
	@mkdir -p obj/tests
	$(CC) -D_GNU_SOURCE -std=c11 -Wall -Wextra $(WERROR) $(CFLAGS) $(LDFLAGS) -o $@ $<

lint:
	$(mandoc) -T lint -W warning $(MAN_PAGES)
	$(if $(SHELLCHECK),$(SHELLCHECK),shellcheck) $(srcdir)/bootstrap $(srcdir)/.ci/run $(wildcard $(srcdir)/doc/html/*.sh $(srcdir)/data/*.sh $(srcdir)/papers/*/*.sh $(srcdir)/tests/*.sh $(srcdir)/tests/*/*.sh) $(SCRIPTS) \
	  $(wildcard $(srcdir)/packaging/*.sh $(srcdir)/packaging/*/*.sh) $(addprefix $(srcdir)/packaging/debian/tests/,demo library tools)
	awk -f $(srcdir)/tests/shapes.awk $(srcdir)/tests/*.bats
	$(srcdir)/tests/words.sh

bench: all
	$(MAKE) -C $(srcdir)/tests/bench CE_BUILD="$(CURDIR)" DATA="$(if $(DATA),$(abspath $(DATA)))"

# Damaged files for every tool, and the readers by themselves under libFuzzer where clang is there; FUZZ_SECONDS each (60).
fuzz: all test-programs fuzz-readers
	CE_BIN="$(CURDIR)/bin" CE_BUILD="$(CURDIR)" CE_SOURCE="$(abspath $(srcdir))" sh $(srcdir)/tests/fuzz/run.sh

fuzz-readers:
	CE_SOURCE="$(abspath $(srcdir))" sh $(srcdir)/tests/fuzz/readers.sh

# Some commands of each tool under valgrind, which sees what the sanitizers do not: reads of memory that was never written.
valgrind: all obj/tests/kmeans
	CE_BIN="$(CURDIR)/bin" CE_BUILD="$(CURDIR)" CE_SOURCE="$(abspath $(srcdir))" $(srcdir)/tests/valgrind.sh

# Every command of the suite with every allocation and every call for files failing in turn, which takes an hour and more: PART=1/8 runs
# an eighth of the commands, FAULT_POINTS=20 tries fewer places.
faults: all test-programs
	FAULT_PART="$(PART)" CE_BIN="$(CURDIR)/bin" CE_BUILD="$(CURDIR)" CE_SOURCE="$(abspath $(srcdir))" $(srcdir)/tests/faults/run.sh

# Small changes of the sources, drawn at random, each of which a test should notice: COUNT of them (70), others with another SEED, of
# FILES. The tests that run the changed line see it, the quickest first, up to BUDGET seconds of them (120). `make test-map` writes the
# MAP that says which these are; it takes half an hour, and serves until the sources or the tests have changed much. With KEEP=FOLDER the
# copy that is built stays there, and the next call builds only what is new.
MUTATED = consensus similarity partition score generate constrain io
MAP = obj/tests/map
mutants: $(MAP)
	DATA="$(if $(DATA),$(abspath $(DATA)))" $(srcdir)/tests/mutants.sh -r $(or $(COUNT),70) -s $(or $(SEED),1) -m $(MAP) \
	  $(if $(BUDGET),-b $(BUDGET)) $(if $(KEEP),-k "$(KEEP)") \
	  $(or $(FILES),$(sort $(shell find $(addprefix $(srcdir)/src/,$(MUTATED)) -name '*.c')))
obj/tests/map:
	mkdir -p $(@D)
	DATA="$(if $(DATA),$(abspath $(DATA)))" $(srcdir)/tests/coverage.sh -m $@
test-map:
	rm -f obj/tests/map
	$(MAKE) obj/tests/map

# The lines of the sources, or of FILES, that no test runs. With KEEP=FOLDER the copy that is built stays there.
coverage:
	DATA="$(if $(DATA),$(abspath $(DATA)))" $(srcdir)/tests/coverage.sh $(if $(KEEP),-k "$(KEEP)") $(FILES)

# ---- the pages as a site ----

html: all
	CE_SOURCE="$(abspath $(srcdir))" CE_BIN="$(CURDIR)/bin" $(srcdir)/doc/html/site.sh html

# ---- install ----

pkgconfigdir = $(libdir)/pkgconfig
# Completions are looked for by the name of the command in bash and fish, and by any name in zsh.
bashdir = $(datadir)/bash-completion/completions
zshdir = $(datadir)/zsh/site-functions
fishdir = $(datadir)/fish/vendor_completions.d
# The data sets of the examples, and the demo: not below docdir, which some systems leave out.
pkgdatadir = $(datadir)/clens
BUNDLED := $(wildcard $(srcdir)/data/*.csv) $(srcdir)/data/README.md

install: all
	install -d "$(DESTDIR)$(bindir)" "$(DESTDIR)$(libdir)" "$(DESTDIR)$(includedir)" "$(DESTDIR)$(pkgconfigdir)" "$(DESTDIR)$(docdir)"
	install -m 755 $(TOOLS) $(SCRIPTS_BUILT) "$(DESTDIR)$(bindir)"
	install -m 644 libclens.a "$(DESTDIR)$(libdir)"
	$(if $(SHARED),install -m 755 $(SONAME) "$(DESTDIR)$(libdir)" && ln -sf $(SONAME) "$(DESTDIR)$(libdir)/libclens.so")
	install -m 644 $(srcdir)/include/clens.h "$(DESTDIR)$(includedir)"
	sed 's|^prefix=.*|prefix=$(prefix)|; s|^exec_prefix=.*|exec_prefix=$(exec_prefix)|' clens.pc > "$(DESTDIR)$(pkgconfigdir)/clens.pc"
	chmod 644 "$(DESTDIR)$(pkgconfigdir)/clens.pc"
	for page in $(MAN_PAGES); do \
	  section=$${page##*.}; install -D -m 644 "$$page" "$(DESTDIR)$(mandir)/man$$section/$${page##*/}" || exit 1; done
	install -m 644 $(srcdir)/README.md $(srcdir)/CHANGELOG.md $(srcdir)/LICENSE "$(DESTDIR)$(docdir)"
	install -m 644 $(srcdir)/doc/*.md $(srcdir)/doc/*.bib "$(DESTDIR)$(docdir)"
	install -d "$(DESTDIR)$(docdir)/examples"
	install -m 644 $(srcdir)/doc/examples/*.R $(srcdir)/doc/examples/*.py $(srcdir)/doc/examples/README.md "$(DESTDIR)$(docdir)/examples"
	install -d "$(DESTDIR)$(pkgdatadir)"
	install -m 644 $(BUNDLED) "$(DESTDIR)$(pkgdatadir)"
	install -m 755 $(srcdir)/data/demo.sh "$(DESTDIR)$(pkgdatadir)"
	install -d "$(DESTDIR)$(bashdir)" "$(DESTDIR)$(zshdir)" "$(DESTDIR)$(fishdir)"
	install -m 644 obj/completions/clens.zsh "$(DESTDIR)$(zshdir)/_clens"
	for tool in $(notdir $(TOOLS)); do \
	  install -m 644 obj/completions/clens.bash "$(DESTDIR)$(bashdir)/$$tool" && \
	  install -m 644 obj/completions/clens.fish "$(DESTDIR)$(fishdir)/$$tool.fish" || exit 1; done

uninstall:
	cd "$(DESTDIR)$(bindir)" && rm -f $(notdir $(TOOLS) $(SCRIPTS_BUILT))
	cd "$(DESTDIR)$(libdir)" && rm -f libclens.a $(SHARED)
	rm -f "$(DESTDIR)$(includedir)/clens.h" "$(DESTDIR)$(pkgconfigdir)/clens.pc"
	rm -rf "$(DESTDIR)$(docdir)" "$(DESTDIR)$(pkgdatadir)"
	rm -f "$(DESTDIR)$(zshdir)/_clens"
	for tool in $(notdir $(TOOLS)); do rm -f "$(DESTDIR)$(bashdir)/$$tool" "$(DESTDIR)$(fishdir)/$$tool.fish"; done
	for page in $(MAN_PAGES); do \
	  section=$${page##*.}; rm -f "$(DESTDIR)$(mandir)/man$$section/$${page##*/}"; done

clean:
	rm -rf obj bin html libclens.a libclens.so libclens.so.*

distclean: clean
	rm -rf config.mk clens.pc config.log config.status configure~ autom4te.cache
	if [ -L Makefile ]; then rm -f Makefile; fi

include $(srcdir)/packaging/release.mk

.PHONY: all demo html check test-programs lint bench fuzz fuzz-readers faults valgrind mutants test-map coverage install uninstall clean distclean
.DELETE_ON_ERROR:
# objects that only pattern rules name are kept, so that a second make has nothing to do
.SECONDARY:
