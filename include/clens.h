/*
 * clens.h: the library of Clens. Consensus clustering: from several clusterings of the same objects
 * (base clusterings, an ensemble), or from a table of data, to one partition.
 *
 *     clens_ensemble *ensemble;
 *     clens_options *options;
 *     clens_result *result;
 *
 *     clens_ensemble_of_labels(labels, n, m, CLENS_COLUMN_MAJOR, &ensemble, NULL, 0);
 *     clens_options_new(clens_method_find("eac-al"), &options, NULL, 0);
 *     if (clens_consensus(ensemble, options, 3, &result, message, sizeof message) == CLENS_OK)
 *         clens_result_labels(result, consensus);
 *
 * Letters: n objects, m base clusterings, k clusters, d features. Objects, base clusterings,
 * clusters and options are counted from 0 here. Messages are for people and count from 1.
 *
 * Errors. A function that can fail returns CLENS_OK or a negative clens_status, and takes `message`
 * and `size`: room for one line of text, without a line break, which says what is wrong. The text
 * is cut to fit and always ends with a NUL; after a success it is empty. NULL and 0 are allowed.
 * 300 bytes are enough for nearly all of them. Where a function makes an object, it sets the
 * pointer to NULL first, so after a failure it is NULL. The library never prints, and never ends
 * the program.
 *
 * Ownership. The library copies what it is given; the caller can free his arrays after the call.
 * Objects of the library are freed by the function clens_..._free of their type, which takes NULL.
 * Texts that are returned as const char * are never freed by the caller. Those of a method last as
 * long as the program; those of a result, until it is freed.
 *
 * Threads. Methods can be read by any number of threads. An object of another type (options,
 * ensemble, data, result) is used by one thread at a time; different ones can be used by different
 * threads at once. Inside a call the library uses several threads (clens_set_threads). Their number
 * never changes a result.
 *
 * State of the process. See clens_start. Numbers in texts have a decimal point in every locale.
 *
 * Later versions with the same number in libclens.so.N add functions and constants, and change or
 * remove none.
 */
#ifndef CLENS_H
#define CLENS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CLENS_API __attribute__((visibility("default")))
#else
#define CLENS_API
#endif

/* What a call returns. */
enum clens_status {
    CLENS_OK = 0,
    CLENS_ENOMEM = -1, /* not enough memory */
    CLENS_EINPUT = -2, /* the labels or data do not allow what was asked for */
    CLENS_EARG = -4,   /* an argument or an option is wrong */
    CLENS_ENUM = -5    /* an iteration did not converge */
};

/* What a method reads, any of them (clens_method_reads). */
enum {
    CLENS_READS_LABELS = 1,
    CLENS_READS_MEMBERSHIPS = 2,
    CLENS_READS_DATA = 4 /* run it with clens_consensus_of_data */
};

/* What a method needs, or can take, besides what it reads (clens_method_needs, _takes). */
enum {
    CLENS_USES_K = 1,     /* the number of clusters; a method that does not need it finds it */
    CLENS_USES_DATA = 2,  /* clens_ensemble_set_data */
    CLENS_USES_MODEL = 4, /* clens_ensemble_set_model */
    CLENS_USES_CONSTRAINTS = 8, /* clens_ensemble_set_constraints, clens_data_set_constraints */
    CLENS_USES_WEIGHTS = 16     /* clens_ensemble_set_weights */
};

/* What a result can hold besides labels (clens_method_reports). */
enum {
    CLENS_REPORTS_TRACE = 1,   /* clens_result_trace_... */
    CLENS_REPORTS_MODEL = 2,   /* clens_result_model_... */
    CLENS_REPORTS_TREE = 4,    /* clens_lifetime */
    CLENS_REPORTS_MEMBERS = 8, /* clens_result_member_... */
    CLENS_REPORTS_WEIGHTS = 16 /* clens_result_member_weight */
};

enum { CLENS_ROW_MAJOR = 0, CLENS_COLUMN_MAJOR = 1 };        /* layout of labels */
enum { CLENS_MUST_LINK = 0, CLENS_CANNOT_LINK = 1 };         /* constraints */
enum { CLENS_NOTE = 0, CLENS_DETAIL = 1 };                   /* messages of a result */
enum { CLENS_NUMBER = 0, CLENS_WORD = 1, CLENS_OBJECT = 2 }; /* columns of a trace */

