#include "score/assignment.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/*
 * The weights are w_ij = n_ij. The dual variables u_i, v_j >= 0 keep u_i + v_j >= w_ij. A cell with
 * equality is tight. A matching of tight cells has the largest weight if every row with u_i > 0 and
 * every column with v_j > 0 has a partner.
 */
typedef struct {
    const ce_contingency *table;
    int64_t *u, *v;
    int32_t *match; /* row -> column, or CE_MISSING; the caller's */
    int32_t *owner; /* column -> row, or CE_MISSING */
} solver;

static int solver_alloc(solver *s, ce_error *err)
{
    s->u = ce_calloc(s->table->rows, sizeof *s->u, err);
    s->v = ce_calloc(s->table->columns, sizeof *s->v, err);
    s->owner = ce_alloc(s->table->columns, sizeof *s->owner, err);
    if (!s->u || !s->v || !s->owner)
        return CE_ENOMEM;
    memset(s->owner, -1, s->table->columns * sizeof *s->owner);
    memset(s->match, -1, s->table->rows * sizeof *s->match);
    return CE_OK;
}

static void solver_free(solver *s)
{
    free(s->u);
    free(s->v);
    free(s->owner);
}

static void join(solver *s, int32_t row, int32_t column)
{
    s->match[row] = column;
    s->owner[column] = row;
}

/* ---- augmenting row reduction ---- */

/* The two largest w_ij - v_j of a row and their columns; among equals the lowest column. To stay
 * alone counts as 0, and has the column CE_MISSING. */
typedef struct {
    int64_t best, second;
    int32_t best_column, second_column;
} two_best;

static two_best find_two_best(const solver *s, int32_t row)
{
    const ce_contingency *t = s->table;
    two_best b = {0, 0, CE_MISSING, CE_MISSING};

    for (size_t c = t->start[row]; c < t->start[row + 1]; c++) {
        int64_t gain = t->count[c] - s->v[t->column[c]];
        if (gain <= b.second)
            continue;
        if (gain > b.best) {
            b.second = b.best;
            b.second_column = b.best_column;
            b.best = gain;
            b.best_column = t->column[c];
        } else {
            b.second = gain;
            b.second_column = t->column[c];
        }
    }
    return b;
}

/* Gives each row in turn its best column, at the price that makes its second best equal. The owner
 * that is pushed out tries again at once. Rows that are undecided between equals, or after 4 steps
 * for each row, are left to the paths. */
static void reduce_rows(solver *s)
{
    size_t steps = 4 * s->table->rows;

    for (size_t start = 0; start < s->table->rows; start++) {
        int32_t row = (int32_t)start;
        while (row != CE_MISSING && steps) {
            two_best b = find_two_best(s, row);
            int32_t column = b.best_column, before;
            steps--;
            if (column == CE_MISSING)
                break;
            if (b.best == b.second && s->owner[column] != CE_MISSING)
                column = b.second_column;
            if (column == CE_MISSING || (b.best == b.second && s->owner[column] != CE_MISSING))
                break;
            before = s->owner[column];
            s->v[column] += b.best - b.second;
            s->u[row] = b.second;
            join(s, row, column);
            if (before != CE_MISSING)
                s->match[before] = CE_MISSING;
            row = before;
        }
    }
}

/* ---- shortest augmenting paths ---- */

/* The columns that one search reached, with a binary heap by distance, then column. Distances are
 * reduced costs. */
typedef struct {
    int64_t *distance; /* per column; -1: not reached */
    int32_t *before;   /* per column: the row it was reached from */
    int32_t *heap;     /* columns */
    int32_t *place;    /* per column: where in the heap, or CE_MISSING */
    size_t size;
    int32_t *reached; /* columns, in order of first reach */
    int32_t *closed;  /* columns, in order of distance */
    size_t reached_count, closed_count;
} search;

static int search_alloc(search *f, size_t columns, ce_error *err)
{
    f->distance = ce_alloc(columns, sizeof *f->distance, err);
    f->before = ce_alloc(columns, sizeof *f->before, err);
    f->heap = ce_alloc(columns, sizeof *f->heap, err);
    f->place = ce_alloc(columns, sizeof *f->place, err);
    f->reached = ce_alloc(columns, sizeof *f->reached, err);
    f->closed = ce_alloc(columns, sizeof *f->closed, err);
    if (!f->distance || !f->before || !f->heap || !f->place || !f->reached || !f->closed)
        return CE_ENOMEM;
    memset(f->distance, -1, columns * sizeof *f->distance);
    return CE_OK;
}

