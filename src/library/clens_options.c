/* Values of options. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "io/real.h"
#include "library/library.h"

/* ---- new ones ---- */

static int fill(clens_options *o, ce_error *err)
{
    int rc = ce_settings_init(&o->settings, &o->method->about.options, NULL, err);

    if (rc)
        return rc;
    o->given = ce_calloc(o->method->about.options.count, sizeof *o->given, err);
    return o->given ? CE_OK : CE_ENOMEM;
}

int clens_options_new(const clens_method *method, clens_options **options, char *message,
                      size_t size)
{
    clens_options *o = NULL;
    ce_library_call call;
    int rc;

    ce_library_begin(&call);
    *options = NULL;
    if (!method)
        return ce_library_end(&call, ce_fail(&call.err, CE_EARG, "no method"), message, size);
    o = ce_calloc(1, sizeof *o, &call.err);
    if (o) {
        o->method = ce_library_method(method);
        o->seed = 1;
    }
    rc = o ? fill(o, &call.err) : CE_ENOMEM;
    if (rc)
        clens_options_free(o);
    else
        *options = o;
    return ce_library_end(&call, rc, message, size);
}

void clens_options_free(clens_options *options)
{
    if (!options)
        return;
    for (size_t i = 0; options->given && i < options->settings.options.count; i++)
        free(options->given[i]);
    free(options->given);
    ce_settings_free(&options->settings);
    free(options);
}

const clens_method *clens_options_method(const clens_options *options)
{
    return (const clens_method *)options->method;
}

void clens_options_set_seed(clens_options *options, uint64_t seed)
{
    options->seed = seed;
}

/* ---- setting ---- */

typedef struct {
    uint64_t seed;
} common;

/* The option that all methods have. */
static const ce_option common_rows[] = {{0, "seed", CE_SEED, "N", 0, 0, NULL, "1",
                                         offsetof(common, seed), NULL,
                                         "seed of the random streams"}};
static const ce_options common_options = CE_OPTIONS(common_rows, common);

static int set_seed(clens_options *o, const char *text, ce_error *err)
{
    common values;
    ce_settings settings = {0};
    int rc = ce_settings_init(&settings, &common_options, &values, err);

    if (!rc)
        rc = ce_settings_set(&settings, "seed", text, err);
    if (!rc)
        o->seed = values.seed;
    ce_settings_free(&settings);
    return rc;
}

/* The row of a name, which may be NULL. */
static const ce_option *find_row(const clens_options *o, const char *name, ce_error *err)
{
    const ce_option *row = name ? ce_option_find(&o->settings.options, name) : NULL;

    if (!row)
        ce_fail(err, CE_EARG, "%s has no option '%.60s'", o->method->about.name, name ? name : "");
    return row;
}

static size_t number_of(const clens_options *o, const ce_option *row)
{
    return (size_t)(row - o->settings.options.row);
}

/* Gives all options their defaults, and then the values that they were set to. */
static int set_again(clens_options *o, ce_error *err)
{
    const ce_options *options = &o->method->about.options;
    ce_settings settings = {0};
    int rc = ce_settings_init(&settings, options, NULL, err);

    for (size_t i = 0; i < options->count && !rc; i++)
        if (o->given[i])
            rc = ce_settings_set(&settings, options->row[i].name,
                                 options->row[i].type == CE_FLAG ? NULL : o->given[i], err);
    if (rc) {
        ce_settings_free(&settings);
        return rc;
    }
    ce_settings_free(&o->settings);
    o->settings = settings;
    return CE_OK;
}

static int unset(clens_options *o, const ce_option *row, ce_error *err)
{
    char *before = o->given[number_of(o, row)];
    int rc;

    if (!before)
        return CE_OK;
    o->given[number_of(o, row)] = NULL;
    rc = set_again(o, err);
    if (rc)
        o->given[number_of(o, row)] = before;
    else
        free(before);
    return rc;
}

static int set_flag(clens_options *o, const ce_option *row, const char *text, ce_error *err)
{
    if (!strcmp(text, "0"))
        return unset(o, row, err);
    if (strcmp(text, "1"))
        return ce_fail(err, CE_EARG, "\001%s\002 '%.60s', 0 or 1 expected", row->name, text);
    return ce_settings_set(&o->settings, row->name, NULL, err);
}

