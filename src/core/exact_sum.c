#include "core/exact_sum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"

enum { LIMB = 32 };
#define MASK ((int64_t)0xffffffff)

void ce_exact_free(ce_exact_sums *sums)
{
    free(sums->limb);
    *sums = (ce_exact_sums){0};
}

static int floor_limb(int bit)
{
    return (bit >= 0 ? bit / LIMB : -((-bit + LIMB - 1) / LIMB)) * LIMB;
}

int ce_exact_reach(ce_exact_sums *sums, int low_bit, int high_bit, ce_error *err)
{
    /* two limbs above the highest bit hold carries of 2^63 terms, another the upper bits of one */
    int low = floor_limb(low_bit), end = floor_limb(high_bit) + 4 * LIMB, limbs, shift;
    int64_t *limb;

    if (sums->limbs && sums->low < low)
        low = sums->low;
    if (sums->limbs && sums->low + sums->limbs * LIMB > end)
        end = sums->low + sums->limbs * LIMB;
    limbs = (end - low) / LIMB;
    if (sums->limbs == limbs)
        return CE_OK;
    limb = ce_calloc(sums->count, (size_t)limbs * sizeof *limb, err);
    if (!limb)
        return CE_ENOMEM;
    ce_exact_carry(sums);
    shift = (sums->low - low) / LIMB;
    for (size_t i = 0; i < sums->count && sums->limbs; i++) {
        const int64_t *from = sums->limb + i * (size_t)sums->limbs;
        int64_t *to = limb + i * (size_t)limbs, top = from[sums->limbs - 1];
        memcpy(to + shift, from, (size_t)sums->limbs * sizeof *to);
        /* the sign goes up to the new last limb */
        for (int l = shift + sums->limbs - 1; l < limbs - 1; l++) {
            to[l] = top & MASK;
            top >>= LIMB;
            to[l + 1] = top;
        }
    }
    free(sums->limb);
    sums->limb = limb;
    sums->limbs = limbs;
    sums->low = low;
    return CE_OK;
}

static void carry(int64_t *limb, int limbs)
{
    int64_t over = 0;

    for (int l = 0; l < limbs - 1; l++) {
        over += limb[l];
        limb[l] = over & MASK;
        over >>= LIMB;
    }
    if (limbs)
        limb[limbs - 1] += over;
}

void ce_exact_carry(ce_exact_sums *sums)
{
    for (size_t i = 0; i < sums->count && sums->limbs; i++)
        carry(sums->limb + i * (size_t)sums->limbs, sums->limbs);
    sums->adds = 0;
}

int ce_exact_add_product(ce_exact_sums *sums, size_t i, double x, double y, ce_error *err)
{
    uint64_t a, b;
    unsigned __int128 product;
    int place_a, place_b, place, negative_a, negative_b, rc;

    if (x == 0 || y == 0)
        return CE_OK;
    ce_exact_take_apart(x, &a, &place_a, &negative_a);
    ce_exact_take_apart(y, &b, &place_b, &negative_b);
    product = (unsigned __int128)a * b;
    place = place_a + place_b;
    if (place < sums->low || place + 203 > sums->low + 32 * sums->limbs) {
        rc = ce_exact_reach(sums, place, place + 106, err);
        if (rc)
            return rc;
    }
    ce_exact_add_bits(sums, i, (uint64_t)product & 0x1fffffffffffff, place,
                      negative_a ^ negative_b);
    ce_exact_add_bits(sums, i, (uint64_t)(product >> 53), place + 53, negative_a ^ negative_b);
    return CE_OK;
}

int ce_exact_add_integer(ce_exact_sums *sums, size_t i, int64_t x, ce_error *err)
{
    uint64_t magnitude = x < 0 ? -(uint64_t)x : (uint64_t)x;
    int rc = ce_exact_reach(sums, 0, 64, err);

    if (!rc) {
        ce_exact_add_bits(sums, i, magnitude & 0xffffffff, 0, x < 0);
        ce_exact_add_bits(sums, i, magnitude >> 32, 32, x < 0);
    }
    return rc;
}

int ce_exact_join(ce_exact_sums *to, size_t i, const ce_exact_sums *from, size_t j, ce_error *err)
{
    const int64_t *source;
    int64_t *limb, over = 0;
    int rc, last = from->limbs - 1;

    if (!from->limbs)
        return CE_OK;
    rc = ce_exact_reach(to, from->low, from->low + (from->limbs - 4) * LIMB, err);
    if (rc)
        return rc;
    source = from->limb + j * (size_t)from->limbs;
    limb = to->limb + i * (size_t)to->limbs;
    carry(limb, to->limbs);
    limb += (from->low - to->low) / LIMB;
    for (int l = 0; l < last; l++) {
        over += source[l];
        limb[l] += over & MASK;
        over >>= LIMB;
    }
    limb[last] += over + source[last];
    carry(to->limb + i * (size_t)to->limbs, to->limbs);
    return CE_OK;
}

