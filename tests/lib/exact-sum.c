/* Exact sums against arithmetic that is done bit by bit: an array has a digit for each power of
 * two, and a term adds 1 to the digit of each of its bits. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/exact_sum.h"

enum { LEAST = -2304, BITS = 4864 };

typedef struct {
    int64_t digit[BITS]; /* of 2^(LEAST + place); of any sign, until it is settled */
    int sign;            /* of a settled one, whose digits are 0 or 1 */
} plain;

static uint64_t state = UINT64_C(88172645463325252);

static uint64_t draw(uint64_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state >> 3) % below;
}

/* ---- bit by bit ---- */

static int bits_of(double x, int place[64])
{
    int exponent, count = 0;
    uint64_t whole = (uint64_t)ldexp(fabs(frexp(x, &exponent)), 53);

    for (int bit = 0; bit < 53; bit++)
        if (whole >> bit & 1)
            place[count++] = exponent - 53 + bit;
    return count;
}

static void add_product(plain *to, double x, double y)
{
    int of_x[64], of_y[64], count_x = bits_of(x, of_x), count_y = bits_of(y, of_y);

    for (int a = 0; a < count_x; a++)
        for (int b = 0; b < count_y; b++)
            to->digit[of_x[a] + of_y[b] - LEAST] += (x < 0) == (y < 0) ? 1 : -1;
}

static void settle(plain *x)
{
    int64_t over = 0;

    for (int turn = 0; turn < 2; turn++) {
        over = 0;
        for (int at = 0; at < BITS; at++) {
            over += x->digit[at];
            x->digit[at] = over & 1;
            over = (over - x->digit[at]) / 2;
        }
        x->sign = turn ? -1 : 1;
        if (over >= 0)
            break;
        for (int at = 0; at < BITS; at++) /* negative: the digits of its magnitude */
            x->digit[at] = -x->digit[at];
        x->digit[BITS - 1] += 2;
    }
    for (int at = 0; at < BITS; at++)
        if (x->digit[at])
            return;
    x->sign = 0;
}

static double rounded(const plain *x)
{
    int top = BITS - 1, last, rest = 0;
    double value = 0;

    while (top >= 0 && !x->digit[top])
        top--;
    last = top - 52 < -1074 - LEAST ? -1074 - LEAST : top - 52;
    for (int at = top; at >= last; at--)
        value = 2 * value + (double)x->digit[at];
    for (int at = 0; at < last - 1; at++)
        rest |= x->digit[at] != 0;
    if (x->digit[last - 1] && (rest || fmod(value, 2) == 1))
        value++;
    return x->sign * ldexp(value, last + LEAST);
}

static plain *plain_alloc(void)
{
    plain *x = calloc(1, sizeof *x);

    must(x != NULL, "memory");
    return x;
}

/* The rest of a settled sum after its double. */
static double rest_of(const plain *x, double high)
{
    plain *rest = plain_alloc();
    double low;

    for (int at = 0; at < BITS; at++)
        rest->digit[at] = x->sign * x->digit[at];
    add_product(rest, -high, 1);
    settle(rest);
    low = rounded(rest);
    free(rest);
    return low;
}

static double mean_of(const plain *x, uint64_t count)
{
    plain *mean = plain_alloc();
    unsigned __int128 rest = 0;
    double value;

    mean->sign = x->sign;
    for (int at = BITS - 1; at >= 0; at--) {
        rest = rest * 2 + (unsigned)x->digit[at];
        mean->digit[at] = rest >= count;
        rest -= rest >= count ? count : 0;
    }
    mean->digit[0] |= rest != 0; /* far below every rounding: it only tells that there is more */
    value = rounded(mean);
    free(mean);
    return value;
}

/* ---- comparisons ---- */

