#include "io/hypergraph_file.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/compare.h"
#include "core/memory.h"
#include "io/output.h"
#include "io/tokens.h"

enum { WORK_BYTES = 64 }; /* memory to cut one vertex, without its edges */

/* Reads one word ahead, since the first word of the next line shows where an edge ends. */
typedef struct {
    ce_tokens *tokens;
    const char *text; /* "" at the end of the file */
    size_t length, line;
    ce_error *err;
} words;

/* Goes to the next word that is in no comment. */
static int advance(words *w)
{
    size_t comment = 0;
    int rc;

    do {
        size_t before = w->line;
        if ((rc = ce_tokens_next(w->tokens, &w->text, &w->length, w->err)))
            return rc;
        w->line = w->tokens->line;
        if (w->line != before && w->text[0] == '%')
            comment = w->line;
    } while (w->length && w->line == comment);
    return CE_OK;
}

static int take_whole(words *w, size_t low, size_t high, const char *what, size_t *value)
{
    int rc = ce_tokens_whole(w->tokens, w->text, w->length, low, high, what, value, w->err);

    return rc ? rc : advance(w);
}

static int take_weight(words *w, double *weight)
{
    int rc = ce_tokens_real(w->tokens, w->text, w->length, weight, w->err);

    if (!rc && *weight < 0)
        rc = ce_tokens_fail(w->tokens, w->err, "weight %g, 0 or more expected", *weight);
    return rc ? rc : advance(w);
}

typedef struct {
    size_t edges, n, format;
} header;

static int read_header(words *w, header *h)
{
    size_t line = w->line;
    int rc;

    if (!w->length)
        return ce_tokens_fail(w->tokens, w->err, "the file ends, a line 'edges vertices' expected");
    if ((rc = take_whole(w, 0, INT32_MAX, "edges", &h->edges)))
        return rc;
    if (!w->length || w->line != line)
        return ce_fail(w->err, CE_EINPUT, "%s:%zu: one number, 'edges vertices' expected",
                       ce_input_name(w->tokens->input), line);
    if ((rc = take_whole(w, 1, INT32_MAX, "vertices", &h->n)))
        return rc;
    h->format = 0;
    if (w->length && w->line == line) {
        if ((rc = ce_tokens_whole(w->tokens, w->text, w->length, 0, 11, "format", &h->format,
                                  w->err)))
            return rc;
        if (h->format % 10 > 1)
            return ce_tokens_fail(w->tokens, w->err, "format %zu, one of 0, 1, 10 and 11 expected",
                                  h->format);
        rc = advance(w);
    }
    if (!rc && w->length && w->line == line)
        rc = ce_tokens_fail(w->tokens, w->err, "'%.40s' behind 'edges vertices format'", w->text);
    return rc ? rc
              : ce_memory_check(h->n, 1, WORK_BYTES, "a hypergraph of so many vertices",
                                "fewer vertices, such as microclusters,", w->err);
}

/* Sorts the vertices of an edge. 0, or the number of one that occurs twice. */
static int32_t sort_edge(int32_t *pin, size_t count)
{
    size_t p = 1;

    while (p < count && pin[p - 1] < pin[p])
        p++;
    if (p < count)
        qsort(pin, count, sizeof *pin, ce_compare_int32);
    for (p = 1; p < count; p++)
        if (pin[p - 1] == pin[p])
            return pin[p] + 1;
    return 0;
}

/* Memory for the edges grows as they are read: the header may claim anything. */
typedef struct {
    size_t starts, pins, weights; /* elements there is room for */
    size_t count;                 /* pins so far */
} room;

static int read_edge(words *w, const header *h, ce_hypergraph *graph, room *r, size_t e)
{
    size_t line = w->line, vertex, start = r->count;
    int32_t twice;
    int rc;

    if (!w->length)
        return ce_tokens_fail(w->tokens, w->err, "the file ends, edge %zu of %zu expected", e + 1,
                              h->edges);
    if ((rc = ce_grow(&graph->edge_start, &r->starts, e + 2, sizeof *graph->edge_start, w->err)))
        return rc;
    if (h->format % 10) {
        rc = ce_grow(&graph->edge_weight, &r->weights, e + 1, sizeof *graph->edge_weight, w->err);
        if (!rc)
            rc = take_weight(w, &graph->edge_weight[e]);
        if (rc)
            return rc;
    }
    while (w->length && w->line == line) {
        rc = ce_grow(&graph->pin, &r->pins, r->count + 1, sizeof *graph->pin, w->err);
        if (!rc)
            rc = take_whole(w, 1, h->n, "vertex", &vertex);
        if (rc)
            return rc;
        graph->pin[r->count++] = (int32_t)(vertex - 1);
    }
    if (r->count == start)
        return ce_fail(w->err, CE_EINPUT, "%s:%zu: an edge without a vertex",
                       ce_input_name(w->tokens->input), line);
    if ((twice = sort_edge(graph->pin + start, r->count - start)))
        return ce_fail(w->err, CE_EINPUT, "%s:%zu: vertex %d twice in an edge",
                       ce_input_name(w->tokens->input), line, twice);
    graph->edge_start[e] = start;
    graph->edge_start[e + 1] = r->count;
    return CE_OK;
}

static int read_loads(words *w, const header *h, ce_hypergraph *graph)
{
    size_t capacity = 0, last = 0;
    int rc = CE_OK;

    for (size_t v = 0; v < h->n && h->format >= 10 && !rc; v++) {
        if (!w->length)
            return ce_tokens_fail(w->tokens, w->err,
                                  "the file ends, the weight of vertex %zu of %zu expected", v + 1,
                                  h->n);
        if (w->line == last)
            return ce_tokens_fail(w->tokens, w->err, "two vertex weights in one line");
        last = w->line;
        if (!(rc = ce_grow(&graph->vertex_weight, &capacity, v + 1, sizeof *graph->vertex_weight,
                           w->err)))
            rc = take_weight(w, &graph->vertex_weight[v]);
    }
    return rc;
}

