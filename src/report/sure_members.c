#include "report/sure_members.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "score/k_groups.h"

void ce_sure_members_free(ce_sure_members *sure)
{
    if (sure->k)
        ce_labels_free(&sure->table.labels);
    *sure = (ce_sure_members){0};
}

/* ---- the rule ---- */

/* Members with labels that have this k. */
static size_t count_of_k(const ce_labels *labels, const int *k, int wanted)
{
    size_t count = 0;

    for (size_t q = 0; q < labels->m; q++)
        count += labels->k[q] && k[q] == wanted;
    return count;
}

/* Finds how many members the k have. */
static void count_each(ce_sure_members *sure, const ce_labels *labels, const int *k)
{
    size_t least = SIZE_MAX, most = 0;

    for (size_t q = 0; q < labels->m; q++) {
        size_t count = labels->k[q] && k[q] ? count_of_k(labels, k, k[q]) : 0;
        if (!labels->k[q])
            continue;
        most = count > most ? count : most;
        least = count < least ? count : least;
    }
    sure->least = least == SIZE_MAX ? 0 : least;
    sure->listed = least == most;
}

/* Where no member has as many clusters as the k of its name, that is something else, such as the
 * neighbours of a graph: names tell no k then. */
static void check_names(const ce_labels *labels, int *k)
{
    for (size_t q = 0; q < labels->m; q++)
        if (k[q] && labels->k[q] == k[q])
            return;
    for (size_t q = 0; q < labels->m; q++)
        k[q] = 0;
}

static int follows_rule(const ce_sure_members *sure)
{
    size_t enough = sure->listed ? CE_SURE_LISTED : CE_SURE_DRAWN;

    return sure->same && sure->least >= enough;
}

static int copy(ce_sure_members *sure, const ce_labels *labels, const int *k, ce_error *err)
{
    ce_labels part = {0};
    int rc = ce_labels_of_k(labels, k, sure->k_of_result, &part, err);

    if (rc)
        return rc;
    sure->table.labels = part;
    sure->k = sure->k_of_result;
    return CE_OK;
}

int ce_sure_members_find(ce_sure_members *sure, const ce_label_table *members, int k, int which,
                         ce_error *err)
{
    const ce_labels *labels = &members->labels;
    int *of = ce_alloc(labels->m, sizeof *of, err), rc = of ? CE_OK : CE_ENOMEM;

    *sure = (ce_sure_members){.k_of_result = k};
    sure->table = (ce_label_table){.labels = *labels, .size = members->size, .id = members->id};
    for (size_t q = 0; q < labels->m && !rc; q++)
        of[q] = ce_k_of_name(members->name[q], NULL);
    if (!rc)
        check_names(labels, of);
    if (!rc) {
        sure->same = k ? count_of_k(labels, of, k) : 0;
        count_each(sure, labels, of);
    }
    if (!rc && which == CE_SURE_SAME_K && sure->same < 2)
        rc = ce_fail(err, CE_EINPUT,
                     "no two base clusterings with labels have the k of the result in their names, "
                     "as kmeans.k%d.r1 has: " CE_OPT("consensus-of") " same-k needs two",
                     k);
    if (!rc && sure->same < labels->m &&
        (which == CE_SURE_SAME_K || (which == CE_SURE_AUTO && follows_rule(sure))))
        rc = copy(sure, labels, of, err);
    free(of);
    if (rc)
        ce_sure_members_free(sure);
    return rc;
}

/* ---- their names ---- */

/* What of a name tells its k, and the sign after it, between stars: *.k4.* or *.k4. 0: no room. */
static int write_pattern(const char *name, char *pattern, size_t room)
{
    size_t front, end;

    ce_k_of_name(name, &front);
    end = front + 2;
    while (isdigit((unsigned char)name[end]))
        end++;
    return (size_t)snprintf(pattern, room, "*%.*s%s", (int)(end - front) + (name[end] != '\0'),
                            name + front, name[end] ? "*" : "") < room;
}

/* How many of the patterns match a name. */
static size_t count_matches(const char *patterns, const char *name)
{
    char one[CE_SURE_PATTERNS];
    size_t count = 0;

    for (const char *at = patterns; *at;) {
        size_t length = strcspn(at, ",");
        snprintf(one, sizeof one, "%.*s", (int)length, at);
        count += !fnmatch(one, name, 0);
        at += length + (at[length] == ',');
    }
    return count;
}

/* Adds the pattern of a name that none of the patterns matches. 0: no room. */
static int add_pattern(char patterns[CE_SURE_PATTERNS], const char *name)
{
    size_t used = strlen(patterns);

    if (count_matches(patterns, name))
        return 1;
    if (used && used + 1 < CE_SURE_PATTERNS)
        memcpy(patterns + used++, ",", 2);
    return write_pattern(name, patterns + used, CE_SURE_PATTERNS - used);
}

int ce_sure_patterns(const ce_label_table *members, int k, char patterns[CE_SURE_PATTERNS])
{
    size_t m = members->labels.m;
    int found = 1;

    patterns[0] = '\0';
    for (size_t q = 0; q < m && found; q++)
        if (ce_k_of_name(members->name[q], NULL) == k)
            found = add_pattern(patterns, members->name[q]);
    /* a name that two match would be there twice; one of another k would be too many */
    for (size_t q = 0; q < m && found; q++)
        found = count_matches(patterns, members->name[q]) ==
                (ce_k_of_name(members->name[q], NULL) == k);
    if (!found)
        patterns[0] = '\0';
    return found && *patterns;
}
