#include "cli/tool.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/log.h"
#include "cli/progress_line.h"
#include "io/input.h"
#include "io/output.h"

void ce_cli_print(const ce_cli *cli, const char *text)
{
    ce_progress_line_close();
    fprintf(stderr, "%s: ", cli->tool->name);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if ((*c < 32 && *c != '\t') || *c == 127)
            fprintf(stderr, "\\x%02x", *c);
        else
            fputc(*c, stderr);
    fputc('\n', stderr);
}

__attribute__((format(printf, 2, 0))) static void say(const ce_cli *cli, const char *format,
                                                      va_list args)
{
    char text[4 * CE_ERROR_TEXT];

    vsnprintf(text, sizeof text, format, args);
    ce_cli_print(cli, text);
}

void ce_cli_warn(const ce_cli *cli, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say(cli, format, args);
    va_end(args);
}

void ce_cli_note(const ce_cli *cli, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    ce_log_note(format, args);
    va_end(args);
    if (cli->common->quiet)
        return;
    va_start(args, format);
    say(cli, format, args);
    va_end(args);
}

void ce_cli_detail(const ce_cli *cli, const char *format, ...)
{
    va_list args;

    if (!cli->common->verbose)
        return;
    va_start(args, format);
    say(cli, format, args);
    va_end(args);
}

static void hear(const void *state, ce_message_level level, const char *text)
{
    char worded[2 * CE_ERROR_TEXT];

    ce_error_word(text, "--", worded, sizeof worded);
    if (level == CE_NOTE)
        ce_cli_note(state, "%s", worded);
    else
        ce_cli_detail(state, "%s", worded);
}

ce_table_format ce_cli_format(const ce_cli *cli)
{
    const ce_common *c = cli->common;

    return (ce_table_format){.delimiter = c->read_delimiter,
                             .header = (ce_header)c->header,
                             .id_column = c->id,
                             .class_column = c->class_,
                             .categorical = c->categorical,
                             .has_categorical = (cli->tool->shared & CE_WITH_CATEGORICAL) != 0,
                             .missing = c->missing_words,
                             .decimal = c->decimal,
                             .features = c->columns,
                             .cut = cli->cut,
                             .listener = {hear, cli}};
}

ce_table_format ce_cli_whole_format(const ce_cli *cli)
{
    ce_table_format format = ce_cli_format(cli);

    format.cut = NULL;
    return format;
}

int ce_cli_write_labels(const ce_cli *cli, int format, const ce_label_table *table,
                        const char *path, ce_error *err)
{
    const ce_listener listener = {hear, cli};

    format = ce_cli_form_of(cli, CE_LABELS_NAMES, format, path);
    return format == CE_LABELS_NPY ? ce_label_table_write_npy(table, path, &listener, err)
                                   : ce_label_table_write(table, path, cli->common->delimiter, err);
}

const char *ce_cli_operand(const ce_cli *cli, int i)
{
    if (i < cli->operands)
        return cli->operand[i];
    if (!cli->operands && !*cli->waits && isatty(STDIN_FILENO)) {
        *cli->waits = 1;
        ce_cli_note(cli, "reads standard input, which is a terminal; Ctrl-D at the beginning of a "
                         "line ends it");
    }
    return NULL;
}

int ce_cli_end(ce_cli *cli, int status, const ce_error *err)
{
    char worded[2 * CE_ERROR_TEXT];
    ce_error of_log = {0}, of_names = {0};
    int code;

    if (status) {
        ce_output_drop_held();
    } else {
        status = ce_output_name_held(&of_names);
        err = status ? &of_names : err;
    }
    code = status == CE_EARG ? 2 : status != CE_OK;
    ce_cli_free(cli);
    ce_error_word(err->text[0] ? err->text : "failed", "--", worded, sizeof worded);
    if (code && status != CE_EPIPE)
        ce_cli_print(cli, worded);
    if (ce_log_end(cli, code, code ? worded : NULL, &of_log)) {
        ce_cli_print(cli, of_log.text);
        code = code ? code : 1;
    }
    return code;
}
