#include "generate/assigner.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "generate/assigner_internal.h"
#include "io/input.h"

int ce_assigner_alloc(ce_assigner **assigner, ce_error *err)
{
    *assigner = ce_calloc(1, sizeof **assigner, err);
    return *assigner ? CE_OK : CE_ENOMEM;
}

static void file_free(ce_assigner_file *file)
{
    free(file->path);
    ce_prototype_model_free(&file->prototypes);
    for (size_t q = 0; q < file->uspec_count; q++)
        ce_uspec_model_free(&file->uspec[q]);
    free(file->uspec);
}

void ce_assigner_free(ce_assigner *assigner)
{
    if (!assigner)
        return;
    for (size_t q = 0; q < assigner->members; q++) {
        free(assigner->member[q].place);
        ce_fixed_centres_free(assigner->member[q].fixed);
        ce_uspec_labeller_free(assigner->member[q].labeller);
    }
    for (size_t f = 0; f < assigner->files; f++)
        file_free(&assigner->file[f]);
    free(assigner->file);
    free(assigner->member);
    free(assigner->want);
    free(assigner);
}

static int32_t uspec_k(const ce_uspec_model *model)
{
    double most = 0;

    for (size_t l = 0; l < model->label.rows; l++)
        most = model->label.values[l] > most ? model->label.values[l] : most;
    return (int32_t)most;
}

static int add_members(ce_assigner *a, size_t f, ce_error *err)
{
    ce_assigner_file *file = &a->file[f];
    size_t count = file->uspec ? file->uspec_count : file->prototypes.m;
    int rc = ce_grow(&a->member, &a->members_capacity, a->members + count, sizeof *a->member, err);

    for (size_t q = 0; q < count && !rc; q++) {
        ce_assigner_member *member = &a->member[a->members++];
        *member = (ce_assigner_member){.file = f};
        if (file->uspec) {
            member->uspec = &file->uspec[q];
            member->k = uspec_k(member->uspec);
        } else {
            member->of = &file->prototypes.of[q];
            member->k = member->of->k;
        }
    }
    return rc;
}

/* Whether the header is that of a model of U-SPEC: clustering,kind,... */
static int is_uspec(ce_input *input, int *is, ce_error *err)
{
    static const char begin[] = "clustering";
    char first[16];
    size_t got, at = sizeof begin; /* behind the delimiter */
    int rc = ce_input_peek(input, first, sizeof first, &got, err);

    *is = !rc && got >= at + 4 && !memcmp(first, begin, sizeof begin - 1) &&
          !memcmp(first + at, "kind", 4);
    return rc;
}

int ce_assigner_read(ce_assigner *assigner, const char *path, const ce_table_format *format,
                     ce_error *err)
{
    ce_assigner_file *file;
    ce_input *input = NULL;
    int is, rc = ce_grow(&assigner->file, &assigner->files_capacity, assigner->files + 1,
                         sizeof *assigner->file, err);

    if (rc)
        return rc;
    file = &assigner->file[assigner->files++];
    *file = (ce_assigner_file){.path = ce_strdup(ce_path_name(path), err)};
    if (!file->path)
        return CE_ENOMEM;
    rc = ce_input_open(&input, path, err);
    if (!rc)
        rc = is_uspec(input, &is, err);
    if (!rc && is)
        rc = ce_uspec_models_read_input(&file->uspec, &file->uspec_count, input, format, err);
    else if (!rc)
        rc = ce_prototype_model_read(&file->prototypes, input, format, err);
    ce_input_close(input, err);
    return rc ? rc : add_members(assigner, assigner->files - 1, err);
}

size_t ce_assigner_members(const ce_assigner *assigner)
{
    return assigner->members;
}

const char *ce_assigner_name(const ce_assigner *assigner, size_t member)
{
    const ce_assigner_member *m = &assigner->member[member];

    return m->of ? m->of->name : m->uspec->name;
}

int32_t ce_assigner_k(const ce_assigner *assigner, size_t member)
{
    return assigner->member[member].k;
}

void ce_assigner_leave_out(ce_assigner *assigner, size_t member)
{
    assigner->member[member].left_out = 1;
}

size_t ce_assigner_incomplete(const ce_assigner *assigner)
{
    return assigner->incomplete;
}