static int set(clens_options *o, const char *name, const char *text, ce_error *err)
{
    const ce_option *row;
    char *copy;
    int rc;

    if (!text)
        return ce_fail(err, CE_EARG, "\001%.60s\002 needs a value", name ? name : "");
    if (name && !strcmp(name, "seed"))
        return set_seed(o, text, err);
    row = find_row(o, name, err);
    if (!row)
        return CE_EARG;
    copy = ce_strdup(text, err);
    if (!copy)
        return CE_ENOMEM;
    rc = row->type == CE_FLAG ? set_flag(o, row, text, err)
                              : ce_settings_set(&o->settings, name, copy, err);
    if (rc || (row->type == CE_FLAG && !strcmp(text, "0"))) {
        free(copy);
        return rc;
    }
    free(o->given[number_of(o, row)]);
    o->given[number_of(o, row)] = copy;
    return CE_OK;
}

int clens_options_set(clens_options *options, const char *name, const char *text, char *message,
                      size_t size)
{
    ce_library_call call;

    ce_library_begin(&call);
    return ce_library_end(&call, set(options, name, text, &call.err), message, size);
}

/* The text of a number as an option of that type wants it. */
static void write_number(ce_option_type type, double value, char *text, size_t size)
{
    int is_whole = value == floor(value) && fabs(value) <= 9007199254740992.0; /* 2^53 */

    if (isnan(value))
        snprintf(text, size, "nan");
    else if (is_whole && type != CE_REAL)
        snprintf(text, size, "%.0f", value);
    else
        text[ce_format_real(value, text)] = '\0';
    if (type == CE_SHARE && value > 0 && value < 1 && !strchr(text, '.'))
        snprintf(text, size, "%.20f", value); /* 1e-10: without a point it is no fraction */
}

int clens_options_set_number(clens_options *options, const char *name, double value, char *message,
                             size_t size)
{
    ce_library_call call;
    const ce_option *row = common_rows;
    char text[400];
    int rc;

    ce_library_begin(&call);
    if (!name || strcmp(name, "seed"))
        row = find_row(options, name, &call.err);
    if (!row) {
        rc = CE_EARG;
    } else if (row->type == CE_CHOICE) {
        rc = ce_fail(&call.err, CE_EARG, "\001%s\002 takes a word, one of %s expected", name,
                     row->choices);
    } else {
        write_number(row->type, value, text, sizeof text);
        rc = set(options, name, text, &call.err);
    }
    return ce_library_end(&call, rc, message, size);
}

int clens_options_unset(clens_options *options, const char *name, char *message, size_t size)
{
    ce_library_call call;
    const ce_option *row;
    int rc = CE_OK;

    ce_library_begin(&call);
    if (name && !strcmp(name, "seed")) {
        options->seed = 1;
    } else {
        row = find_row(options, name, &call.err);
        rc = row ? unset(options, row, &call.err) : CE_EARG;
    }
    return ce_library_end(&call, rc, message, size);
}

/* ---- reading ---- */

static int get(const clens_options *o, const char *name, char *text, size_t length, ce_error *err)
{
    const ce_option *row;
    const char *value;
    char seed[24];

    if (name && !strcmp(name, "seed")) {
        snprintf(seed, sizeof seed, "%llu", (unsigned long long)o->seed);
        value = seed;
    } else {
        row = find_row(o, name, err);
        if (!row)
            return CE_EARG;
        value = o->given[number_of(o, row)];
        if (!value)
            value = clens_method_option_default(clens_options_method(o), number_of(o, row));
    }
    if (strlen(value) >= length)
        return ce_fail(err, CE_EARG, "\001%.60s\002: no room for its value, %zu bytes needed", name,
                       strlen(value) + 1);
    memcpy(text, value, strlen(value) + 1);
    return CE_OK;
}

int clens_options_get(const clens_options *options, const char *name, char *text, size_t length,
                      char *message, size_t size)
{
    ce_library_call call;

    ce_library_begin(&call);
    return ce_library_end(&call, get(options, name, text, length, &call.err), message, size);
}

/* ---- together ---- */

int ce_library_check(const clens_options *options, unsigned given, ce_error *err)
{
    int rc = ce_settings_check(&options->settings, err);

    return rc ? rc : ce_method_check(options->method, &options->settings, given, err);
}
