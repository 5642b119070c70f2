/* The modes of COOLCAT's clusters, memberships by them, and tables of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "generate/coolcat.h"
#include "io/model.h"

void ce_coolcat_members_free(ce_coolcat_member *member, size_t members)
{
    for (size_t q = 0; member && q < members; q++) {
        free(member[q].feature);
        free(member[q].mode_of);
        free(member[q].mode);
        free(member[q].size);
    }
    free(member);
}

/* ---- modes ---- */

/* Objects by their value of one attribute: begin[v] .. begin[v + 1] - 1 in sorted, ascending among
 * themselves. */
static void sort_by_value(const ce_categorical *x, size_t a, size_t *begin, int32_t *sorted)
{
    size_t values = (size_t)x->values[a], at = 0;

    for (size_t v = 0; v < values; v++) {
        begin[v] = at;
        at += (size_t)x->frequency[x->first[a] + v];
    }
    for (size_t i = 0; i < x->n; i++)
        sorted[begin[x->value[i * x->d + a]]++] = (int32_t)i;
    for (size_t v = values; v > 0; v--)
        begin[v] = begin[v - 1];
    begin[0] = 0;
}

/* The modes of attribute a; that of cluster j goes to mode[j * stride]. best, count: scratch, k;
 * count is 0 before and after. */
static void find_modes(const ce_categorical *x, size_t a, const int32_t *label, size_t k,
                       const size_t *begin, const int32_t *sorted, int32_t *best, int32_t *count,
                       int32_t *mode, size_t stride)
{
    const int32_t *frequency = x->frequency + x->first[a];

    memset(best, 0, k * sizeof *best);
    for (int32_t v = 0; v < x->values[a]; v++) {
        for (size_t p = begin[v]; p < begin[v + 1]; p++)
            count[label[sorted[p]]]++;
        for (size_t p = begin[v]; p < begin[v + 1]; p++) {
            size_t j = (size_t)label[sorted[p]];
            int32_t *now = &mode[j * stride];
            if (count[j] > best[j] ||
                (count[j] && count[j] == best[j] && frequency[v] < frequency[*now])) {
                best[j] = count[j];
                *now = v;
            }
            count[j] = 0;
        }
    }
}

int ce_coolcat_modes(const ce_categorical *x, const int32_t *label, int all,
                     ce_coolcat_member *member, ce_error *err)
{
    size_t k = member->k, f = all ? x->d : member->features, most = 0;
    const size_t *feature = all ? NULL : member->feature;
    size_t *begin = NULL;
    int32_t *sorted = ce_alloc(x->n, sizeof *sorted, err),
            *scratch = ce_calloc(k, 2 * sizeof *scratch, err);
    int rc = CE_ENOMEM;

    for (size_t a = 0; a < x->d; a++)
        most = (size_t)x->values[a] > most ? (size_t)x->values[a] : most;
    begin = ce_alloc(most + 1, sizeof *begin, err);
    member->modes = f;
    member->mode = ce_alloc(k, f * sizeof *member->mode, err);
    member->size = ce_calloc(k, sizeof *member->size, err);
    member->mode_of = feature ? ce_alloc(f, sizeof *feature, err) : NULL;
    if (!sorted || !scratch || !begin || !member->mode || !member->size ||
        (feature && !member->mode_of))
        goto done;
    if (feature)
        memcpy(member->mode_of, feature, f * sizeof *feature);
    for (size_t i = 0; i < x->n; i++)
        member->size[label[i]]++;
    for (size_t s = 0; s < f; s++) {
        size_t a = feature ? feature[s] : s;
        sort_by_value(x, a, begin, sorted);
        find_modes(x, a, label, k, begin, sorted, scratch, scratch + k, member->mode + s, f);
    }
    rc = CE_OK;
done:
    free(sorted);
    free(scratch);
    free(begin);
    return rc;
}

/* ---- membership ---- */

/* Jaccard distances of one object to the modes of a member [wce2008 eq. 5.1]. */
CE_HOT static void distances(const int32_t *value, const ce_coolcat_member *member,
                             double *distance)
{
    size_t f = member->modes;

    for (size_t j = 0; j < member->k; j++) {
        const int32_t *mode = member->mode + j * f;
        size_t equal = 0;
        for (size_t s = 0; s < f; s++)
            equal += value[member->mode_of ? member->mode_of[s] : s] == mode[s];
        distance[j] = 1 - (double)equal / (double)(2 * f - equal);
    }
}

