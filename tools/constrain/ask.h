/*
 * ask.h: a person as the oracle of ce-constrain impute.
 */
#ifndef CE_TOOLS_CONSTRAIN_ASK_H
#define CE_TOOLS_CONSTRAIN_ASK_H

#include "constrain.h"
#include "constrain/answers.h"
#include "constrain/impute.h"
#include "io/label_table.h"

typedef struct {
    const char *data; /* the data table whose rows are shown, or NULL */
    int implied;      /* ask also what follows from earlier answers */
} ask_options;

typedef struct {
    size_t followed; /* pairs added without a question */
    size_t left_out; /* pairs of which the person said nothing */
} ask_counts;

/* Writes the name of object i for a person into text: its row number, and its id where there are
 * ids. Returns text. */
enum { ASK_NAME = 96 };
const char *ask_name(const ce_label_table *labels, size_t i, char text[ASK_NAME]);

/*
 * Asks about the pairs in a random order, on standard error. Answers come from standard input, or
 * from the terminal where standard input is the label table. Adds what was said, and what follows
 * from that, to the answers. The end is the last pair, or when the person quits. 0 or a failure;
 * answers then has what was added so far.
 */
int ask_person(const ce_cli *cli, const ask_options *o, const ce_label_table *labels,
               const ce_impute_result *pairs, ce_answers *answers, ask_counts *counts,
               ce_error *err);

#endif