/* ---- a sum by itself ---- */

/* Room for any sum, and for a product of two. */
enum { LONGEST = 2 * ((CE_EXACT_MOST - CE_EXACT_LEAST) / LIMB + 8) };

/* sign * magnitude 2^low; limbs above `limbs` are not there. */
typedef struct {
    int sign, low, limbs;
    uint32_t limb[LONGEST];
} big;

static int is_zero(const big *x)
{
    for (int l = 0; l < x->limbs; l++)
        if (x->limb[l])
            return 0;
    return 1;
}

static void big_of(const ce_exact_sums *sums, size_t i, big *x)
{
    const int64_t *limb;
    int64_t over = 0;

    *x = (big){.low = sums->low};
    if (!sums->limbs)
        return;
    limb = sums->limb + i * (size_t)sums->limbs;
    for (int l = 0; l < sums->limbs; l++)
        over = (over + limb[l]) >> LIMB;
    x->sign = over < 0 ? -1 : 1;
    over = 0;
    for (int l = 0; l < sums->limbs; l++) {
        over += x->sign * limb[l];
        x->limb[x->limbs++] = (uint32_t)(over & MASK);
        over >>= LIMB;
    }
    for (; over > 0; over >>= LIMB)
        x->limb[x->limbs++] = (uint32_t)(over & MASK);
    if (is_zero(x))
        x->sign = 0;
}

/* The number of the highest bit of a magnitude that is not 0. */
static int highest_bit(const big *x)
{
    int l = x->limbs - 1;

    while (!x->limb[l])
        l--;
    return l * LIMB + LIMB - 1 - __builtin_clz(x->limb[l]);
}

static unsigned bit_at(const big *x, int bit)
{
    return bit < x->limbs * LIMB ? x->limb[bit / LIMB] >> bit % LIMB & 1 : 0;
}

static int any_below(const big *x, int bit)
{
    for (int l = 0; l < bit / LIMB && l < x->limbs; l++)
        if (x->limb[l])
            return 1;
    return bit % LIMB && bit < x->limbs * LIMB && x->limb[bit / LIMB] << (LIMB - bit % LIMB) != 0;
}

/* The nearest double, ties to even. */
static double nearest(const big *x)
{
    int last;
    uint64_t digits = 0;

    if (!x->sign)
        return 0;
    last = highest_bit(x) - 52;
    if (x->low + last < -1074)
        last = -1074 - x->low;
    if (last < 0)
        last = 0;
    for (int bit = last + 52; bit >= last; bit--)
        digits = digits << 1 | bit_at(x, bit);
    if (last && bit_at(x, last - 1) && (digits & 1 || any_below(x, last - 1)))
        digits++;
    return x->sign * ldexp((double)digits, x->low + last);
}

/* a = a * b, a whole number below 2^63. */
static void multiply_by(big *a, uint64_t b)
{
    unsigned __int128 over = 0;

    for (int l = 0; l < a->limbs; l++) {
        over += (unsigned __int128)a->limb[l] * b;
        a->limb[l] = (uint32_t)over;
        over >>= LIMB;
    }
    for (; over; over >>= LIMB)
        a->limb[a->limbs++] = (uint32_t)over;
}

static void multiply(const big *a, const big *b, big *product)
{
    *product =
        (big){.sign = a->sign * b->sign, .low = a->low + b->low, .limbs = a->limbs + b->limbs};
    for (int l = 0; l < a->limbs; l++) {
        uint64_t over = 0;
        for (int r = 0; r < b->limbs; r++) {
            over += (uint64_t)a->limb[l] * b->limb[r] + product->limb[l + r];
            product->limb[l + r] = (uint32_t)over;
            over >>= LIMB;
        }
        product->limb[l + b->limbs] = (uint32_t)over;
    }
}

/* a += sign * b. */
static void add(big *a, const big *b, int sign)
{
    int low = a->low < b->low ? a->low : b->low, from_a = (a->low - low) / LIMB,
        from_b = (b->low - low) / LIMB, limbs;
    int64_t over = 0;
    big sum = {.sign = 1, .low = low};

    limbs = from_a + a->limbs > from_b + b->limbs ? from_a + a->limbs : from_b + b->limbs;
    for (int pass = 0; pass < 2; pass++) {
        sum.limbs = 0;
        over = 0;
        for (int l = 0; l <= limbs; l++) {
            if (l >= from_a && l < from_a + a->limbs)
                over += sum.sign * a->sign * (int64_t)a->limb[l - from_a];
            if (l >= from_b && l < from_b + b->limbs)
                over += sum.sign * sign * b->sign * (int64_t)b->limb[l - from_b];
            sum.limb[sum.limbs++] = (uint32_t)(over & MASK);
            over >>= LIMB;
        }
        if (over >= 0)
            break;
        sum.sign = -1; /* the magnitude is that of the other sign */
    }
    if (is_zero(&sum))
        sum.sign = 0;
    *a = sum;
}

