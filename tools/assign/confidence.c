/* The table of scores: how sure the consensus label of an object is. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assign.h"
#include "core/memory.h"
#include "io/held_output.h"
#include "io/real.h"
#include "io/text_cell.h"

struct assign_confidence {
    ce_held_output *output;
    size_t results;
    char delimiter;
    char *text; /* of a row */
    size_t capacity;
};

void assign_confidence_abandon(assign_confidence *confidence)
{
    if (!confidence)
        return;
    ce_held_output_abandon(confidence->output);
    free(confidence->text);
    free(confidence);
}

static int write_header(assign_confidence *c, const assign_work *w, const char *id, ce_error *err)
{
    static const char *const part[] = {"score", "margin", "rule"};
    size_t used = 0;
    int rc = CE_OK;

    if (id) {
        rc = ce_grow(&c->text, &c->capacity, 2 * strlen(id) + 3, 1, err);
        if (!rc) {
            used = ce_text_name_put(id, c->delimiter, c->text);
            c->text[used++] = c->delimiter;
        }
    }
    for (size_t r = 0; r < c->results; r++)
        for (size_t p = 0; p < 3 && !rc; p++) {
            char *name = ce_join(w->name[r], '.', part[p], err);
            if (!name)
                return CE_ENOMEM;
            rc = ce_grow(&c->text, &c->capacity, used + 2 * strlen(name) + 3, 1, err);
            if (!rc) {
                used += ce_text_cell_put(name, c->delimiter, c->text + used);
                c->text[used++] = r + 1 < c->results || p < 2 ? c->delimiter : '\n';
            }
            free(name);
        }
    return rc ? rc : ce_held_output_write(c->output, c->text, used, err);
}

int assign_confidence_open(assign_confidence **made, const assign_work *w, const char *id,
                           ce_error *err)
{
    assign_confidence *c = ce_calloc(1, sizeof *c, err);
    int rc = c ? CE_OK : CE_ENOMEM;

    *made = NULL;
    if (rc)
        return rc;
    c->results = w->result.labels.m;
    c->delimiter = w->cli->common->delimiter ? w->cli->common->delimiter : ',';
    rc = ce_held_output_open(&c->output, w->options->confidence, 0, err);
    if (!rc)
        rc = write_header(c, w, id, err);
    if (rc)
        assign_confidence_abandon(c);
    else
        *made = c;
    return rc;
}

static size_t put_choice(const ce_further_choice *choice, char delimiter, char *to)
{
    static const char *const rule[] = {"none", "exact", "vote"};
    size_t used = ce_format_real(choice->score, to);

    to[used++] = delimiter;
    used += ce_format_real(choice->margin, to + used);
    to[used++] = delimiter;
    memcpy(to + used, rule[choice->rule], strlen(rule[choice->rule]));
    return used + strlen(rule[choice->rule]);
}

int assign_confidence_write(assign_confidence *c, const ce_further_choice *choice,
                            const char *const *id, size_t count, ce_error *err)
{
    int rc = CE_OK;

    for (size_t i = 0; i < count && !rc; i++, choice += c->results) {
        size_t used = 0, room = (id ? 2 * strlen(id[i]) + 3 : 0) + c->results * 80;
        rc = ce_grow(&c->text, &c->capacity, room, 1, err);
        if (rc)
            return rc;
        if (id) {
            used = ce_text_cell_put(id[i], c->delimiter, c->text);
            c->text[used++] = c->delimiter;
        }
        for (size_t r = 0; r < c->results; r++) {
            used += put_choice(&choice[r], c->delimiter, c->text + used);
            c->text[used++] = r + 1 < c->results ? c->delimiter : '\n';
        }
        rc = ce_held_output_write(c->output, c->text, used, err);
    }
    return rc;
}

int assign_confidence_close(assign_confidence *confidence, ce_error *err)
{
    int rc = ce_held_output_close(confidence->output, NULL, NULL, err);

    free(confidence->text);
    free(confidence);
    return rc;
}
