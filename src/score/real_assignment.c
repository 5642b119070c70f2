#include "score/real_assignment.h"

#include <float.h>

/* Rows and columns have the numbers 1, 2, ...; column 0 stands for the row that is to be placed. */
typedef struct {
    const double *gain;
    size_t by_row, by_column, many;
    double *u, *v;      /* potentials of rows and columns */
    double *least;      /* of each column: the least reduced cost of a path to it */
    int32_t *row, *way; /* of each column: its row, and the column before it on the path */
    int32_t *used;      /* 1: the path to it is settled */
} search;

/* Settles the path to a column and goes on to the next nearest one, which is returned. */
static size_t settle(search *s, size_t at)
{
    size_t i = (size_t)s->row[at], next = 0;
    double delta = DBL_MAX;

    s->used[at] = 1;
    for (size_t c = 1; c <= s->many; c++) {
        double cost;
        if (s->used[c])
            continue;
        cost = -s->gain[(i - 1) * s->by_row + (c - 1) * s->by_column] - s->u[i] - s->v[c];
        if (cost < s->least[c]) {
            s->least[c] = cost;
            s->way[c] = (int32_t)at;
        }
        if (s->least[c] < delta) {
            delta = s->least[c];
            next = c;
        }
    }
    for (size_t c = 0; c <= s->many; c++)
        if (s->used[c]) {
            s->u[s->row[c]] += delta;
            s->v[c] -= delta;
        } else {
            s->least[c] -= delta;
        }
    return next;
}

/* Gives row r a column; rows on the path to it move to others. */
static void place(search *s, size_t r)
{
    size_t at = 0;

    for (size_t x = 0; x <= s->many; x++) {
        s->least[x] = DBL_MAX;
        s->used[x] = 0;
    }
    s->row[0] = (int32_t)r;
    do
        at = settle(s, at);
    while (s->row[at]);
    while (at) {
        size_t before = (size_t)s->way[at];
        s->row[at] = s->row[before];
        at = before;
    }
}

void ce_real_assignment(const double *gain, size_t by_row, size_t by_column, size_t few,
                        size_t many, double *potential, int32_t *link, int32_t *match)
{
    search s = {.gain = gain, .by_row = by_row, .by_column = by_column, .many = many};

    s.u = potential;
    s.v = s.u + few + 1;
    s.least = s.v + many + 1;
    s.row = link;
    s.way = s.row + many + 1;
    s.used = s.way + many + 1;
    for (size_t x = 0; x <= few; x++)
        s.u[x] = 0;
    for (size_t x = 0; x <= many; x++) {
        s.v[x] = 0;
        s.row[x] = 0;
    }
    for (size_t r = 1; r <= few; r++)
        place(&s, r);
    for (size_t c = 1; c <= many; c++)
        if (s.row[c])
            match[s.row[c] - 1] = (int32_t)(c - 1);
}
