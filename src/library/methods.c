/* What methods say of themselves. */
#include <stdio.h>

#include "consensus/registry.h"
#include "library/library.h"

/* The constants of clens.h never change; those inside must be the same. */
#define SAME(name)                                                                                 \
    _Static_assert((int)CLENS_##name == (int)CE_##name, "CLENS_" #name " is not CE_" #name)
SAME(OK);
SAME(ENOMEM);
SAME(EINPUT);
SAME(EARG);
SAME(ENUM);
SAME(READS_LABELS);
SAME(READS_MEMBERSHIPS);
SAME(READS_DATA);
SAME(USES_K);
SAME(USES_DATA);
SAME(USES_MODEL);
SAME(USES_CONSTRAINTS);
SAME(USES_WEIGHTS);
SAME(REPORTS_TRACE);
SAME(REPORTS_MODEL);
SAME(REPORTS_TREE);
SAME(REPORTS_MEMBERS);
SAME(REPORTS_WEIGHTS);
SAME(MUST_LINK);
SAME(CANNOT_LINK);
SAME(NOTE);
SAME(DETAIL);

static const ce_descriptor *about(const clens_method *method)
{
    return &ce_library_method(method)->about;
}

size_t clens_method_count(void)
{
    size_t count = 0;

    while (ce_methods[count])
        count++;
    return count;
}

const clens_method *clens_method_at(size_t index)
{
    return index < clens_method_count() ? (const clens_method *)ce_methods[index] : NULL;
}

const clens_method *clens_method_find(const char *name)
{
    return name ? (const clens_method *)ce_method_find(name) : NULL;
}

const char *clens_method_name(const clens_method *method)
{
    return about(method)->name;
}

const char *clens_method_family(const clens_method *method)
{
    return about(method)->family ? about(method)->family : "";
}

const char *clens_method_summary(const clens_method *method)
{
    return about(method)->summary;
}

const char *clens_method_about(const clens_method *method)
{
    return about(method)->about ? about(method)->about : "";
}

const char *clens_method_cost(const clens_method *method)
{
    return ce_cost_name(about(method)->cost);
}

int clens_method_year(const clens_method *method)
{
    const ce_reference *reference = ce_descriptor_reference(about(method));

    return reference ? reference->year : 0;
}

const char *clens_method_bibtex(const clens_method *method)
{
    const ce_reference *reference = ce_descriptor_reference(about(method));

    return reference ? reference->bibtex : "";
}

size_t clens_method_reference(const clens_method *method, char *text, size_t size)
{
    const ce_reference *r = ce_descriptor_reference(about(method));
    int length = r ? snprintf(text, size, "%s, %d: %s", r->authors, r->year, r->title)
                   : snprintf(text, size, "%s", "");

    return (size_t)length;
}

/* ---- masks ---- */

unsigned clens_method_reads(const clens_method *method)
{
    return about(method)->reads;
}

unsigned clens_method_needs(const clens_method *method)
{
    return about(method)->needs;
}

unsigned clens_method_takes(const clens_method *method)
{
    return about(method)->takes;
}

unsigned clens_method_reports(const clens_method *method)
{
    return about(method)->reports;
}

typedef void (*name_bits)(const ce_descriptor *d, char *text, size_t size);

static size_t name(const clens_method *method, name_bits write, char *text, size_t size)
{
    char all[200];

    write(about(method), all, sizeof all);
    return (size_t)snprintf(text, size, "%s", all);
}

size_t clens_method_reads_text(const clens_method *method, char *text, size_t size)
{
    return name(method, ce_descriptor_reads, text, size);
}

size_t clens_method_needs_text(const clens_method *method, char *text, size_t size)
{
    return name(method, ce_descriptor_needs, text, size);
}

size_t clens_method_takes_text(const clens_method *method, char *text, size_t size)
{
    return name(method, ce_descriptor_takes, text, size);
}

size_t clens_method_reports_text(const clens_method *method, char *text, size_t size)
{
    return name(method, ce_descriptor_reports, text, size);
}

/* ---- options ---- */

static const ce_option *row(const clens_method *method, size_t index)
{
    const ce_options *options = &about(method)->options;

    return index < options->count ? &options->row[index] : NULL;
}

size_t clens_method_option_count(const clens_method *method)
{
    return about(method)->options.count;
}

const char *clens_method_option_name(const clens_method *method, size_t index)
{
    const ce_option *o = row(method, index);

    return o ? o->name : NULL;
}

const char *clens_method_option_type(const clens_method *method, size_t index)
{
    const ce_option *o = row(method, index);

    return o ? ce_option_type_name(o->type) : NULL;
}

/* Of the texts of a row that can be NULL. */
static const char *or_empty(const ce_option *o, const char *text)
{
    if (!o)
        return NULL;
    return text ? text : "";
}

const char *clens_method_option_argument(const clens_method *method, size_t index)
{
    const ce_option *o = row(method, index);

    return or_empty(o, o ? o->argument : NULL);
}

int clens_method_option_range(const clens_method *method, size_t index, double *low, double *high)
{
    const ce_option *o = row(method, index);

    if (!o || (o->low == 0 && o->high == 0))
        return 0;
    if (low)
        *low = o->low;
    if (high)
        *high = o->high;
    return 1;
}

const char *clens_method_option_choices(const clens_method *method, size_t index)
{
    const ce_option *o = row(method, index);

    return or_empty(o, o ? o->choices : NULL);
}

const char *clens_method_option_default(const clens_method *method, size_t index)
{
    const ce_option *o = row(method, index);

    if (o && o->type == CE_FLAG)
        return "0";
    return or_empty(o, o ? o->by_default : NULL);
}

const char *clens_method_option_condition(const clens_method *method, size_t index)
{
    const ce_option *o = row(method, index);

    return or_empty(o, o ? o->only : NULL);
}

const char *clens_method_option_help(const clens_method *method, size_t index)
{
    const ce_option *o = row(method, index);

    return or_empty(o, o ? o->help : NULL);
}