typedef struct clens_method clens_method;     /* a consensus function; part of the library */
typedef struct clens_options clens_options;   /* a method and the values of its options */
typedef struct clens_ensemble clens_ensemble; /* base clusterings, and what goes with them */
typedef struct clens_data clens_data;         /* a table of data, and what goes with it */
typedef struct clens_result clens_result;     /* a partition, and what the method says of it */

/* ---- the library ---- */

/* Such as "0.1.0". */
CLENS_API const char *clens_version(void);

/* A few words for a status: "not enough memory". */
CLENS_API const char *clens_status_text(int status);

/*
 * Changes two settings of the whole process, once: it switches off GSL's error handler, which would
 * end the program, and sets OpenBLAS to one thread, because the library calls it from several of
 * its own. Functions that compute call it first, so nobody has to. Call it yourself to choose when.
 * If you change these settings afterwards, a failure in GSL can end the program, and results can
 * depend on the number of threads.
 */
CLENS_API void clens_start(void);

/* Calls from this thread use up to `count` threads from now on. 0: the cores that the process has,
 * or OMP_NUM_THREADS if that is less. Fewer are used where no more can be started.
 * Without this call it is the default of OpenMP (OMP_NUM_THREADS, or all cores). This sets the
 * number of threads of OpenMP for the calling thread, for its other OpenMP code too. */
CLENS_API void clens_set_threads(int count);

/* ---- methods ---- */

CLENS_API size_t clens_method_count(void);

/* NULL when there is none of that number, or of that name. Names stay; numbers can change with the
 * version. */
CLENS_API const clens_method *clens_method_at(size_t index);
CLENS_API const clens_method *clens_method_find(const char *name);

CLENS_API const char *clens_method_name(const clens_method *method);
CLENS_API const char *clens_method_family(const clens_method *method);
CLENS_API const char *clens_method_summary(const clens_method *method); /* one line */
CLENS_API const char *clens_method_about(const clens_method *method);   /* a few sentences */
CLENS_API int clens_method_year(const clens_method *method);            /* 0: no reference */
CLENS_API const char *clens_method_bibtex(const clens_method *method);  /* "": no reference */

/* How time and memory grow: "objects", "microclusters^2" (pairs of groups of objects that agree in
 * all base clusterings) or "objects^2". */
CLENS_API const char *clens_method_cost(const clens_method *method);

/* The constants above, added. */
CLENS_API unsigned clens_method_reads(const clens_method *method);
CLENS_API unsigned clens_method_needs(const clens_method *method);
CLENS_API unsigned clens_method_takes(const clens_method *method);
CLENS_API unsigned clens_method_reports(const clens_method *method);

/* The same in words: "labels, memberships". Like snprintf they write as much as fits into `size`
 * bytes, and return the length of the whole text. text may be NULL when size is 0. */
CLENS_API size_t clens_method_reads_text(const clens_method *method, char *text, size_t size);
CLENS_API size_t clens_method_needs_text(const clens_method *method, char *text, size_t size);
CLENS_API size_t clens_method_takes_text(const clens_method *method, char *text, size_t size);
CLENS_API size_t clens_method_reports_text(const clens_method *method, char *text, size_t size);

/* "Fred and Jain, 2005: Combining multiple clusterings ..."; empty: no reference. */
CLENS_API size_t clens_method_reference(const clens_method *method, char *text, size_t size);

/* ---- the options of a method ---- */

/* Without "seed", which all methods have. index: below the count; otherwise the texts are NULL. */
CLENS_API size_t clens_method_option_count(const clens_method *method);
CLENS_API const char *clens_method_option_name(const clens_method *method, size_t index);

/* "flag", "integer", "real", "choice" (one of some words), "integers" (3 or 2..20 or 2..6,9),
 * "reals" (7 or 1,2.5,10 or 1..50), "share" (5, or a fraction with a point such as 0.5), "text",
 * "character", "input" (a file that is read) or "seed". A later version can have other types. */
CLENS_API const char *clens_method_option_type(const clens_method *method, size_t index);

/* The letter or word that stands for the value in the help, such as "T"; "" for a flag. */
CLENS_API const char *clens_method_option_argument(const clens_method *method, size_t index);

/* 1 and the range of a number, both ends allowed; or 0: any number. low and high may be NULL. */
CLENS_API int clens_method_option_range(const clens_method *method, size_t index, double *low,
                                        double *high);

/* "metis|spectral"; "" when it is no choice. */
CLENS_API const char *clens_method_option_choices(const clens_method *method, size_t index);

/* As clens_options_set takes it. "" when the method works the value out, or has none; "0" for a
 * flag. */
CLENS_API const char *clens_method_option_default(const clens_method *method, size_t index);

