#include "plot/profile_layout.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "plot/bars.h"
#include "plot/result_rows.h"
#include "plot/short_names.h"

/* Pixels: beside and below the bars, of the least room for a cluster, of a further line below. */
enum { LEFT = 20, BOTTOM = 70, CLUSTER = 6, BELOW = 16 };

void ce_profile_layout_free(ce_profile_layout *at)
{
    free(at->hidden);
    free(at->unnamed);
    free(at->name);
}

static int larger_first(const void *a, const void *b)
{
    const ce_group *x = *(const ce_group *const *)a, *y = *(const ce_group *const *)b;

    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* The clusters, the largest first; free(). */
static const ce_group **sort_by_size(const ce_profile *p, ce_error *err)
{
    const ce_group **sorted = ce_alloc(p->groups.count, sizeof *sorted, err);

    for (size_t g = 0; g < p->groups.count && sorted; g++)
        sorted[g] = &p->groups.group[g];
    if (sorted)
        qsort(sorted, p->groups.count, sizeof *sorted, larger_first);
    return sorted;
}

/* Chooses the `most` largest clusters: *hidden, free(), is 1 for the others. *objects: of those
 * that are chosen. */
static int choose(const ce_profile *p, size_t most, unsigned char **hidden, size_t *count,
                  size_t *objects, ce_error *err)
{
    size_t clusters = p->groups.count;
    const ce_group **sorted = sort_by_size(p, err);

    *hidden = ce_calloc(clusters, 1, err);
    if (!sorted || !*hidden) {
        free(sorted);
        return CE_ENOMEM;
    }
    *count = *objects = 0;
    for (size_t g = 0; g < clusters; g++)
        if (g < most) {
            ++*count;
            *objects += sorted[g]->count;
        } else
            (*hidden)[sorted[g] - p->groups.group] = 1;
    free(sorted);
    return CE_OK;
}

static size_t longest_id(const ce_profile *p)
{
    char text[CE_RESULT_TEXT];
    size_t longest = 0;

    for (size_t i = 0; i < p->n; i++) {
        size_t letters = ce_plot_letters(ce_result_text(p->table, p->row[i], p->object, text));
        longest = letters > longest ? letters : longest;
    }
    return longest < CE_PROFILE_ID_SHOWN ? longest : CE_PROFILE_ID_SHOWN;
}

/* Names that push each other away. */
typedef struct {
    double sum; /* of their places, each less what those above it take */
    size_t count;
} heap;

/* Moves the places, which ascend, apart by a row within 0 .. high, and no further than needed: the
 * sum of the squares is least. */
static int spread(double *place, size_t count, double high, ce_error *err)
{
    heap *of = ce_alloc(count, sizeof *of, err);
    size_t heaps = 0, at = 0;
    double most = high - CE_PROFILE_NAME_ROW * ((double)count - 0.5);

    if (!of)
        return CE_ENOMEM;
    for (size_t i = 0; i < count; i++) {
        of[heaps++] = (heap){place[i] - CE_PROFILE_NAME_ROW * (double)i, 1};
        for (; heaps > 1 && of[heaps - 2].sum * (double)of[heaps - 1].count >
                                of[heaps - 1].sum * (double)of[heaps - 2].count;
             heaps--) {
            of[heaps - 2].sum += of[heaps - 1].sum;
            of[heaps - 2].count += of[heaps - 1].count;
        }
    }
    for (size_t h = 0; h < heaps; h++) {
        double first = fmin(most, fmax(CE_PROFILE_NAME_ROW / 2.0, of[h].sum / (double)of[h].count));
        for (size_t end = at + of[h].count; at < end; at++)
            place[at] = first + CE_PROFILE_NAME_ROW * (double)at;
    }
    free(of);
    return CE_OK;
}

/* Of too many names those of the largest clusters, as far as each stands at its own one. */
static int choose_names(ce_profile_layout *at, const ce_profile *p, ce_error *err)
{
    size_t clusters = p->groups.count;
    const ce_group **sorted = sort_by_size(p, err);

    if (!sorted)
        return CE_ENOMEM;
    for (size_t i = 0; i < clusters; i++) {
        size_t g = (size_t)(sorted[i] - p->groups.group);
        for (size_t j = 0; j < i && !at->unnamed[g]; j++) {
            size_t other = (size_t)(sorted[j] - p->groups.group);
            at->unnamed[g] =
                !at->unnamed[other] && fabs(at->name[g] - at->name[other]) < CE_PROFILE_NAME_ROW;
        }
    }
    free(sorted);
    return CE_OK;
}

/* Moves the names apart. */
static int spread_names(ce_profile_layout *at, size_t clusters, double high, ce_error *err)
{
    double *place = ce_alloc(clusters, sizeof *place, err);
    size_t named = 0;
    int rc = place ? CE_OK : CE_ENOMEM;

    for (size_t g = 0; g < clusters && !rc; g++)
        if (!at->unnamed[g])
            place[named++] = at->name[g];
    if (!rc)
        rc = spread(place, named, high, err);
    named = 0;
    for (size_t g = 0; g < clusters && !rc; g++)
        if (!at->unnamed[g])
            at->name[g] = place[named++];
    free(place);
    return rc;
}

/* Hides the names of all but the `room` largest clusters. */
static int drop_names(ce_profile_layout *at, const ce_profile *p, size_t room, ce_error *err)
{
    const ce_group **sorted = sort_by_size(p, err);

    if (!sorted)
        return CE_ENOMEM;
    for (size_t i = room; i < p->groups.count; i++)
        at->unnamed[sorted[i] - p->groups.group] = 1;
    free(sorted);
    return CE_OK;
}

/* Names beside the middles of the clusters, or as near as they go. Where most clusters have no room
 * for a name, those that are there would be far from their clusters: then each stands at its own
 * one. */
static int place_names(ce_profile_layout *at, const ce_profile *p, ce_error *err)
{
    double high = at->rows * at->pixel;
    size_t clusters = p->groups.count, row = 0,
           room = high > CE_PROFILE_NAME_ROW ? (size_t)(high / CE_PROFILE_NAME_ROW) : 1;
    int rc;

    at->name = ce_calloc(clusters, sizeof *at->name, err);
    at->unnamed = ce_calloc(clusters, 1, err);
    if (!at->name || !at->unnamed)
        return CE_ENOMEM;
    for (size_t g = 0; g < clusters; g++) {
        at->name[g] = ((double)row + (double)p->groups.group[g].count / 2) * at->pixel;
        at->unnamed[g] = at->hidden[g];
        row += at->hidden[g] ? 0 : p->groups.group[g].count + at->gap;
    }
    if (at->count > 2 * room) {
        rc = choose_names(at, p, err);
    } else {
        rc = at->count > room ? drop_names(at, p, room, err) : CE_OK;
        if (!rc)
            rc = spread_names(at, clusters, high, err);
    }
    for (size_t g = 0; g < clusters; g++)
        at->named += !at->unnamed[g];
    return rc;
}

int ce_profile_lay_out(ce_profile_layout *at, const ce_profile *p, const ce_picture *picture,
                       ce_error *err)
{
    double height = picture->height - CE_PROFILE_TOP - BOTTOM;
    int rc;

    *at = (ce_profile_layout){.chunk = 1, .left = LEFT, .bottom = BOTTOM};
    rc = choose(p, height > CLUSTER ? (size_t)(height / CLUSTER) : 1, &at->hidden, &at->count,
                &at->objects, err);
    if (rc)
        return rc;
    at->gap = 1 + at->objects / 100;
    if (at->count > 1 && (double)at->objects > height && /* gaps have a third at most */
        at->gap > at->objects / (at->count - 1) / 3)
        at->gap = at->objects / (at->count - 1) / 3;
    at->rows = (double)(at->objects + at->gap * (at->count - 1));
    at->pixel = height / at->rows;
    if (at->pixel < 1) { /* a line below the axis says so */
        at->bottom += BELOW;
        at->pixel = (height - BELOW) / at->rows;
        at->chunk = (size_t)ceil(1 / at->pixel);
    }
    if (at->pixel >= CE_PROFILE_ID_ROW)
        at->left = 24 + CE_PROFILE_LETTER * (double)longest_id(p);
    return place_names(at, p, err);
}