static int read_all(words *w, ce_hypergraph *graph)
{
    header h;
    room r = {0};
    int rc = advance(w);

    if (!rc)
        rc = read_header(w, &h);
    if (!rc && !(graph->edge_start = ce_calloc(1, sizeof *graph->edge_start, w->err)))
        rc = CE_ENOMEM;
    r.starts = 1;
    for (size_t e = 0; !rc && e < h.edges; e++)
        rc = read_edge(w, &h, graph, &r, e);
    if (!rc)
        rc = read_loads(w, &h, graph);
    if (!rc && w->length)
        rc = ce_tokens_fail(w->tokens, w->err, "'%.40s' behind the last of %zu edges%s", w->text,
                            h.edges, h.format >= 10 ? " and the vertex weights" : "");
    if (!rc && !graph->pin && !(graph->pin = ce_calloc(1, sizeof *graph->pin, w->err)))
        rc = CE_ENOMEM;
    if (!rc) {
        graph->n = h.n;
        graph->edges = h.edges;
    }
    return rc;
}

int ce_hypergraph_read(ce_hypergraph *graph, ce_input *input, ce_error *err)
{
    words w = {.tokens = ce_calloc(1, sizeof *w.tokens, err), .text = "", .err = err};
    int rc = CE_ENOMEM;

    ce_hypergraph_free(graph);
    if (!w.tokens)
        return rc;
    w.tokens->input = input;
    rc = read_all(&w, graph);
    if (rc)
        ce_hypergraph_free(graph);
    free(w.tokens);
    return rc;
}

int ce_hypergraph_is_next(ce_input *input, int *yes, ce_error *err)
{
    char head[16];
    size_t got, at = 0, numbers = 0;
    int rc = ce_input_peek(input, head, sizeof head, &got, err);

    *yes = 0;
    if (rc || !got)
        return rc;
    while (at < got && head[at] != '\n' && head[at] != '\r') {
        size_t start = at;
        while (at < got && (head[at] == ' ' || head[at] == '\t'))
            at++;
        numbers += at < got && head[at] >= '0' && head[at] <= '9';
        while (at < got && head[at] >= '0' && head[at] <= '9')
            at++;
        if (at == start)
            break;
    }
    *yes = head[0] == '%' || (numbers > 1 && (at == got || head[at] == '\n' || head[at] == '\r'));
    return CE_OK;
}

int ce_hypergraph_write(const ce_hypergraph *graph, const char *path, ce_error *err)
{
    ce_output *output;
    size_t edges = 0;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    for (size_t e = 0; e < graph->edges; e++)
        edges += graph->edge_start[e] < graph->edge_start[e + 1];
    ce_output_printf(output, "%zu %zu", edges, graph->n);
    if (graph->edge_weight || graph->vertex_weight)
        ce_output_printf(output, " %s%s", graph->vertex_weight ? "1" : "",
                         !graph->vertex_weight || graph->edge_weight ? "1" : "0");
    ce_output_char(output, '\n');
    for (size_t e = 0; e < graph->edges && !ce_output_failed(output); e++) {
        size_t start = graph->edge_start[e];
        if (start == graph->edge_start[e + 1])
            continue;
        if (graph->edge_weight)
            ce_output_real(output, graph->edge_weight[e]);
        for (size_t p = start; p < graph->edge_start[e + 1]; p++) {
            if (p > start || graph->edge_weight)
                ce_output_char(output, ' ');
            ce_output_integer(output, (int64_t)graph->pin[p] + 1);
        }
        ce_output_char(output, '\n');
    }
    for (size_t v = 0; v < graph->n && graph->vertex_weight && !ce_output_failed(output); v++) {
        ce_output_real(output, graph->vertex_weight[v]);
        ce_output_char(output, '\n');
    }
    return ce_output_close(output, err);
}

static int read_parts(words *w, ce_partition *partition, size_t n, size_t k)
{
    size_t part, last = 0;
    int rc = advance(w);

    for (size_t v = 0; v < n && !rc; v++) {
        if (!w->length)
            return ce_tokens_fail(w->tokens, w->err,
                                  "the file ends, the part of vertex %zu of %zu expected", v + 1,
                                  n);
        if (w->line == last)
            return ce_tokens_fail(w->tokens, w->err, "'%.40s' behind the part of vertex %zu",
                                  w->text, v);
        last = w->line;
        if (!(rc = take_whole(w, 0, k - 1, "part", &part)))
            partition->labels[v] = (int32_t)part;
    }
    if (!rc && w->length)
        rc = ce_tokens_fail(w->tokens, w->err,
                            "'%.40s' behind the part of the last of %zu vertices", w->text, n);
    return rc ? rc : ce_labels_renumber(partition->labels, n, &partition->k, w->err);
}

int ce_hypergraph_parts_read(ce_partition *partition, const char *path, size_t n, size_t k,
                             ce_error *err)
{
    words w = {.tokens = ce_calloc(1, sizeof *w.tokens, err), .text = "", .err = err};
    ce_input *input = NULL;
    int rc = w.tokens ? ce_input_open(&input, path, err) : CE_ENOMEM;

    if (!rc && !(rc = ce_partition_alloc(partition, n, err))) {
        w.tokens->input = input;
        rc = read_parts(&w, partition, n, k);
    }
    if (rc)
        ce_partition_free(partition);
    ce_input_close(input, err);
    free(w.tokens);
    return rc;
}
