#include "score/nmi.h"

#include <math.h>

static double entropy(const int64_t *sum, size_t count, double n)
{
    double h = 0;

    for (size_t i = 0; i < count; i++)
        if (sum[i] > 0)
            h += (double)sum[i] / n * log(n / (double)sum[i]);
    return h;
}

/* conditional 0: of the two conditional entropies only whether they are 0 is found, and no joint
 * one: a logarithm for each cell in place of three. */
static inline __attribute__((always_inline)) void compute(ce_information *information,
                                                          const ce_contingency *table,
                                                          int conditional)
{
    double n = (double)table->n, mutual = 0, given_second = 0, given_first = 0;

    *information = (ce_information){.n = table->n};
    if (table->n == 0)
        return;
    for (size_t i = 0; i < table->rows; i++) {
        double a = (double)table->row_sum[i];
        for (size_t c = table->start[i]; c < table->start[i + 1]; c++) {
            double nij = (double)table->count[c], b = (double)table->column_sum[table->column[c]],
                   share = nij / n;
            if (nij != a)
                given_first += conditional ? share * log(a / nij) : 1;
            if (nij != b)
                given_second += conditional ? share * log(b / nij) : 1;
            /* log n + log n_ij - log a_i - log b_j would cancel where the ratio is near 1 */
            mutual += share * log(n * nij / (a * b));
        }
    }
    information->first = entropy(table->row_sum, table->rows, n);
    information->second = entropy(table->column_sum, table->columns, n);
    information->first_given_second = given_second;
    information->second_given_first = given_first;
    information->joint = information->first + given_first;
    if (table->cells == table->columns_used) /* V determines U: its clusters lie in those of U */
        mutual = information->first;
    else if (table->cells == table->rows_used)
        mutual = information->second;
    information->mutual = fmin(fmax(mutual, 0), fmin(information->first, information->second));
}

void ce_information_compute(ce_information *information, const ce_contingency *table)
{
    compute(information, table, 1);
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

    if (normaliser == CE_NMI_JOINT)
        compute(&information, table, 1);
    else
        compute(&information, table, 0);
    return ce_nmi_of(&information, normaliser);
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
    return information->n == 0 ? NAN
                               : information->first_given_second + information->second_given_first;
}