static void compare_text(const ce_exact_sums *sums, size_t i, const plain *x)
{
    char text[CE_EXACT_TEXT], expected[BITS], again[CE_EXACT_TEXT];
    size_t length = ce_exact_format(sums, i, text), used = 0;
    int first = BITS / 4 - 1, last = 0;
    ce_exact_sums copy = {.count = 2};

#define HEX(at)                                                                      \
    (int)(x->digit[4 * (at)] + 2 * x->digit[4 * (at) + 1] + 4 * x->digit[4 * (at) + 2] + \
          8 * x->digit[4 * (at) + 3])
    strcpy(expected, "0");
    if (x->sign) {
        while (!HEX(first))
            first--;
        while (!HEX(last))
            last++;
        if (x->sign < 0)
            expected[used++] = '-';
        for (int at = first; at >= last; at--)
            expected[used++] = "0123456789abcdef"[HEX(at)];
        sprintf(expected + used, "p%d", LEAST + 4 * last);
    }
#undef HEX
    must(!strcmp(text, expected) && length == strlen(text), "the text of a sum");
    must(ce_exact_parse(&copy, 1, text, length, NULL) == 1, "the text of a sum is read");
    ce_exact_format(&copy, 1, again);
    must(!strcmp(text, again), "what was read is what was written");
    must(!ce_exact_sign(&copy, 0), "the sum beside it stays 0");
    ce_exact_free(&copy);
}

static void compare(const ce_exact_sums *sums, size_t i, const plain *x)
{
    double high, low, expected = rounded(x);
    uint64_t counts[] = {1, 3, 1 + draw(1000), UINT64_C(1) << 63, (UINT64_C(1) << 62) + draw(99)};

    must(ce_exact_sign(sums, i) == x->sign, "the sign");
    ce_exact_value(sums, i, &high, &low);
    must(high == expected, "the nearest double");
    must(low == (isinf(high) ? 0 : rest_of(x, high)), "the rest");
    ce_exact_value(sums, i, &high, NULL);
    must(high == expected, "the nearest double alone");
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
        must(ce_exact_mean(sums, i, counts[c]) == mean_of(x, counts[c]), "the mean");
    compare_text(sums, i, x);
}

/* Kinds of terms. */
enum {
    THOUSANDTHS,
    ANY_BITS,
    SMALLEST,
    LARGEST,
    TIES,
    WHOLE,
    CANCEL,
    FEW_PLACES,
    SUBNORMAL,
    KINDS
};

static double term(int kind, double before)
{
    uint64_t bits = state * 3;
    double x, any;

    memcpy(&any, &bits, sizeof any);
    x = (double)(int64_t)(draw(2000001)) - 1e6;
    switch (kind) {
    case THOUSANDTHS: return x / 1000;
    case ANY_BITS: return isfinite(any) ? any : x;
    case SMALLEST: return ldexp(x, -1074);
    case LARGEST: return draw(2) ? 0x1.fffffffffffffp1023 : -0x1.0000000000001p1023;
    case TIES: return draw(2) ? 1 + (double)draw(4) : ldexp(1, -53 - (int)(draw(3) * draw(34)));
    case WHOLE: return trunc(((double)draw(UINT64_C(1) << 53) - 0x1p52) / ldexp(1, (int)draw(53)));
    case CANCEL: return draw(3) ? -before : isfinite(any) ? any : x;
    case FEW_PLACES: return ldexp(x, 8 * (int)draw(9) - 32);
    /* products lose a bit or two, and must not be rounded twice */
    default: return ldexp(1 + (double)draw(UINT64_C(1) << 52) * 0x1p-52, -513 + (int)draw(3));
    }
}

/* Carries that are taken change no sum, and leave 32 bits in each limb but the last. */
static void take_carries(ce_exact_sums *sums, size_t i)
{
    char before[CE_EXACT_TEXT], after[CE_EXACT_TEXT];

    ce_exact_format(sums, i, before);
    ce_exact_carry(sums);
    ce_exact_format(sums, i, after);
    must(!strcmp(before, after), "carries keep a sum");
    for (int l = 0; l + 1 < sums->limbs; l++)
        must(sums->limb[i * (size_t)sums->limbs + (size_t)l] >> 32 == 0, "carries are taken");
    must(!sums->adds, "no term since carries were taken");
}