/* When the option has an effect; "" for always. Conditions with a blank between them must all hold:
 * "anchor" (this option is set), "!dense" (it is not), "with=metis" (this choice, set or by
 * default, has that value), "with=metis|spectral" (one of these). */
CLENS_API const char *clens_method_option_condition(const clens_method *method, size_t index);

/* One line. */
CLENS_API const char *clens_method_option_help(const clens_method *method, size_t index);

/* ---- values of options ---- */

/* All options of a method at their defaults, and seed 1. CLENS_EARG when method is NULL. */
CLENS_API int clens_options_new(const clens_method *method, clens_options **options, char *message,
                                size_t size);
CLENS_API void clens_options_free(clens_options *options);
CLENS_API const clens_method *clens_options_method(const clens_options *options);

/*
 * Sets an option by its name. A flag takes "1" and "0". The name "seed" is known for every method:
 * a whole number from 0 to 2^64 - 1. The same seed gives the same result.
 *
 * CLENS_EARG: there is no such option, or the value is out of its range; the option then keeps the
 * value that it has. Whether the option has an effect together with the others is checked when the
 * consensus is run: an option that is set and has none is refused there.
 */
CLENS_API int clens_options_set(clens_options *options, const char *name, const char *text,
                                char *message, size_t size);

/* The same from a number. A flag takes 0 and 1, an integer a whole number; a list gets this one
 * number. A share below 1 is a fraction, from 1 on it is a count. A choice is refused: its values
 * are words, and their order can change. */
CLENS_API int clens_options_set_number(clens_options *options, const char *name, double value,
                                       char *message, size_t size);

CLENS_API void clens_options_set_seed(clens_options *options, uint64_t seed);

/* Gives an option its default again; it then does not count as set. CLENS_EARG when there is none
 * of that name. */
CLENS_API int clens_options_unset(clens_options *options, const char *name, char *message,
                                  size_t size);

/* The value of an option: as it was set, or the default. text, length: room for it. CLENS_EARG when
 * there is no such option, or the room is too small. */
CLENS_API int clens_options_get(const clens_options *options, const char *name, char *text,
                                size_t length, char *message, size_t size);

/* ---- ensembles ---- */

/*
 * An ensemble of n objects by m base clusterings, from labels. layout: CLENS_ROW_MAJOR: object i
 * has in base clustering q the label labels[i * m + q]; CLENS_COLUMN_MAJOR: labels[q * n + i].
 * Every value >= 0 is a label, and gaps do not matter; a negative value is a missing label.
 *
 * An object without any label takes no part, and is without a label in the result. CLENS_EARG: n or
 * m is 0, or n is above 2^31 - 1. CLENS_EINPUT: all labels are missing. O(n m).
 */
CLENS_API int clens_ensemble_of_labels(const int32_t *labels, size_t n, size_t m, int layout,
                                       clens_ensemble **ensemble, char *message, size_t size);

/*
 * From memberships: how likely each cluster is for each object. k: the number of clusters of each
 * of the m base clusterings, >= 1. values: n rows of sum(k) numbers, row-major: the clusters of the
 * first base clustering, then those of the second, ... Each is in [0, 1], and those of one object
 * in one base clustering sum to 1 within 1e-4; or all of them are NaN, when the clustering says
 * nothing of the object. Kept in single precision.
 *
 * Methods that read labels get the most likely clusters; ties: the lowest. Failures as above, and
 * CLENS_EINPUT for values that are no memberships.
 */
CLENS_API int clens_ensemble_of_memberships(const double *values, size_t n, const int32_t *k,
                                            size_t m, clens_ensemble **ensemble, char *message,
                                            size_t size);
CLENS_API int clens_ensemble_of_memberships_float(const float *values, size_t n, const int32_t *k,
                                                  size_t m, clens_ensemble **ensemble,
                                                  char *message, size_t size);
CLENS_API void clens_ensemble_free(clens_ensemble *ensemble);

CLENS_API size_t clens_ensemble_objects(const clens_ensemble *ensemble);     /* n */
CLENS_API size_t clens_ensemble_clusterings(const clens_ensemble *ensemble); /* m */

/* The clusters of all base clusterings together: the rows of a model. */
CLENS_API size_t clens_ensemble_clusters(const clens_ensemble *ensemble);

/*
 * What goes with an ensemble. A method reads what it needs or takes, and leaves the rest. An
 * ensemble keeps what methods have computed from it, so that the next one need not; each of these
 * calls drops that. NULL takes back what was set. After a failure the ensemble is as it was.
 */

