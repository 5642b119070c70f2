#include "score/nmi.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"

static double entropy(const int64_t *sum, size_t count, double n)
{
    double h = 0;

    for (size_t i = 0; i < count; i++)
        if (sum[i] > 0)
            h += (double)sum[i] / n * log(n / (double)sum[i]);
    return h;
}

void ce_information_compute(ce_information *information, const ce_contingency *table)
{
    double n = (double)table->n, mutual = 0, given_second = 0, given_first = 0;

    *information = (ce_information){.n = table->n};
    if (table->n == 0)
        return;
    for (size_t i = 0; i < table->rows; i++) {
        double a = (double)table->row_sum[i];
        for (size_t c = table->start[i]; c < table->start[i + 1]; c++) {
            double nij = (double)table->count[c], b = (double)table->column_sum[table->column[c]], share = nij / n;
            double in_row = nij == a ? 0 : log(a / nij), in_column = nij == b ? 0 : log(b / nij);
            given_first += share * in_row;
            given_second += share * in_column;
            /* the ratio is exact enough near 1, where log n + log n_ij - log a_i - log b_j would cancel */
            mutual += share * log(n * nij / (a * b));
        }
    }
    information->first = entropy(table->row_sum, table->rows, n);
    information->second = entropy(table->column_sum, table->columns, n);
    information->first_given_second = given_second;
    information->second_given_first = given_first;
    information->joint = information->first + given_first;
    if (table->cells == table->columns_used) /* each cluster of V lies in one of U: V determines U */
        mutual = information->first;
    else if (table->cells == table->rows_used)
        mutual = information->second;
    information->mutual = fmin(fmax(mutual, 0), fmin(information->first, information->second));
}

double ce_nmi_of(const ce_information *information, ce_normaliser normaliser)
{
    double first = information->first, second = information->second, divisor = 0;

    if (information->n == 0)
        return NAN;
    if (information->first_given_second == 0 && information->second_given_first == 0)
        return 1;
    if (first == 0 || second == 0)
        return 0;
    switch (normaliser) {
    case CE_NMI_SQRT: divisor = sqrt(first * second); break;
    case CE_NMI_MAX: divisor = fmax(first, second); break;
    case CE_NMI_SUM: divisor = (first + second) / 2; break;
    case CE_NMI_MIN: divisor = fmin(first, second); break;
    case CE_NMI_JOINT: divisor = information->joint; break;
    }
    return fmin(information->mutual / divisor, 1);
}

double ce_nmi(const ce_contingency *table, ce_normaliser normaliser)
{
    ce_information information;

    ce_information_compute(&information, table);
    return ce_nmi_of(&information, normaliser);
}

int ce_nmi_of_columns(const ce_labels *labels, size_t p, size_t q, const double *weight, ce_normaliser normaliser, double *nmi,
                      ce_error *err)
{
    ce_contingency table = {0};
    int rc = ce_contingency_of_columns(&table, labels, p, q, weight, err);

    if (!rc)
        *nmi = ce_nmi(&table, normaliser);
    ce_contingency_free(&table);
    return rc;
}

int ce_nmi_mean_with_others(const ce_labels *labels, const double *weight, ce_normaliser normaliser, double *mean, ce_error *err)
{
    size_t m = labels->m;
    double *nmi;
    int rc = ce_memory_check(m, m, sizeof *nmi, "the table of NMI between the clusterings", "ce-select for fewer clusterings", err);

    if (rc)
        return rc;
    nmi = ce_alloc(m * m, sizeof *nmi, err);
    if (!nmi)
        return CE_ENOMEM;
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t p = 0; p < m; p++)
        for (size_t q = p + 1; q < m; q++) {
            ce_error own = {0};
            int failed = ce_nmi_of_columns(labels, p, q, weight, normaliser, &nmi[p * m + q], &own);
            if (failed) {
#pragma omp critical(ce_nmi_failure)
                rc = ce_fail(err, (ce_status)failed, "%s", own.text);
            }
        }
    for (size_t q = 0; q < m && !rc; q++) {
        double sum = 0;
        size_t pairs = 0;
        for (size_t p = 0; p < m; p++) {
            double value = p == q ? NAN : p < q ? nmi[p * m + q] : nmi[q * m + p];
            if (isnan(value))
                continue;
            sum += value;
            pairs++;
        }
        mean[q] = pairs ? sum / (double)pairs : m == 1 ? 1 : NAN;
    }
    free(nmi);
    return rc;
}

double ce_homogeneity(const ce_information *information)
{
    if (information->n == 0)
        return NAN;
    return information->first == 0 ? 1 : information->mutual / information->first;
}

double ce_completeness(const ce_information *information)
{
    if (information->n == 0)
        return NAN;
    return information->second == 0 ? 1 : information->mutual / information->second;
}

double ce_vmeasure(const ce_information *information)
{
    double h = ce_homogeneity(information), c = ce_completeness(information);

    if (information->n == 0)
        return NAN;
    return h + c == 0 ? 0 : 2 * h * c / (h + c);
}

double ce_variation_of_information(const ce_information *information)
{
    return information->n == 0 ? NAN : information->first_given_second + information->second_given_first;
}