/* Sums of terms and of products, in two halves that are joined; a few are close to a carry. */
static void compare_sums(int kind, int products, size_t terms)
{
    ce_exact_sums part[2] = {{.count = 3}, {.count = 2}}, whole = {.count = 2};
    plain *x = plain_alloc();
    double a = 1, b = 1;

    for (size_t t = 0; t < terms; t++) {
        ce_exact_sums *to = &part[draw(2)];
        int rc;
        if (to->limbs && draw(4) == 0)
            to->adds = (UINT32_C(1) << 30) - 1 - (uint32_t)draw(2); /* as after so many terms */
        a = term(kind, a);
        b = products ? term(kind, b) : 1;
        if (kind == WHOLE && !products)
            rc = ce_exact_add_integer(to, 1, (int64_t)a, NULL);
        else
            rc = products ? ce_exact_add_product(to, 1, a, b, NULL) : ce_exact_add(to, 1, a, NULL);
        must(!rc, "a term is added");
        add_product(x, a, b);
    }
    for (int p = 0; p < 2; p++)
        must(!ce_exact_join(&whole, 1, &part[p], 1, NULL), "sums are joined");
    settle(x);
    compare(&whole, 1, x);
    take_carries(&part[0], 1);
    must(!ce_exact_sign(&whole, 0) && !ce_exact_sign(&part[0], 0) && !ce_exact_sign(&part[0], 2),
         "sums that got no term stay 0");
    for (int p = 0; p < 2; p++)
        ce_exact_free(&part[p]);
    ce_exact_free(&whole);
    free(x);
}

/* Terms that fill every bit of a limb, and more of them than one limb above has room for. */
static void compare_full(size_t terms)
{
    ce_exact_sums sums = {.count = 1};
    plain *x = plain_alloc();
    double all = 0x1.fffffffffffffp52, sign = terms % 2 ? -1 : 1;

    for (size_t t = 0; t < terms; t++)
        ce_exact_add(&sums, 0, sign * all, NULL);
    for (int at = 0; at < 53; at++)
        x->digit[at - LEAST] = (int64_t)sign * (int64_t)terms;
    settle(x);
    compare(&sums, 0, x);
    must(!ce_exact_reach(&sums, -900, 900, NULL), "room on both sides");
    compare(&sums, 0, x);
    ce_exact_add(&sums, 0, sign * all, NULL);
    take_carries(&sums, 0);
    ce_exact_free(&sums);
    free(x);
}

/* count * sum of x y - sum of x * sum of y, with whole numbers that fit into 128 bits. */
static void compare_moment(size_t n, int spread)
{
    ce_exact_sums products = {.count = 1}, sums = {.count = 2};
    __int128 xy = 0, sum_x = 0, sum_y = 0, moment, magnitude;
    plain *x = plain_alloc();
    double high, low, expected;

    for (size_t i = 0; i < n; i++) {
        int64_t a = (int64_t)draw((uint64_t)1 << spread) - 7;
        int64_t b = spread % 2 ? a : (int64_t)draw(99);
        ce_exact_add_product(&products, 0, (double)a / 1024, (double)b / 2, NULL);
        ce_exact_add(&sums, 0, (double)a / 1024, NULL);
        ce_exact_add(&sums, 1, (double)b / 2, NULL);
        xy += (__int128)a * b;
        sum_x += a;
        sum_y += b;
    }
    moment = (__int128)n * xy - sum_x * sum_y;
    magnitude = moment < 0 ? -moment : moment;
    for (int at = 0; at < 126; at++) /* it counts 2^-11 */
        x->digit[at - 11 - LEAST] = (moment < 0 ? -1 : 1) * (int64_t)(magnitude >> at & 1);
    settle(x);
    expected = rounded(x);
    ce_exact_moment(&products, 0, n, &sums, 0, &sums, 1, &high, &low);
    must(high == expected && low == rest_of(x, expected), "a moment");
    ce_exact_free(&products);
    ce_exact_free(&sums);
    free(x);
}

/* Sums of 0, and moments of pairs of which each has a 0. */
static void compare_zeros(void)
{
    static const double pair[][2] = {{0, 0}, {0x1p40, 0}, {0, 0}, {0, 0x1p50}, {-0x1p40, 0}};

    for (size_t n = 1; n <= sizeof pair / sizeof *pair; n++) {
        ce_exact_sums products = {.count = 1}, sums = {.count = 2};
        double high, low, sum_x = 0, sum_y = 0;
        for (size_t i = 0; i < n; i++) {
            ce_exact_add_product(&products, 0, pair[i][0], pair[i][1], NULL);
            for (size_t s = 0; s < 2; s++)
                ce_exact_add(&sums, s, pair[i][s], NULL);
            sum_x += pair[i][0];
            sum_y += pair[i][1];
        }
        ce_exact_moment(&products, 0, n, &sums, 0, &sums, 1, &high, &low);
        must(high == -sum_x * sum_y && low == 0, "a moment of zeros");
        ce_exact_free(&products);
        ce_exact_free(&sums);
    }
    for (int64_t whole = -3; whole <= 3; whole++) {
        ce_exact_sums sums = {.count = 1};
        double high;
        ce_exact_add_integer(&sums, 0, whole, NULL);
        ce_exact_value(&sums, 0, &high, NULL);
        must(high == (double)whole, "a small whole number");
        ce_exact_free(&sums);
    }
}