/* Sizes of the rows when they are groups of objects: n whole numbers from 1 to 2^31 - 1. They do
 * not go with data, which are those of single objects. */
CLENS_API int clens_ensemble_set_sizes(clens_ensemble *ensemble, const double *sizes, char *message,
                                       size_t size);

/* Names of the m base clusterings, for messages. Without them they are numbered from 1. */
CLENS_API int clens_ensemble_set_names(clens_ensemble *ensemble, const char *const *names,
                                       char *message, size_t size);

/* The data of the objects: n rows of d numbers, row-major. NaN is a missing value, which methods
 * that need data refuse. */
CLENS_API int clens_ensemble_set_data(clens_ensemble *ensemble, const double *values, size_t n,
                                      size_t d, char *message, size_t size);

/*
 * The centroids of the base clusters and the weights of their features: `clusters` rows of d
 * numbers, row-major. The rows are those of the first base clustering, then of the second, ... In
 * one base clustering they are in the order of the labels that occur, the lowest first, or of the
 * columns of memberships. Weights are >= 0. NaN, for a feature that the clustering did not see,
 * counts as 0.
 */
CLENS_API int clens_ensemble_set_model(clens_ensemble *ensemble, const double *centroids,
                                       const double *weights, size_t clusters, size_t d,
                                       char *message, size_t size);

/* Pairs of objects i[c], j[c] that must (CLENS_MUST_LINK) or cannot (CLENS_CANNOT_LINK) be in one
 * cluster; count of each array. count 0 is allowed, with pointers that are not NULL: no
 * constraints, for methods that need them. CLENS_EARG: i = j, or no such object. CLENS_EINPUT: the
 * pairs contradict each other. */
CLENS_API int clens_ensemble_set_constraints(clens_ensemble *ensemble, const int32_t *i,
                                             const int32_t *j, const int32_t *link, size_t count,
                                             char *message, size_t size);

/* What each of the m base clusterings weighs: numbers >= 0, one of them above 0. */
CLENS_API int clens_ensemble_set_weights(clens_ensemble *ensemble, const double *weights,
                                         char *message, size_t size);

/* Drops what was computed from the ensemble, which gives its memory back. */
CLENS_API void clens_ensemble_forget(clens_ensemble *ensemble);

/* ---- consensus of an ensemble ---- */

/*
 * Runs a method. k: the number of clusters, from 1; 0 where the method finds it. The ensemble
 * keeps what may serve the next call; results never depend on earlier calls.
 *
 * CLENS_EARG: an option has no effect or does not go with others, something that the method needs
 * was not set, or the method reads data. CLENS_EINPUT: the ensemble does not allow it, such as k
 * above the number of groups of objects that the base clusterings tell apart. CLENS_ENOMEM,
 * CLENS_ENUM. Time and memory: clens_method_cost.
 */
CLENS_API int clens_consensus(clens_ensemble *ensemble, const clens_options *options, size_t k,
                              clens_result **result, char *message, size_t size);

/* The number of clusters with the longest lifetime in the dendrogram of the method; ties: the
 * smallest. CLENS_EARG for methods that cut none (CLENS_REPORTS_TREE). *k is 0 after a failure. */
CLENS_API int clens_lifetime(clens_ensemble *ensemble, const clens_options *options, size_t *k,
                             char *message, size_t size);

/*
 * Which k: how far the consensus of one random half of the base clusterings agrees with that of the
 * other half. k: `count` numbers of clusters from 1, no two the same. agreement[c]: the mean over
 * `splits` (from 1; 5 is usual) of how well the clusters of the two halves find each other at
 * k[c], by the Jaccard index [0,1]; NaN where some half gave no k[c] clusters. *best: the index of
 * the k to take, the largest whose agreement is less than 0.01 below the best one.
 *
 * CLENS_EARG as clens_consensus. CLENS_EINPUT: fewer than four base clusterings, or no k with an
 * agreement. After a failure agreement is undefined and *best is 0. It takes 2 splits runs on half
 * of the base clusterings for each k.
 */
CLENS_API int clens_split_half(clens_ensemble *ensemble, const clens_options *options,
                               const int32_t *k, size_t count, size_t splits, double *agreement,
                               size_t *best, char *message, size_t size);

/* ---- consensus of data ---- */

/* A table of n objects by d features, row-major. NaN is a missing value; some methods refuse it.
 * CLENS_EARG: n or d is 0, n is above 2^31 - 1, or a value is infinite. */
CLENS_API int clens_data_new(const double *values, size_t n, size_t d, clens_data **data,
                             char *message, size_t size);
