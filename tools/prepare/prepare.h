/*
 * prepare.h: the options of ce-prepare, and the nouns that do not begin with a data table.
 */
#ifndef CE_TOOLS_PREPARE_H
#define CE_TOOLS_PREPARE_H

#include "cli/tool.h"
#include "core/error.h"
#include "io/data_table.h"
#include "prepare/itemsets.h"

typedef struct {
    ce_common common;
    int components, impute, missing, columns, objects, balance;
    double fraction, sd;
    char join;
    const char *keep, *drop;
    /* terms */
    int lines, encoding, digits, shortest, min_documents, itemset_size, weight;
    double max_share;
    const char *text, *stop_words, *stem, *itemsets, *prefix;
} prepare_options;

/* Reads documents and makes their table. Wrong use ends the program. 0 or a failure. */
int prepare_terms(const ce_cli *cli, const prepare_options *o, ce_data_table *table, ce_error *err);

#endif
