/*
 * uspec.c: U-SENC as its paper and the program of its authors say it, in plain C on one core; the
 * peer of ce-consensus usenc. It shares nothing with the library but LAPACK.
 *
 *   uspec TABLE K SEED     prints a label for each object
 *
 * TABLE: text with a comma between cells, one line of names; the last column, the class, is left
 * out. Features are raw. 20 base clusterings of 20 to 60 clusters, 1000 representatives, 5
 * neighbours.
 */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MEMBERS = 20,
    LEAST_K = 20,
    MOST_K = 60,
    REPRESENTATIVES = 1000,
    SAMPLE = 10 * REPRESENTATIVES,
    SAMPLE_ITERATIONS = 10,
    GROUP_ITERATIONS = 20,
    NEIGHBOURS = 5,
    CANDIDATES = 10 * NEIGHBOURS + 1,
    MEMBER_ITERATIONS = 5,
    MEMBER_STARTS = 1,
    ITERATIONS = 100,
    STARTS = 3
};

extern void dsyevr_(const char *jobz, const char *range, const char *uplo, const int *n, double *a,
                    const int *lda, const double *vl, const double *vu, const int *il,
                    const int *iu, const double *abstol, int *m, double *w, double *z,
                    const int *ldz, int *isuppz, double *work, const int *lwork, int *iwork,
                    const int *liwork, int *info, size_t jobz_length, size_t range_length,
                    size_t uplo_length);

static void die(const char *why)
{
    fprintf(stderr, "uspec: %s\n", why);
    exit(1);
}

/* Zeros. */
static void *take(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);

    if (!memory)
        die("out of memory");
    return memory;
}

/* ---- random numbers: splitmix64 ---- */

static uint64_t random_state;

static double uniform(void) /* 0 <= x < 1 */
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static size_t below(size_t n)
{
    return (size_t)(uniform() * (double)n);
}

/* The first `count` of a random order of n rows. */
static size_t *draw(size_t n, size_t count)
{
    size_t *row = take(n, sizeof *row);

    for (size_t i = 0; i < n; i++)
        row[i] = i;
    for (size_t i = 0; i < count; i++) {
        size_t j = i + below(n - i), t = row[i];
        row[i] = row[j];
        row[j] = t;
    }
    return row;
}

/* ---- k-means ---- */

static double squared_distance(const double *a, const double *b, size_t d)
{
    double sum = 0;

    for (size_t s = 0; s < d; s++)
        sum += (a[s] - b[s]) * (a[s] - b[s]);
    return sum;
}

static size_t nearest(const double *x, const double *centre, size_t k, size_t d, double *least)
{
    size_t best = 0;

    *least = DBL_MAX;
    for (size_t l = 0; l < k; l++) {
        double now = squared_distance(x, centre + l * d, d);
        if (now < *least) {
            *least = now;
            best = l;
        }
    }
    return best;
}

/* k-means++ */
static void start_far_apart(const double *x, size_t n, size_t d, size_t k, double *centre)
{
    double *least = take(n, sizeof *least);
    size_t next = below(n);

    for (size_t i = 0; i < n; i++)
        least[i] = DBL_MAX;
    for (size_t l = 0; l < k; l++) {
        double sum = 0, at;
        memcpy(centre + l * d, x + next * d, d * sizeof *x);
        for (size_t i = 0; i < n; i++) {
            double now = squared_distance(x + i * d, centre + l * d, d);
            least[i] = now < least[i] ? now : least[i];
            sum += least[i];
        }
        at = uniform() * sum;
        for (next = 0; next + 1 < n && at >= least[next]; next++)
            at -= least[next];
    }
    free(least);
}

static void start_anywhere(const double *x, size_t n, size_t d, size_t k, double *centre)
{
    size_t *row = draw(n, k);

    for (size_t l = 0; l < k; l++)
        memcpy(centre + l * d, x + row[l] * d, d * sizeof *x);
    free(row);
}

