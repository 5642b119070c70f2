/*
 * descriptor.h: what a method says of itself: its name, what it reads and needs, its options. Help,
 * lists, citations, checks and the C interface all read descriptors, and nothing else knows of a
 * method what stands here.
 */
#ifndef CE_CORE_DESCRIPTOR_H
#define CE_CORE_DESCRIPTOR_H

#include <stddef.h>

#include "core/option.h"

/* What a method reads, any of them. */
enum {
    CE_READS_LABELS = 1,
    CE_READS_MEMBERSHIPS = 2,
    CE_READS_DATA = 4,
    CE_READS_MATRIX = 8,
    CE_READS_GRAPH = 16,
    CE_READS_DOCUMENTS = 32,
    CE_READS_CONSTRAINTS = 64
};

/* What a method needs (descriptor.needs) or can take (descriptor.takes) besides. */
enum {
    CE_USES_K = 1,           /* the number of clusters; who does not need it finds it */
    CE_USES_DATA = 2,        /* the data table that the base clusterings were made of */
    CE_USES_MODEL = 4,       /* the centroids and weights of the base clusterings */
    CE_USES_CONSTRAINTS = 8, /* pairs of objects that must or cannot be together */
    CE_USES_WEIGHTS = 16     /* a weight for each base clustering */
};

/* What a method can report besides its result. */
enum {
    CE_REPORTS_TRACE = 1,   /* what it tried or did, step by step */
    CE_REPORTS_MODEL = 2,   /* the centroids and weights of the clusters of its result */
    CE_REPORTS_TREE = 4,    /* a dendrogram: the number of clusters can be chosen by lifetime */
    CE_REPORTS_MEMBERS = 8, /* base clusterings that it made */
    CE_REPORTS_WEIGHTS = 16 /* what each of these weighs */
};

/* How time and memory grow. */
typedef enum {
    CE_COST_OBJECTS,            /* with the number of objects */
    CE_COST_MICROCLUSTER_PAIRS, /* with the square of the number of microclusters */
    CE_COST_OBJECT_PAIRS        /* with the square of the number of objects */
} ce_cost;

/* A publication. */
typedef struct {
    const char *key;
    int year;
    const char *authors; /* surnames, such as Li, Yu, Hao and Li */
    const char *title;
    const char *bibtex;  /* the whole entry, with its line breaks */
} ce_reference;

/* The table is made from doc/references.bib; it ends with a NULL key. */
extern const ce_reference ce_references[];

typedef struct {
    const char *name;      /* as on the command line and in column names */
    const char *family;    /* of methods that share an idea; lists are grouped by it */
    const char *summary;   /* one line, no point at its end */
    const char *about;     /* what it does, in two or three sentences */
    const char *reference; /* its key in doc/references.bib; NULL: none there */
    const ce_reference *publication; /* of a method whose file brings its own; NULL: by the key */
    const char *page;      /* its manual page in section 7; NULL: that of the tool */
    unsigned reads, needs, takes, reports;
    const char *for_file; /* an option of its rows: where that is given no FILE is read; or NULL */
    ce_cost cost;
    ce_options options;
} ce_descriptor;

/* "labels, memberships": the names of bits; "linear in objects": the name of a cost. */
void ce_descriptor_reads(const ce_descriptor *d, char *text, size_t size);
void ce_descriptor_needs(const ce_descriptor *d, char *text, size_t size);
void ce_descriptor_takes(const ce_descriptor *d, char *text, size_t size);
void ce_descriptor_reports(const ce_descriptor *d, char *text, size_t size);
const char *ce_cost_name(ce_cost cost);

/* The publication of a method; NULL when there is none. */
const ce_reference *ce_descriptor_reference(const ce_descriptor *d);

/* How unlike two words are: letters to insert, delete, exchange or swap; case makes no difference.
 * O(length^2). */
size_t ce_edit_distance(const char *a, const char *b);

/* Whether `word` may be meant for `name`: a third of the letters of the shorter of the two, at most
 * three, are wrong, and not all. */
int ce_may_mean(const char *word, const char *name);

#endif