CLENS_API void clens_data_free(clens_data *data);

/* As clens_ensemble_set_constraints. */
CLENS_API int clens_data_set_constraints(clens_data *data, const int32_t *i, const int32_t *j,
                                         const int32_t *link, size_t count, char *message,
                                         size_t size);

/*
 * Runs a method that reads data, for `count` numbers of clusters k[], each from 1 to n. One call
 * for several k is cheaper than several calls, because they share work, and gives the same.
 * results: an array of `count` pointers, in the order of k; all NULL after a failure. The caller
 * frees each. Failures as clens_consensus.
 */
CLENS_API int clens_consensus_of_data(const clens_data *data, const clens_options *options,
                                      const int32_t *k, size_t count, clens_result **results,
                                      char *message, size_t size);

/* ---- results ---- */

CLENS_API void clens_result_free(clens_result *result);

CLENS_API size_t clens_result_objects(const clens_result *result); /* n */

/* How many clusters there are. It can differ from the number that was asked for. */
CLENS_API size_t clens_result_clusters(const clens_result *result);

/* labels: room for n. Labels are 0, 1, ... by first appearance, and -1 for an object without any
 * label in the ensemble. */
CLENS_API void clens_result_labels(const clens_result *result, int32_t *labels);

/*
 * How sure each object is of its cluster, from 0 to 1; .5 is undecided. It is own / (own + next).
 * own: how often base clusterings put the object together with the others of its cluster, of all
 * times that a base clustering labels both. next: the same with those of the other cluster where it
 * is largest. confidence: room for n; NaN for an object without a label. ensemble: the one that the
 * result came from, or NULL for a result of data. CLENS_EARG: another number of objects. O(n m k).
 */
CLENS_API int clens_confidence(const clens_ensemble *ensemble, const clens_result *result,
                               double *confidence, char *message, size_t size);

/* What the method has to say, in the order in which it said it; a result of data has the messages
 * of the whole call. level: CLENS_NOTE, which a person should know, or CLENS_DETAIL. text: one
 * line, NULL when there is none of that number. */
CLENS_API size_t clens_result_message_count(const clens_result *result);
CLENS_API int clens_result_message_level(const clens_result *result, size_t index);
CLENS_API const char *clens_result_message(const clens_result *result, size_t index);

/*
 * The clusters as centroids and weights of features (CLENS_REPORTS_MODEL). There are
 * clens_result_model_clusters of them, 0 without a model, in the order of the labels; those without
 * objects come last. centroids, weights: room for clusters x d, row-major; sizes: for clusters.
 * Each may be NULL.
 */
CLENS_API size_t clens_result_model_clusters(const clens_result *result);
CLENS_API size_t clens_result_model_features(const clens_result *result); /* d */
CLENS_API void clens_result_model(const clens_result *result, double *centroids, double *weights,
                                  double *sizes);

/*
 * What the method did, step by step (CLENS_REPORTS_TRACE): a table of numbers; without a trace it
 * has no columns. A result of data has the trace of the whole call. cells: room for rows x columns,
 * row-major. The kind of a column says what its cells are: CLENS_NUMBER; CLENS_WORD, numbers of
 * words, which clens_result_trace_word has (NULL: no such word); CLENS_OBJECT, objects from 0.
 */
CLENS_API size_t clens_result_trace_columns(const clens_result *result);
CLENS_API size_t clens_result_trace_rows(const clens_result *result);
CLENS_API const char *clens_result_trace_name(const clens_result *result, size_t column);
CLENS_API int clens_result_trace_kind(const clens_result *result, size_t column);
CLENS_API const char *clens_result_trace_word(const clens_result *result, size_t column,
                                              size_t number);
CLENS_API void clens_result_trace(const clens_result *result, double *cells);

/* The base clusterings that a method made of data (CLENS_REPORTS_MEMBERS): those of this result;
 * results of one call can share some. labels: room for n, as clens_result_labels. The weight is NaN
 * where they have none (CLENS_REPORTS_WEIGHTS). A method of labels that reports weights makes no
 * base clusterings: index then counts those of the ensemble. */
CLENS_API size_t clens_result_member_count(const clens_result *result);
CLENS_API const char *clens_result_member_name(const clens_result *result, size_t index);
CLENS_API double clens_result_member_weight(const clens_result *result, size_t index);
CLENS_API void clens_result_member_labels(const clens_result *result, size_t index,
                                          int32_t *labels);

#ifdef __cplusplus
}
#endif

#endif