/* The bits of a double, aligned to whole limbs. */
static void big_of_double(double x, big *to)
{
    uint64_t magnitude;
    int place, negative, shift;

    ce_exact_take_apart(x, &magnitude, &place, &negative);
    *to = (big){.sign = negative ? -1 : 1, .low = floor_limb(place), .limbs = 3};
    shift = place - to->low;
    to->limb[0] = (uint32_t)(magnitude << shift);
    magnitude >>= LIMB - shift;
    to->limb[1] = (uint32_t)magnitude;
    to->limb[2] = (uint32_t)(magnitude >> LIMB);
    if (x == 0)
        to->sign = 0;
}

static void split(big *x, double *high, double *low)
{
    big part;

    *high = nearest(x);
    if (!low)
        return;
    *low = 0;
    if (isinf(*high))
        return;
    big_of_double(*high, &part);
    add(x, &part, -1);
    *low = nearest(x);
}

int ce_exact_sign(const ce_exact_sums *sums, size_t i)
{
    big x;

    big_of(sums, i, &x);
    return x.sign;
}

void ce_exact_value(const ce_exact_sums *sums, size_t i, double *high, double *low)
{
    big x;

    big_of(sums, i, &x);
    split(&x, high, low);
}

double ce_exact_mean(const ce_exact_sums *sums, size_t i, uint64_t count)
{
    enum { MORE = 4 }; /* limbs of the quotient below those of the sum: 128 - 53 bits are enough */
    unsigned __int128 rest = 0;
    big x;

    big_of(sums, i, &x);
    if (!x.sign)
        return 0;
    memmove(x.limb + MORE, x.limb, (size_t)x.limbs * sizeof *x.limb);
    memset(x.limb, 0, MORE * sizeof *x.limb);
    x.limbs += MORE;
    x.low -= MORE * LIMB;
    for (int l = x.limbs - 1; l >= 0; l--) {
        rest = rest << LIMB | x.limb[l];
        x.limb[l] = (uint32_t)(rest / count);
        rest %= count;
    }
    x.limb[0] |= rest != 0; /* what is left only decides that a tie is none */
    return nearest(&x);
}

void ce_exact_moment(const ce_exact_sums *products, size_t i, uint64_t count,
                     const ce_exact_sums *a, size_t ia, const ce_exact_sums *b, size_t ib,
                     double *high, double *low)
{
    big x, y, z, product;

    big_of(products, i, &x);
    big_of(a, ia, &y);
    big_of(b, ib, &z);
    multiply_by(&x, count);
    multiply(&y, &z, &product);
    add(&x, &product, -1);
    split(&x, high, low);
}

/* ---- texts ---- */

static const char digit[] = "0123456789abcdef";

size_t ce_exact_format(const ce_exact_sums *sums, size_t i, char *text)
{
    size_t used = 0;
    int first, last = 0;
    big x;

    big_of(sums, i, &x);
    if (!x.sign) {
        memcpy(text, "0", 2);
        return 1;
    }
    if (x.sign < 0)
        text[used++] = '-';
    first = highest_bit(&x) / 4;
    while (!(x.limb[last / 8] >> last % 8 * 4 & 15))
        last++;
    for (int at = first; at >= last; at--)
        text[used++] = digit[x.limb[at / 8] >> at % 8 * 4 & 15];
    return used + (size_t)snprintf(text + used, 12, "p%d", x.low + 4 * last);
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int ce_exact_parse(ce_exact_sums *sums, size_t i, const char *text, size_t length, ce_error *err)
{
    const char *end = text + length, *p = memchr(text, 'p', length), *first = text;
    int negative = length && *text == '-', place, rc;
    char exponent[16], *after;
    size_t digits;

    if (length == 1 && *text == '0')
        return 1;
    first += negative;
    if (!p || p <= first || end - p > 8 || end - p < 2 || *first == '0' || p[-1] == '0')
        return 0;
    memcpy(exponent, p + 1, (size_t)(end - p - 1));
    exponent[end - p - 1] = '\0';
    place = (int)strtol(exponent, &after, 10);
    digits = (size_t)(p - first);
    if (*after || digits > (CE_EXACT_MOST - CE_EXACT_LEAST) / 4 || place % 4 ||
        place < CE_EXACT_LEAST || place + 4 * (int)digits > CE_EXACT_MOST)
        return 0;
    for (const char *c = first; c < p; c++)
        if (digit_of(*c) < 0)
            return 0;
    rc = ce_exact_reach(sums, place, place + 4 * (int)digits, err);
    for (const char *c = p; c > first && !rc;) {
        uint64_t some = 0; /* several digits at a time */
        int bits = 0;
        for (; c > first && bits < 52; bits += 4)
            some |= (uint64_t)digit_of(*--c) << bits;
        ce_exact_add_bits(sums, i, some, place, negative);
        place += bits;
    }
    return rc ? rc : 1;
}