/* A bit far below a tie decides how it is rounded. */
static void compare_far_bits(void)
{
    const char *lowest = "100000000000008000000001p0"; /* 2^92 + 2^39 + 1 */
    ce_exact_sums one = {.count = 1};
    double value;

    ce_exact_parse(&one, 0, lowest, strlen(lowest), NULL);
    ce_exact_value(&one, 0, &value, NULL);
    must(value == 0x1p92 + 0x1p40, "a tie and the lowest bit");
    ce_exact_free(&one);
    for (int place = 54; place < 400; place++)
        for (int sign = -1; sign <= 1; sign += 2) {
            ce_exact_sums sums = {.count = 1};
            double high;
            ce_exact_add(&sums, 0, 1, NULL);
            ce_exact_add(&sums, 0, 0x1p-53, NULL);
            ce_exact_add(&sums, 0, sign * ldexp(1, -place), NULL);
            ce_exact_value(&sums, 0, &high, NULL);
            must(high == (sign > 0 ? 1 + 0x1p-52 : 1), "a tie and a bit far below");
            ce_exact_free(&sums);
        }
}

static int reads(const char *text)
{
    ce_exact_sums sums = {.count = 1};
    int rc = ce_exact_parse(&sums, 0, text, strlen(text), NULL);

    must(rc || !ce_exact_sign(&sums, 0), "a text that is refused adds nothing");
    ce_exact_free(&sums);
    return rc;
}

static void compare_texts(void)
{
    static const char *const good[] = {"0", "1p0", "-1p0", "1f2p-2176", "fp2236", "101p-4", "9p12"};
    static const char *const bad[] = {
        "",    "-",      "-0",     "00",       "p0",     "-p0",     "1",       "1p",     "01p0",
        "10p0", "1p1",    "1p2",    "1p-3",     "1p-2180", "1p2240", "11p2236", "Fp0",    "gp0",
        "1-1p0", "1p0x",  "1p4 ",   "1p000000004", "1pp4", "0p0",    "--1p0",   "+1p0"};
    char many[CE_EXACT_TEXT + 8];

    for (size_t t = 0; t < sizeof good / sizeof *good; t++)
        must(reads(good[t]) == 1, good[t]);
    for (size_t t = 0; t < sizeof bad / sizeof *bad; t++)
        must(reads(bad[t]) == 0, bad[t]);
    /* the longest number that is kept, and one digit more */
    memset(many, 'f', sizeof many);
    strcpy(many + (CE_EXACT_MOST - CE_EXACT_LEAST) / 4, "p-2176");
    must(reads(many) == 1, "the longest text");
    strcpy(many + (CE_EXACT_MOST - CE_EXACT_LEAST) / 4 + 1, "p-2176");
    must(reads(many) == 0, "a text that is too long");
}

int main(void)
{
    size_t sums = 0;

    for (int kind = 0; kind < KINDS; kind++)
        for (int products = 0; products < 2; products++)
            for (size_t turn = 0; turn < 24; turn++, sums++)
                compare_sums(kind, products,
                             turn < 8 || kind == SUBNORMAL ? turn % 6 : draw(200));
    for (size_t turn = 0; turn < 200; turn++, sums++)
        compare_sums(TIES, 0, 2 + draw(4));
    for (size_t terms = 1; terms < 70000; terms = terms * 5 + 1, sums++)
        compare_full(terms);
    for (int spread = 4; spread < 52; spread++, sums++)
        compare_moment(1 + draw(40), spread);
    compare_zeros();
    compare_far_bits();
    compare_texts();
    printf("%zu sums: each bit is that of sums bit by bit\n", sums);
    return 0;
}