/* Lloyd's iterations from the centres given. Returns the sum of squared distances. */
static double iterate(const double *x, size_t n, size_t d, size_t k, int iterations, double *centre,
                      int *label)
{
    size_t *count = take(k, sizeof *count);
    double *sum = take(k * d, sizeof *sum), inertia = 0;

    for (size_t i = 0; i < n; i++)
        label[i] = -1;
    for (int t = 0; t < iterations; t++) {
        size_t changes = 0;
        inertia = 0;
        memset(count, 0, k * sizeof *count);
        memset(sum, 0, k * d * sizeof *sum);
        for (size_t i = 0; i < n; i++) {
            double least;
            int l = (int)nearest(x + i * d, centre, k, d, &least);
            changes += l != label[i];
            label[i] = l;
            inertia += least;
            count[l]++;
            for (size_t s = 0; s < d; s++)
                sum[(size_t)l * d + s] += x[i * d + s];
        }
        if (!changes)
            break;
        for (size_t l = 0; l < k; l++)
            for (size_t s = 0; s < d && count[l]; s++)
                centre[l * d + s] = sum[l * d + s] / (double)count[l];
    }
    free(count);
    free(sum);
    return inertia;
}

/* The best of some starts by k-means++. */
static void cluster(const double *x, size_t n, size_t d, size_t k, int iterations, int starts,
                    int *label)
{
    double *centre = take(k * d, sizeof *centre), best = DBL_MAX;
    int *now = take(n, sizeof *now);

    for (int r = 0; r < starts; r++) {
        double inertia;
        start_far_apart(x, n, d, k, centre);
        inertia = iterate(x, n, d, k, iterations, centre, now);
        if (inertia < best) {
            best = inertia;
            memcpy(label, now, n * sizeof *label);
        }
    }
    free(centre);
    free(now);
}

/* ---- the transfer cut ---- */

/* The eigenvectors of the k largest eigenvalues of D^-1/2 W D^-1/2, times D^-1/2; p x k, largest
 * first. D: the row sums of W, which is overwritten. A row without weight gets zeros. */
static double *embed(double *w, size_t p, size_t k)
{
    int n = (int)p, low = n - (int)k + 1, found, size = -1, whole = -1, info;
    double *scale = take(p, sizeof *scale), *vector = take(p * k, sizeof *vector),
           *value = take(p, sizeof *value), *to = take(p * k, sizeof *to), *work, zero = 0, room;
    int *support = take(2 * p, sizeof *support), *iwork, iroom;

    for (size_t a = 0; a < p; a++) {
        double sum = 0;
        for (size_t b = 0; b < p; b++)
            sum += w[a * p + b];
        scale[a] = sum > 0 ? 1 / sqrt(sum) : 0;
    }
    for (size_t a = 0; a < p; a++)
        for (size_t b = 0; b < p; b++)
            w[a * p + b] *= scale[a] * scale[b];
    dsyevr_("V", "I", "L", &n, w, &n, &zero, &zero, &low, &n, &zero, &found, value, vector, &n,
            support, &room, &size, &iroom, &whole, &info, 1, 1, 1);
    size = (int)room;
    whole = iroom;
    work = take((size_t)size, sizeof *work);
    iwork = take((size_t)whole, sizeof *iwork);
    dsyevr_("V", "I", "L", &n, w, &n, &zero, &zero, &low, &n, &zero, &found, value, vector, &n,
            support, work, &size, iwork, &whole, &info, 1, 1, 1);
    if (info || found != (int)k)
        die("no eigenvectors");
    for (size_t a = 0; a < p; a++)
        for (size_t c = 0; c < k; c++)
            to[a * k + c] = vector[(k - 1 - c) * p + a] * scale[a];
    free(scale);
    free(vector);
    free(value);
    free(work);
    free(iwork);
    free(support);
    return to;
}

/* Row i of B has `entries` numbers, share, which sum to 1, in the columns near. Clusters the rows
 * of B times `table`, p x k, brought to length 1. */
static void cut_objects(const int *near, const double *share, size_t n, size_t entries,
                        const double *table, size_t k, int iterations, int starts, int *label)
{
    double *y = take(n * k, sizeof *y);

    for (size_t i = 0; i < n; i++) {
        double square = 0;
        for (size_t e = i * entries; e < (i + 1) * entries; e++)
            for (size_t c = 0; c < k; c++)
                y[i * k + c] += share[e] * table[(size_t)near[e] * k + c];
        for (size_t c = 0; c < k; c++)
            square += y[i * k + c] * y[i * k + c];
        for (size_t c = 0; c < k; c++)
            y[i * k + c] /= sqrt(square) + 1e-10;
    }
    cluster(y, n, k, k, iterations, starts, label);
    free(y);
}