int ce_coolcat_membership(const ce_categorical *x, const ce_coolcat_member *member, size_t members,
                          ce_membership *membership, ce_error *err)
{
    int32_t *k = ce_alloc(members, sizeof *k, err);
    size_t most = 1, threads = (size_t)ce_threads();
    double *distance = NULL;
    int rc = CE_ENOMEM;

    ce_membership_free(membership);
    if (!k)
        return rc;
    for (size_t q = 0; q < members; q++) {
        k[q] = (int32_t)member[q].k;
        most = member[q].k > most ? member[q].k : most;
    }
    distance = ce_alloc(threads, most * sizeof *distance, err);
    if (distance)
        rc = ce_membership_alloc(membership, x->n, members, k, err);
    if (rc)
        goto done;
#pragma omp parallel for schedule(static) num_threads((int)threads) if (threads > 1)
    for (size_t i = 0; i < x->n; i++) {
        double *own = distance + (size_t)ce_thread() * most;
        for (size_t q = 0; q < members; q++) {
            distances(x->value + i * x->d, &member[q], own);
            ce_membership_of_distances(own, member[q].k, ce_membership_of(membership, i, q));
        }
    }
done:
    free(distance);
    free(k);
    return rc;
}

/* ---- tables ---- */

/* The texts of the modes of cluster j for all d features. */
static void mode_texts(const ce_coolcat_member *member, size_t j, const ce_data_table *data,
                       const char **text)
{
    for (size_t a = 0; a < data->values.columns; a++)
        text[a] = "";
    for (size_t s = 0; s < member->modes; s++) {
        size_t a = member->mode_of ? member->mode_of[s] : s,
               v = (size_t)member->mode[j * member->modes + s];
        text[a] = v < data->categories[a].count ? data->categories[a].text[v] : "NA";
    }
}

int ce_coolcat_write_model(const ce_coolcat_member *member, char *const *name, size_t members,
                           const ce_data_table *data, const char *path, char delimiter,
                           ce_error *err)
{
    size_t d = data->values.columns;
    const char **text = ce_alloc(d, sizeof *text, err);
    ce_output *output;
    int rc = text ? ce_output_open(&output, path, err) : CE_ENOMEM;

    if (rc)
        goto done;
    ce_model_header(output, data->name, d, delimiter);
    for (size_t q = 0; q < members; q++)
        for (size_t j = 0; j < member[q].k; j++) {
            mode_texts(&member[q], j, data, text);
            ce_model_row_texts(output, name[q], j + 1, (size_t)member[q].size[j], "mode", text, d,
                               delimiter);
        }
    rc = ce_output_close(output, err);
done:
    free(text);
    return rc;
}

/* The names of the features that a member saw, with ; between them; owned by the caller. */
static char *seen_names(const ce_coolcat_member *member, char *const *feature, ce_error *err)
{
    size_t length = 1, at = 0;
    char *text;

    for (size_t s = 0; s < member->features; s++)
        length += strlen(feature[member->feature ? member->feature[s] : s]) + 1;
    text = ce_alloc(length, 1, err);
    for (size_t s = 0; text && s < member->features; s++) {
        const char *name = feature[member->feature ? member->feature[s] : s];
        size_t own = strlen(name);
        if (s)
            text[at++] = ';';
        memcpy(text + at, name, own);
        at += own;
    }
    if (text)
        text[at] = '\0';
    return text;
}

int ce_coolcat_write_trace(const ce_coolcat_member *member, char *const *name, size_t members,
                           const ce_data_table *data, const char *path, char delimiter,
                           ce_error *err)
{
    ce_output *output;
    int rc = ce_output_open(&output, path, err);

    if (rc)
        return rc;
    ce_output_printf(output, "clustering%ck%centropy%cfeatures%cseen\n", delimiter, delimiter,
                     delimiter, delimiter);
    for (size_t q = 0; q < members; q++) {
        char *seen = seen_names(&member[q], data->name, err);
        if (!seen) {
            ce_output_abandon(output);
            return CE_ENOMEM;
        }
        ce_output_cell(output, name[q], delimiter);
        ce_output_printf(output, "%c%zu%c", delimiter, member[q].k, delimiter);
        ce_output_real(output, member[q].entropy);
        ce_output_printf(output, "%c%zu%c", delimiter, member[q].features, delimiter);
        ce_output_cell(output, seen, delimiter);
        ce_output_char(output, '\n');
        free(seen);
    }
    return ce_output_close(output, err);
}
