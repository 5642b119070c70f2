/* mutate SEED: copies standard input to standard output with some damage, the same damage for the
 * same seed. mutate SEED FOLDER COUNT FILE...: writes COUNT damaged copies of the files, taken in
 * turn, into the folder; the first has the seed's damage, the next the next one's. For fuzzing. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 22 };

static uint64_t state;

/* splitmix64 */
static uint64_t draw(void)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static size_t below(size_t n)
{
    return n ? (size_t)(draw() % n) : 0;
}

typedef struct {
    char *bytes;
    size_t size;
} text;

/* Puts `count` bytes in the place of `gone` bytes at `at`. */
static void replace(text *t, size_t at, size_t gone, const char *with, size_t count)
{
    if (t->size - gone + count > MOST)
        return;
    memmove(t->bytes + at + count, t->bytes + at + gone, t->size - at - gone);
    memcpy(t->bytes + at, with, count);
    t->size += count - gone;
}

static void put_word(text *t, size_t at, size_t gone)
{
    static const char *const words[] = {"",
                                        "0",
                                        "-1",
                                        "1",
                                        "2147483647",
                                        "2147483648",
                                        "4294967296",
                                        "9223372036854775807",
                                        "18446744073709551616",
                                        "1e400",
                                        "-1e-400",
                                        "nan",
                                        "inf",
                                        "NA",
                                        "?",
                                        "0x10",
                                        "1.5",
                                        "1e5",
                                        "99999999999999999999999999999999",
                                        "\"",
                                        "\"\"",
                                        ",",
                                        ",,,,",
                                        "\n",
                                        "\r\n",
                                        "\n\n\n",
                                        "\r",
                                        "\t",
                                        " ",
                                        "%",
                                        "size",
                                        "id",
                                        "class",
                                        "\xef\xbb\xbf",
                                        "\xff\xfe",
                                        "'",
                                        "(",
                                        "general",
                                        "pattern",
                                        "%%MatrixMarket",
                                        "0.1234567890123456789012345678901234567890",
                                        "-",
                                        "+",
                                        ".",
                                        "e",
                                        "é",
                                        ":",
                                        "a:1",
                                        "centroid",
                                        "weight",
                                        "mode"};
    const char *word = words[below(sizeof words / sizeof *words)];

    replace(t, at, gone, word, strlen(word));
}

/* The token (run of letters, digits and points) around a place: its start, and its length in
 * *length. */
static size_t token(const text *t, size_t at, size_t *length)
{
    static const char inside[] =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.+-_";
    size_t start = at, end = at;

    while (start > 0 && t->bytes[start - 1] && strchr(inside, t->bytes[start - 1]))
        start--;
    while (end < t->size && t->bytes[end] && strchr(inside, t->bytes[end]))
        end++;
    *length = end - start;
    return start;
}

/* The line around a place, with its end. */
static size_t line(const text *t, size_t at, size_t *length)
{
    size_t start = at, end = at;

    while (start > 0 && t->bytes[start - 1] != '\n')
        start--;
    while (end < t->size && t->bytes[end++] != '\n')
        ;
    *length = end - start;
    return start;
}

/* Damage that often leaves a table a table: another digit, a cell from elsewhere, a line twice or
 * moved. */
static void disturb(text *t)
{
    size_t at = below(t->size), length, other_length, start, other;
    char copy[256];

    switch (below(4)) {
    case 0:
        for (size_t tries = 0; tries < 64 && (t->bytes[at] < '0' || t->bytes[at] > '9'); tries++)
            at = below(t->size);
        t->bytes[at] = (char)('0' + below(10));
        break;
    case 1:
        other = token(t, below(t->size), &other_length);
        if (other_length > sizeof copy)
            break;
        memcpy(copy, t->bytes + other, other_length);
        start = token(t, at, &length);
        replace(t, start, length, copy, other_length);
        break;
    default:
        start = line(t, at, &length);
        if (length > sizeof copy)
            break;
        memcpy(copy, t->bytes + start, length);
        if (below(2))
            replace(t, start, length, "", 0);
        other = t->size ? line(t, below(t->size), &other_length) : 0;
        replace(t, other, 0, copy, length);
        break;
    }
}

static void damage(text *t)
{
    size_t at = below(t->size), length, start;
    char copy[256];

    switch (below(10)) {
    case 0: t->bytes[at] = (char)(t->bytes[at] ^ (1 << below(8))); break;
    case 1: t->bytes[at] = (char)draw(); break;
    case 2: t->bytes[at] = "\0\xff,\"\n\r -9"[below(9)]; break;
    case 3:
        length = below(t->size - at < 64 ? t->size - at : 64);
        replace(t, at, length, "", 0);
        break;
    case 4:
        length = below(t->size - at < sizeof copy ? t->size - at : sizeof copy);
        memcpy(copy, t->bytes + at, length);
        replace(t, below(t->size), 0, copy, length);
        break;
    case 5: t->size = at; break;
    case 6: put_word(t, at, 0); break;
    default: start = token(t, at, &length); put_word(t, start, length); break;
    }
}

static void mutate(text *t, unsigned long long seed, FILE *from, FILE *to)
{
    memset(t->bytes, 0, t->size);
    state = seed * UINT64_C(0x2545f4914f6cdd1d);
    t->size = fread(t->bytes, 1, MOST, from);
    for (size_t left = 1 + below(3) * below(3); left && t->size; left--)
        (below(2) ? disturb : damage)(t);
    fwrite(t->bytes, 1, t->size, to);
}

static int mutate_files(text *t, unsigned long long seed, const char *folder, size_t count,
                        char *const *name, size_t names)
{
    char path[4096];
    int rc = 0;

    for (size_t i = 0; i < count && !rc; i++) {
        FILE *from = fopen(name[i % names], "rb"), *to;
        snprintf(path, sizeof path, "%s/%zu", folder, i);
        to = fopen(path, "wb");
        rc = !from || !to;
        if (rc)
            fprintf(stderr, "mutate: %s or %s: cannot be opened\n", name[i % names], path);
        else
            mutate(t, seed + i, from, to);
        if (from)
            fclose(from);
        rc |= to && fclose(to);
    }
    return rc;
}

int main(int argc, char **argv)
{
    text t = {calloc(1, MOST + 1), 0};
    unsigned long long seed;
    int rc = 0;

    if ((argc != 2 && argc < 5) || !t.bytes)
        return 2;
    seed = strtoull(argv[1], NULL, 10);
    if (argc == 2)
        mutate(&t, seed, stdin, stdout);
    else
        rc = mutate_files(&t, seed, argv[2], strtoull(argv[3], NULL, 10), argv + 4,
                          (size_t)(argc - 4));
    free(t.bytes);
    return rc;
}
