/* failures: what is in an output after a call that failed, and labels of groups as labels of
 * objects. Prints what is not as it must be, and how much was looked at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/label_pairs.h"
#include "core/labels.h"
#include "core/microclusters.h"
#include "io/objects.h"

static int looked, wrong;

static void check(int fine, const char *what)
{
    looked++;
    if (!fine) {
        wrong++;
        printf("%s\n", what);
    }
}

static int is_zero(const void *memory, size_t size)
{
    const unsigned char *byte = memory;

    for (size_t b = 0; b < size; b++)
        if (byte[b])
            return 0;
    return 1;
}

/* Three objects in two base clusterings. */
static void fill(ce_labels *labels)
{
    static const int32_t label[] = {0, 1, 0, 0, 0, 1};
    ce_error err = {0};

    if (ce_labels_alloc(labels, 3, 2, &err))
        exit(1);
    memcpy(labels->labels, label, sizeof label);
    labels->k[0] = labels->k[1] = 2;
}

static void test_pairs(void)
{
    const double good[] = {1, 2}, bad[] = {0, 0};
    ce_labels labels = {0};
    ce_label_pairs pairs = {0};
    ce_error err = {0};

    fill(&labels);
    check(!ce_label_pairs_build(&pairs, &labels, good, &err) && pairs.m == 2, "pairs");
    check(ce_label_pairs_build(&pairs, &labels, bad, &err) == CE_EARG, "weights of 0 pass");
    check(is_zero(&pairs, sizeof pairs), "pairs are not empty after weights of 0");
    ce_label_pairs_free(&pairs);
    ce_labels_free(&labels);
}

static void test_labels(void)
{
    ce_labels labels = {0};
    ce_error err = {0};

    fill(&labels);
    check(ce_labels_alloc(&labels, (size_t)INT32_MAX + 1, 1, &err) == CE_EARG, "too many objects");
    check(is_zero(&labels, sizeof labels), "labels are not empty after too many objects");
}

/* path: a table that is refused in its second row. */
static void test_objects(const char *path)
{
    const ce_table_format format = {.id_column = "a"};
    ce_text_column id = {0};
    ce_error err = {0};
    size_t n = 99;

    check(ce_objects_read(&id, &n, path, &format, &err) == CE_EINPUT, "the same id twice passes");
    check(is_zero(&id, sizeof id), "ids are not empty after one that is there twice");
    check(n == 0, "objects are counted after an id that is there twice");
}

static void test_expand(void)
{
    int32_t label[] = {1, 0, 1}, group[] = {2, 1, 1, 0};
    const int32_t expected[] = {0, 1, 1, 0};
    const ce_partition small = {.n = 3, .labels = label, .k = 2};
    const ce_microclusters micro = {.n = 4, .count = 3, .of = group};
    ce_partition objects = {0};
    ce_error err = {0};

    check(!ce_partition_expand(&small, group, 4, &objects, &err) && objects.k == 2 &&
              !memcmp(objects.labels, expected, sizeof expected),
          "labels of groups");
    check(!ce_microclusters_expand(&micro, &small, &objects, &err) && objects.n == 4 &&
              !memcmp(objects.labels, expected, sizeof expected),
          "labels of microclusters");
    check(!ce_partition_expand(&small, NULL, 0, &objects, &err) && objects.k == 0, "no objects");
    ce_partition_free(&objects);
}

int main(int argc, char **argv)
{
    test_pairs();
    test_labels();
    if (argc > 1)
        test_objects(argv[1]);
    test_expand();
    printf("%d looked at, %d wrong\n", looked, wrong);
    return wrong != 0;
}
