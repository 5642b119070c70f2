#include "plot/gnuplot.h"

#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/memory.h"
#include "core/utf8.h"
#include "io/temporary.h"
#include "plot/pdf_date.h"
#include "plot/short_names.h"
#include "plot/svg.h"

extern char **environ;

/* Bytes of a title. */
enum { TITLE_LONGEST = 2048 };

int ce_gnuplot_begin(FILE **script, const ce_picture *picture, ce_error *err)
{
    FILE *to = *script = ce_temporary_stream();

    if (!to)
        return ce_fail(err, CE_EIO, "%s: a temporary file for the plot: %s", ce_temporary_folder(),
                       strerror(errno));
    fprintf(to, "set encoding utf8\n");
    if (picture->format == CE_PICTURE_SVG)
        /* a reader's program chooses the font: "sans-serif" is the name that all of them know */
        fprintf(to,
                "set terminal svg size %d,%d standalone noenhanced font 'sans-serif,13' background "
                "'white'\n",
                picture->width, picture->height);
    else if (picture->format ==
             CE_PICTURE_PDF) /* 96 pixels an inch; without a picture: a failure */
        fprintf(to,
                "if (!strstrt(GPVAL_TERMINALS, ' pdfcairo ')) {\n"
                "printerr 'it draws no PDF here: its terminal pdfcairo is missing'\nexit\n}\n"
                "set terminal pdfcairo size %.4fin,%.4fin noenhanced font 'sans,10' background "
                "'white'\n",
                picture->width / 96.0, picture->height / 96.0);
    else /* pngcairo draws smooth lines and letters, but only png is everywhere */
        fprintf(to,
                "if (strstrt(GPVAL_TERMINALS, ' pngcairo ')) {\n"
                "set terminal pngcairo size %d,%d noenhanced font 'sans,11'\n} else {\n"
                "set terminal png size %d,%d noenhanced\n}\n",
                picture->width, picture->height, picture->width, picture->height);
    fprintf(to,
            "set border linecolor rgb '#404040'\nset tics nomirror out textcolor rgb '#404040'\n");
    if (picture->title) {
        fprintf(to, "set title ");
        ce_plot_title(to, picture);
        fputc('\n', to);
    }
    return CE_OK;
}

/* Octal for all that could mean something. Gnuplot runs what stands between backquotes. A digit
 * behind an octal number would be a part of it. *octal: the last byte was one. */
static void put_byte(FILE *script, unsigned char c, int *octal)
{
    if ((c >= '0' && c <= '9' && !*octal) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
        c == ' ' || c == '.') {
        fputc(c, script);
        *octal = 0;
    } else {
        fprintf(script, "\\%03o", c);
        *octal = 1;
    }
}

/* percent: a percent sign stands for itself twice. */
static void quote(FILE *script, const char *text, int percent)
{
    int octal = 0;

    fputc('"', script);
    while (*text) {
        size_t length = ce_utf8_length(text), bytes = length ? length : 1;
        const char *shown = ce_utf8_is_shown(text) ? text : length ? " " : CE_UTF8_REPLACEMENT;
        size_t count = shown == text ? bytes : strlen(shown);
        for (size_t i = 0; i < count; i++) {
            if (percent && shown[i] == '%')
                put_byte(script, '%', &octal);
            put_byte(script, (unsigned char)shown[i], &octal);
        }
        text += bytes;
    }
    fputc('"', script);
}

void ce_gnuplot_quote(FILE *script, const char *text)
{
    quote(script, text, 0);
}

void ce_gnuplot_quote_tic(FILE *script, const char *text)
{
    quote(script, text, 1);
}

void ce_plot_title(FILE *script, const ce_picture *picture)
{
    /* Sizes of letters are pixels in an SVG, else points. A key beside the picture moves its
     * middle. */
    double wide = (picture->format == CE_PICTURE_SVG ? 0.85 : 0.68) * picture->width,
           large = wide / 7.2, small = wide / 5.6;
    char cut[TITLE_LONGEST];

    if ((double)ce_plot_letters(picture->title) <= large) {
        ce_gnuplot_quote(script, picture->title);
        return;
    }
    ce_plot_cut_text(picture->title, (size_t)fmin(small, TITLE_LONGEST / 4.0 - 2), cut, sizeof cut);
    ce_gnuplot_quote(script, cut);
    fprintf(script, " font ',10'");
}

void ce_plot_caption(FILE *script, const ce_picture *picture, int above, const char *text)
{
    fprintf(script, "set label '%s' at screen 0.5,%.6f center font ',9' textcolor rgb '#404040'\n",
            text, (double)above / picture->height);
}