/* ---- U-SPEC ---- */

static double *choose_representatives(const double *x, size_t n, size_t d, size_t p)
{
    size_t count = n < SAMPLE ? n : SAMPLE, *row = draw(n, count);
    double *sample = take(count * d, sizeof *sample), *representative = take(p * d, sizeof *sample);
    int *label = take(count, sizeof *label);

    for (size_t i = 0; i < count; i++)
        memcpy(sample + i * d, x + row[i] * d, d * sizeof *x);
    start_anywhere(sample, count, d, p, representative);
    iterate(sample, count, d, p, SAMPLE_ITERATIONS, representative, label);
    free(row);
    free(sample);
    free(label);
    return representative;
}

typedef struct {
    double squared;
    int number;
} neighbour;

static int compare(const void *a, const void *b)
{
    const neighbour *x = a, *y = b;

    return x->squared < y->squared   ? -1
           : x->squared > y->squared ? 1
                                     : (x->number > y->number) - (x->number < y->number);
}

/* The nearest of each representative, itself first: p x CANDIDATES. */
static int *list_candidates(const double *representative, size_t p, size_t d)
{
    int *candidate = take(p * CANDIDATES, sizeof *candidate);
    neighbour *all = take(p, sizeof *all);

    for (size_t a = 0; a < p; a++) {
        for (size_t b = 0; b < p; b++)
            all[b] = (neighbour){
                squared_distance(representative + a * d, representative + b * d, d), (int)b};
        qsort(all, p, sizeof *all, compare);
        for (size_t t = 0; t < CANDIDATES; t++)
            candidate[a * CANDIDATES + t] = all[t].number;
    }
    free(all);
    return candidate;
}

/* The nearest NEIGHBOURS of an object among the candidates. */
static void find_neighbours(const double *x, const int *candidate, const double *representative,
                            size_t d, int *near, double *squared)
{
    size_t have = 0;

    for (size_t t = 0; t < CANDIDATES; t++) {
        double now = squared_distance(x, representative + (size_t)candidate[t] * d, d);
        size_t at;
        if (have == NEIGHBOURS && now >= squared[have - 1])
            continue;
        have += have < NEIGHBOURS;
        for (at = have - 1; at > 0 && now < squared[at - 1]; at--) {
            squared[at] = squared[at - 1];
            near[at] = near[at - 1];
        }
        squared[at] = now;
        near[at] = candidate[t];
    }
}

/* The neighbours of all objects: near and squared, n x NEIGHBOURS. Each object looks among the
 * candidates of the representative that is nearest in the group whose centre is nearest. */
static void find_all(const double *x, size_t n, size_t d, const double *representative, size_t p,
                     int *near, double *squared)
{
    size_t groups = (size_t)sqrt((double)p);
    double *centre = take(groups * d, sizeof *centre);
    int *group = take(p, sizeof *group), *candidate = list_candidates(representative, p, d);

    start_far_apart(representative, p, d, groups, centre);
    iterate(representative, p, d, groups, GROUP_ITERATIONS, centre, group);
    for (size_t i = 0; i < n; i++) {
        double least, closest = DBL_MAX;
        int g = (int)nearest(x + i * d, centre, groups, d, &least);
        size_t best = 0;
        for (size_t j = 0; j < p; j++) {
            double now;
            if (group[j] != g)
                continue;
            now = squared_distance(x + i * d, representative + j * d, d);
            if (now < closest) {
                closest = now;
                best = j;
            }
        }
        find_neighbours(x + i * d, candidate + best * CANDIDATES, representative, d,
                        near + i * NEIGHBOURS, squared + i * NEIGHBOURS);
    }
    free(centre);
    free(group);
    free(candidate);
}

