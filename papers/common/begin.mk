# begin.mk: what the Makefiles of all folders begin with. BIN and OUT are told in their heads.
.DELETE_ON_ERROR:

OUT = out
BIN = $(if $(wildcard ../../bin/ce-consensus),../../bin)

export LC_ALL = C
export PATH := $(if $(BIN),$(abspath $(BIN)):)$(PATH)

statistics = ../common/statistics.awk