double ce_plot_step(double range, double count)
{
    double least = range / count, step = pow(10, floor(log10(least)));

    return step * (least < step ? 1 : least < 2 * step ? 2 : least < 5 * step ? 5 : 10);
}

const char *ce_plot_color(size_t i)
{
    static const char *const color[CE_PLOT_COLORS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                      "#e69f00", "#56b4e9", "#000000"};

    return color[i % CE_PLOT_COLORS];
}

int ce_plot_shape(size_t i)
{
    static const int shape[CE_PLOT_SHAPES] = {7, 9, 5, 13};

    return shape[i % CE_PLOT_SHAPES];
}

/* Starts `gnuplot -d -` with these as its standard input, output and error. -d: without start-up
 * files. */
static int start(int in, int out, int said, pid_t *child, ce_error *err)
{
    char program[] = "gnuplot", defaults[] = "-d", input[] = "-",
         *arguments[] = {program, defaults, input, NULL};
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);

    if (failed)
        return ce_fail(err, CE_ENOMEM, "out of memory to start gnuplot");
    failed = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&actions, said, STDERR_FILENO);
    if (!failed)
        failed = posix_spawnp(child, program, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed == ENOENT)
        return ce_fail(err, CE_EIO,
                       "gnuplot is not on the PATH; it draws the plots (Debian and Ubuntu: "
                       "gnuplot-nox, Fedora: gnuplot)");
    return failed ? ce_fail(err, CE_EIO, "gnuplot: %s", strerror(failed)) : CE_OK;
}

/* The whole content of a temporary file. */
static int slurp(FILE *from, char **bytes, size_t *length, ce_error *err)
{
    long size;

    if (fseek(from, 0, SEEK_END) || (size = ftell(from)) < 0 || fseek(from, 0, SEEK_SET))
        return ce_fail(err, CE_EIO, "a temporary file of the plot: %s", strerror(errno));
    if (!(*bytes = ce_alloc((size_t)size + 1, 1, err)))
        return CE_ENOMEM;
    errno = 0;
    *length = fread(*bytes, 1, (size_t)size, from);
    (*bytes)[*length] = '\0';
    if (*length != (size_t)size) {
        free(*bytes);
        *bytes = NULL;
        return ce_fail(err, CE_EIO, "a temporary file of the plot could not be read back: %s",
                       errno ? strerror(errno) : "it is too short");
    }
    return CE_OK;
}

/* Fails with the last line that gnuplot wrote. Lines of blanks and carets are passed over: they
 * point into the script. */
static int complain(FILE *said, int status, ce_error *err)
{
    char *text = NULL, *rest = NULL, *line, *message = NULL;
    size_t length;
    int rc = slurp(said, &text, &length, err);

    if (rc)
        return rc;
    for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (strspn(line, " \t^") < strlen(line))
            message = line;
    rc = ce_fail(err, CE_EIO, "gnuplot failed (status %d): %.300s", status,
                 message ? message : "without a message");
    free(text);
    return rc;
}

/* Whether all of the script is in its file, ready to be read; else errno. */
static int is_ready(FILE *script)
{
    errno = EIO; /* a stream that failed before does not tell why */
    return !ferror(script) && !fflush(script) && lseek(fileno(script), 0, SEEK_SET) >= 0;
}

int ce_gnuplot_end(FILE *script, char **bytes, size_t *length, ce_error *err)
{
    FILE *picture = ce_temporary_stream(), *said = ce_temporary_stream();
    int status = 0, rc = CE_OK;
    pid_t child;

    *bytes = NULL;
    if (!picture || !said || !is_ready(script))
        rc = ce_fail(err, CE_EIO, "%s: temporary files for the plot: %s", ce_temporary_folder(),
                     strerror(errno));
    if (!rc)
        rc = start(fileno(script), fileno(picture), fileno(said), &child, err);
    if (!rc) {
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
        if (!WIFEXITED(status) || WEXITSTATUS(status))
            rc = complain(said, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                          err);
        else
            rc = slurp(picture, bytes, length, err);
        if (!rc)
            rc = ce_pdf_set_date(bytes, length, err);
        if (!rc)
            rc = ce_svg_tidy(bytes, length, err);
        if (!rc && !*length)
            rc = complain(said, 0, err);
    }
    if (rc) {
        free(*bytes);
        *bytes = NULL;
    }
    if (picture)
        fclose(picture);
    if (said)
        fclose(said);
    fclose(script);
    return rc;
}

int ce_gnuplot_finish(int rc, FILE *script, char **bytes, size_t *length, ce_error *err)
{
    if (!rc)
        return ce_gnuplot_end(script, bytes, length, err);
    fclose(script);
    return rc;
}
