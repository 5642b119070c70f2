/* The process, and the beginning and the end of a call. */
#include <gsl/gsl_errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "core/parallel.h"
#include "library/library.h"
#include "linalg/linalg.h"
#include "version.h"

/* The only state of the library: whether clens_start has run. */
static pthread_once_t library_once = PTHREAD_ONCE_INIT;

const char *clens_version(void)
{
    return CE_VERSION;
}

const char *clens_status_text(int status)
{
    switch (status) {
    case CLENS_OK: return "no failure";
    case CLENS_ENOMEM: return "not enough memory";
    case CLENS_EINPUT: return "the labels or data do not allow it";
    case CLENS_EARG: return "a wrong argument or option";
    case CLENS_ENUM: return "no convergence";
    default: return "unknown status";
    }
}

/* An OpenBLAS that is built with OpenMP sets the number of its threads too. */
static void start(void)
{
    int threads = ce_threads();

    gsl_set_error_handler_off();
    ce_linalg_start();
    if (ce_threads() != threads)
        ce_threads_set(threads);
}

void clens_start(void)
{
    pthread_once(&library_once, start);
}

void clens_set_threads(int count)
{
    clens_start();
    ce_threads_set(count);
}

/* ---- calls ---- */

void ce_library_begin(ce_library_call *call)
{
    *call = (ce_library_call){0};
    clens_start();
    call->point = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (call->point)
        call->before = uselocale(call->point);
}

/* What is an option of the tools, and goes with an ensemble here. */
static int is_input(const char *name, size_t length)
{
    static const char *const input[] = {"data", "weights", "constraints"};

    for (size_t i = 0; i < sizeof input / sizeof *input; i++)
        if (strlen(input[i]) == length && !strncmp(input[i], name, length))
            return 1;
    return 0;
}

void ce_library_word(const char *text, char *worded, size_t size)
{
    size_t used = 0;

    while (*text && used + 1 < size) {
        if (*text == '\001' && !is_input(text + 1, strcspn(text + 1, "\002")))
            used += (size_t)snprintf(worded + used, size - used, "option ");
        else if (*text != '\001' && *text != '\002')
            worded[used++] = *text;
        text++;
    }
    worded[used < size ? used : size - 1] = '\0';
}

int ce_library_end(ce_library_call *call, int rc, char *message, size_t size)
{
    const char *text = call->err.text[0] ? call->err.text : clens_status_text(rc);

    if (call->point) {
        uselocale(call->before);
        freelocale(call->point);
    }
    if (message && size)
        ce_library_word(rc ? text : "", message, size);
    return rc;
}