static void uspec(const double *x, size_t n, size_t d, size_t k, int *label)
{
    size_t p = n < REPRESENTATIVES ? n : REPRESENTATIVES, entries = n * NEIGHBOURS;
    double *representative = choose_representatives(x, n, d, p), *w = take(p * p, sizeof *w),
           *b = take(entries, sizeof *b), sigma = 0, *table;
    int *near = take(entries, sizeof *near);

    find_all(x, n, d, representative, p, near, b);
    for (size_t e = 0; e < entries; e++)
        sigma += sqrt(b[e]);
    sigma /= (double)entries;
    for (size_t i = 0; i < entries; i += NEIGHBOURS) {
        double sum = 0;
        for (size_t e = i; e < i + NEIGHBOURS; e++) {
            b[e] = exp(-b[e] / (2 * sigma * sigma));
            b[e] = b[e] > 0 ? b[e] : DBL_EPSILON;
            sum += b[e];
        }
        for (size_t e = i; e < i + NEIGHBOURS; e++)
            for (size_t f = i; f < i + NEIGHBOURS; f++)
                w[(size_t)near[e] * p + (size_t)near[f]] += b[e] * b[f] / sum;
        for (size_t e = i; e < i + NEIGHBOURS; e++)
            b[e] /= sum;
    }
    table = embed(w, p, k);
    free(w);
    free(representative);
    cut_objects(near, b, n, NEIGHBOURS, table, k, MEMBER_ITERATIONS, MEMBER_STARTS, label);
    free(near);
    free(b);
    free(table);
}

/* ---- U-SENC ---- */

static void usenc(const double *x, size_t n, size_t d, size_t k, int *label)
{
    int *member = take(n * MEMBERS, sizeof *member), *column = take(n, sizeof *column);
    double *w, *share = take(n * MEMBERS, sizeof *share), *table;
    size_t clusters = 0;

    for (size_t q = 0; q < MEMBERS; q++) {
        size_t k_q = LEAST_K + below(MOST_K - LEAST_K + 1);
        uspec(x, n, d, k_q, column);
        for (size_t i = 0; i < n; i++)
            member[i * MEMBERS + q] = (int)clusters + column[i];
        clusters += k_q;
    }
    w = take(clusters * clusters, sizeof *w);
    for (size_t i = 0; i < n * MEMBERS; i += MEMBERS)
        for (size_t e = i; e < i + MEMBERS; e++) {
            share[e] = 1.0 / MEMBERS;
            for (size_t f = i; f < i + MEMBERS; f++)
                w[(size_t)member[e] * clusters + (size_t)member[f]] += 1.0 / MEMBERS;
        }
    table = embed(w, clusters, k);
    free(w);
    cut_objects(member, share, n, MEMBERS, table, k, ITERATIONS, STARTS, label);
    free(member);
    free(column);
    free(share);
    free(table);
}

/* ---- text ---- */

/* All columns but the last: n x d. */
static double *read_table(const char *path, size_t *n, size_t *d)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t size = 0, room = 0, rows = 0, columns = 0;
    double *x = NULL;

    if (!file || getline(&line, &size, file) < 0)
        die("no table");
    for (const char *c = line; *c; c++)
        columns += *c == ',';
    if (!columns)
        die("two columns at least");
    while (getline(&line, &size, file) > 0) {
        char *at = line;
        if (rows == room) {
            room = room ? 2 * room : 1024;
            x = realloc(x, room * columns * sizeof *x);
            if (!x)
                die("out of memory");
        }
        for (size_t s = 0; s < columns; s++, at++) {
            x[rows * columns + s] = strtod(at, &at);
            if (*at != ',')
                die("a number and a comma expected");
        }
        rows++;
    }
    free(line);
    fclose(file);
    *n = rows;
    *d = columns;
    return x;
}

int main(int argc, char **argv)
{
    size_t n, d;
    double *x;
    int *label;

    if (argc != 4) {
        fprintf(stderr, "usage: uspec TABLE K SEED\n");
        return 2;
    }
    random_state = strtoull(argv[3], NULL, 10) * 0x2545f4914f6cdd1d;
    x = read_table(argv[1], &n, &d);
    if (n < SAMPLE / 10)
        die("fewer objects than representatives");
    label = take(n, sizeof *label);
    usenc(x, n, d, strtoul(argv[2], NULL, 10), label);
    printf("label\n");
    for (size_t i = 0; i < n; i++)
        printf("%d\n", label[i] + 1);
    free(x);
    free(label);
    return fflush(stdout) != 0;
}