static void search_free(search *f)
{
    free(f->distance);
    free(f->before);
    free(f->heap);
    free(f->place);
    free(f->reached);
    free(f->closed);
}

static void heap_put(search *f, size_t at, int32_t column)
{
    f->heap[at] = column;
    f->place[column] = (int32_t)at;
}

static int nearer(const search *f, int32_t x, int32_t y)
{
    return f->distance[x] < f->distance[y] || (f->distance[x] == f->distance[y] && x < y);
}

static void heap_up(search *f, int32_t column)
{
    size_t at = (size_t)f->place[column];

    while (at && nearer(f, column, f->heap[(at - 1) / 2])) {
        heap_put(f, at, f->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    heap_put(f, at, column);
}

static int32_t heap_pop(search *f)
{
    int32_t top = f->heap[0], last = f->heap[--f->size];
    size_t at = 0;

    while (2 * at + 1 < f->size) {
        size_t child = 2 * at + 1;
        if (child + 1 < f->size && nearer(f, f->heap[child + 1], f->heap[child]))
            child++;
        if (!nearer(f, f->heap[child], last))
            break;
        heap_put(f, at, f->heap[child]);
        at = child;
    }
    if (f->size)
        heap_put(f, at, last);
    f->place[top] = CE_MISSING;
    return top;
}

/* The nearest end of a path so far: a free column, or a row that gives up its column. */
typedef struct {
    int64_t distance;
    int32_t row, column; /* one of them CE_MISSING */
} path_end;

/* Relaxes the cells of a row at a distance. Free columns end the path, so only owned ones enter the
 * heap. */
static void scan_row(const solver *s, search *f, int32_t row, int64_t at, path_end *end)
{
    const ce_contingency *t = s->table;

    if (at + s->u[row] < end->distance)
        *end = (path_end){at + s->u[row], row, CE_MISSING};
    for (size_t c = t->start[row]; c < t->start[row + 1] && end->distance > at; c++) {
        int32_t column = t->column[c];
        int64_t distance = at + s->u[row] + s->v[column] - t->count[c];
        if (distance >= end->distance ||
            (f->distance[column] >= 0 && distance >= f->distance[column]))
            continue;
        if (f->distance[column] < 0) {
            f->reached[f->reached_count++] = column;
            if (s->owner[column] != CE_MISSING)
                f->place[column] = (int32_t)f->size++;
        }
        f->distance[column] = distance;
        f->before[column] = row;
        if (s->owner[column] == CE_MISSING)
            *end = (path_end){distance, CE_MISSING, column};
        else
            heap_up(f, column);
    }
}

/* Moves the duals so that the path becomes tight, then flips it. */
static void augment(solver *s, search *f, int32_t root, path_end end)
{
    int32_t column = end.column, row;

    s->u[root] -= end.distance;
    for (size_t i = 0; i < f->closed_count; i++) {
        int64_t rest = end.distance - f->distance[f->closed[i]];
        s->v[f->closed[i]] += rest;
        s->u[s->owner[f->closed[i]]] -= rest;
    }
    if (column == CE_MISSING) {
        column = s->match[end.row];
        s->match[end.row] = CE_MISSING;
    }
    while (column != CE_MISSING) {
        int32_t next;
        row = f->before[column];
        next = s->match[row];
        join(s, row, column);
        column = row == root ? CE_MISSING : next;
    }
}

static void find_path(solver *s, search *f, int32_t root)
{
    path_end end = {s->u[root], root, CE_MISSING};

    scan_row(s, f, root, 0, &end);
    while (f->size && f->distance[f->heap[0]] < end.distance) {
        int32_t column = heap_pop(f);
        f->closed[f->closed_count++] = column;
        scan_row(s, f, s->owner[column], f->distance[column], &end);
    }
    augment(s, f, root, end);
    for (size_t i = 0; i < f->reached_count; i++)
        f->distance[f->reached[i]] = -1;
    f->size = f->reached_count = f->closed_count = 0;
}

static int solve(solver *s, ce_error *err)
{
    search f = {0};
    int rc = search_alloc(&f, s->table->columns, err);

    if (!rc) {
        reduce_rows(s);
        for (size_t i = 0; i < s->table->rows; i++)
            if (s->match[i] == CE_MISSING) {
                s->u[i] = find_two_best(s, (int32_t)i).best;
                if (s->u[i] > 0)
                    find_path(s, &f, (int32_t)i);
            }
    }
    search_free(&f);
    return rc;
}

/* ---- among equals, the lowest columns for the lowest rows ---- */

/*
 * The maps of largest overlap are the matchings of tight cells in which only rows and columns with
 * dual 0 are single. Join everything that may be single to one extra node: then two such maps
 * differ by alternating cycles.
 *
 * So row i can move from its column c to a lower one, j, exactly if the owner of j can reach c. The
 * owner takes another tight column, the owner of that one another, and so on, until one takes c. If
 * row i was single, the extra node takes the place of c. Rows before i stay as they are.
 */
typedef struct {
    size_t *start; /* columns + 1 */
    int32_t *row;  /* rows of the tight cells of each column */
    int32_t *take; /* per row: the column it moves to, CE_MISSING to become single */
    char *seen;    /* per row */
    int32_t *queue;
    size_t head, tail;
    int extra_seen;
    int32_t extra_next; /* the row that moves after the extra node; CE_MISSING: c stays free */
    size_t work;        /* steps left */
} exchange;

enum { EXCHANGE_WORK = 1000000000 };

static int is_tight(const solver *s, size_t row, size_t cell)
{
    return s->u[row] + s->v[s->table->column[cell]] == s->table->count[cell];
}

static int exchange_alloc(exchange *x, const solver *s, ce_error *err)
{
    const ce_contingency *t = s->table;

    x->work = EXCHANGE_WORK;
    x->start = ce_calloc(t->columns + 2, sizeof *x->start, err);
    x->row = ce_alloc(t->cells, sizeof *x->row, err);
    x->take = ce_alloc(t->rows, sizeof *x->take, err);
    x->seen = ce_calloc(t->rows, 1, err);
    x->queue = ce_alloc(t->rows, sizeof *x->queue, err);
    if (!x->start || !x->row || !x->take || !x->seen || !x->queue)
        return CE_ENOMEM;
    for (size_t i = 0; i < t->rows; i++)
        for (size_t c = t->start[i]; c < t->start[i + 1]; c++)
            x->start[t->column[c] + 2] += (size_t)is_tight(s, i, c);
    for (size_t j = 0; j < t->columns; j++)
        x->start[j + 2] += x->start[j + 1];
    for (size_t i = 0; i < t->rows; i++)
        for (size_t c = t->start[i]; c < t->start[i + 1]; c++)
            if (is_tight(s, i, c))
                x->row[x->start[t->column[c] + 1]++] = (int32_t)i;
    return CE_OK;
}

static void exchange_free(exchange *x)
{
    free(x->start);
    free(x->row);
    free(x->take);
    free(x->seen);
    free(x->queue);
}

static void reach_row(exchange *x, int32_t row, int32_t column)
{
    x->seen[row] = 1;
    x->take[row] = column;
    x->queue[x->tail++] = row;
}

/* Rows after i that could take a column. */
static void reach_takers(const solver *s, exchange *x, int32_t i, int32_t column)
{
    size_t first = x->start[column], last = x->start[column + 1];

    x->work -= x->work < last - first ? x->work : last - first;
    for (size_t e = first; e < last; e++)
        if (x->row[e] > i && !x->seen[x->row[e]] && x->row[e] != s->owner[column])
            reach_row(x, x->row[e], column);
}

/* Rows after i that can become single, and those that could take a free column. */
static void reach_extra(const solver *s, exchange *x, int32_t i, int32_t next)
{
    const ce_contingency *t = s->table;
    size_t size = t->rows + t->columns;

    if (x->extra_seen)
        return;
    x->extra_seen = 1;
    x->extra_next = next;
    x->work -= x->work < size ? x->work : size;
    for (size_t r = (size_t)i + 1; r < t->rows; r++)
        if (s->u[r] == 0 && s->match[r] != CE_MISSING && !x->seen[r])
            reach_row(x, (int32_t)r, CE_MISSING);
    for (size_t j = 0; j < t->columns; j++)
        if (s->owner[j] == CE_MISSING)
            reach_takers(s, x, i, (int32_t)j);
}

/* The rows from which column `target` can be reached, searched until row `wanted` is among them.
 * CE_MISSING stands for the extra node. */
static void reach_back(const solver *s, exchange *x, int32_t i, int32_t target, int32_t wanted)
{
    x->extra_seen = 0;
    if (target == CE_MISSING) {
        reach_extra(s, x, i, CE_MISSING);
    } else {
        reach_takers(s, x, i, target);
        if (s->v[target] == 0)
            reach_extra(s, x, i, CE_MISSING);
    }
    while (x->head < x->tail && (wanted == CE_MISSING ? !x->extra_seen : !x->seen[wanted])) {
        int32_t row = x->queue[x->head++], column = s->match[row];
        if (column == CE_MISSING) {
            reach_extra(s, x, i, row);
            continue;
        }
        reach_takers(s, x, i, column);
        if (s->v[column] == 0)
            reach_extra(s, x, i, row);
    }
}

/* Gives row i column j and moves the others along. */
static void move_along(solver *s, const exchange *x, int32_t i, int32_t j)
{
    int32_t target = s->match[i], row = s->owner[j];

    if (target != CE_MISSING)
        s->owner[target] = CE_MISSING;
    join(s, i, j);
    while (1) {
        int32_t column, next;
        if (row == CE_MISSING) {
            if (target == CE_MISSING || x->extra_next == CE_MISSING)
                return;
            row = x->extra_next;
            if (s->match[row] != CE_MISSING)
                s->owner[s->match[row]] = CE_MISSING;
        }
        column = x->take[row];
        next = CE_MISSING;
        if (column == CE_MISSING) {
            s->match[row] = CE_MISSING;
        } else {
            next = s->owner[column];
            join(s, row, column);
            if (column == target)
                return;
        }
        row = next;
    }
}

static int could_take(const solver *s, int32_t i, size_t cell)
{
    int32_t owner = s->owner[s->table->column[cell]];

    return is_tight(s, (size_t)i, cell) && (owner > i || owner == CE_MISSING);
}

/* Moves row i to the lowest column it can have. */
static void lower_row(solver *s, exchange *x, int32_t i)
{
    const ce_contingency *t = s->table;
    size_t c = t->start[i], last = t->start[i + 1];

    while (c < last && t->column[c] != s->match[i] && !could_take(s, i, c))
        c++;
    if (c == last || t->column[c] == s->match[i])
        return;
    reach_back(s, x, i, s->match[i], s->owner[t->column[c]]);
    for (; c < last && t->column[c] != s->match[i]; c++) {
        int32_t owner = s->owner[t->column[c]];
        if (could_take(s, i, c) && (owner == CE_MISSING ? x->extra_seen : x->seen[owner])) {
            move_along(s, x, i, t->column[c]);
            break;
        }
    }
    for (size_t q = 0; q < x->tail; q++)
        x->seen[x->queue[q]] = 0;
    x->head = x->tail = 0;
}

static int choose_among_equals(solver *s, ce_error *err)
{
    exchange x = {0};
    int rc = exchange_alloc(&x, s, err);

    for (size_t i = 0; !rc && i < s->table->rows && x.work; i++)
        lower_row(s, &x, (int32_t)i);
    exchange_free(&x);
    return rc;
}

/* ---- the two ways to ask ---- */

static int run(const ce_contingency *table, int32_t *match, int64_t *overlap, int ties_matter,
               ce_error *err)
{
    solver s = {.table = table, .match = match};
    int rc = solver_alloc(&s, err);

    if (!rc)
        rc = solve(&s, err);
    if (!rc && ties_matter)
        rc = choose_among_equals(&s, err);
    if (!rc && overlap) {
        *overlap = 0;
        for (size_t i = 0; i < table->rows; i++)
            for (size_t c = table->start[i]; c < table->start[i + 1]; c++)
                if (table->column[c] == match[i])
                    *overlap += table->count[c];
    }
    solver_free(&s);
    return rc;
}

int ce_assignment(const ce_contingency *table, int32_t *match, int64_t *overlap, ce_error *err)
{
    return run(table, match, overlap, 1, err);
}

int ce_assignment_overlap(const ce_contingency *table, int64_t *overlap, ce_error *err)
{
    int32_t *match = ce_alloc(table->rows, sizeof *match, err);
    int rc = match ? run(table, match, overlap, 0, err) : CE_ENOMEM;

    free(match);
    return rc;
}
