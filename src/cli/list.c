/* Prints the nouns of a tool as a list, and all options as rows, for people and for programs. */
#include <stdio.h>
#include <string.h>

#include "cli/options_internal.h"

enum { NAME, FAMILY, YEAR, READS, NEEDS, TAKES, COST, SUMMARY, PAGE, COLUMNS, LONGEST = 160 };

static const char *const header[COLUMNS] = {"name",  "family", "year",    "reads", "needs",
                                            "takes", "cost",   "summary", "page"};

/* The cells of one noun. */
static void cells_of(const ce_descriptor *noun, char cell[COLUMNS][LONGEST])
{
    const ce_reference *reference = ce_descriptor_reference(noun);
    const ce_descriptor taken = {.needs = noun->takes};

    snprintf(cell[NAME], LONGEST, "%s", noun->name);
    snprintf(cell[FAMILY], LONGEST, "%s", noun->family ? noun->family : "");
    cell[YEAR][0] = '\0';
    if (reference)
        snprintf(cell[YEAR], LONGEST, "%d", reference->year);
    ce_descriptor_reads(noun, cell[READS], LONGEST);
    ce_descriptor_needs(noun, cell[NEEDS], LONGEST);
    ce_descriptor_needs(&taken, cell[TAKES], LONGEST);
    snprintf(cell[COST], LONGEST, "%s", ce_cost_name(noun->cost));
    snprintf(cell[SUMMARY], LONGEST, "%s", noun->summary);
    snprintf(cell[PAGE], LONGEST, "%s%s", noun->page ? noun->page : "", noun->page ? "(7)" : "");
}

/* ---- aligned text ---- */

/* Prints the columns up to `last`. A column of width 0 is left out. */
static void print_line(char cell[COLUMNS][LONGEST], const size_t *width, size_t last)
{
    for (size_t c = 0; c < last; c++)
        if (width[c])
            printf("%-*s", (int)width[c] + 2, cell[c]);
    printf("%s\n", cell[last]);
}

/* Leaves out columns that are empty for all nouns. Where there are families, summaries would not
 * fit into a terminal and are left out too; the csv and json forms have everything. */
static void print_text(const ce_tool *tool)
{
    char cell[COLUMNS][LONGEST];
    size_t width[COLUMNS] = {0}, last;

    for (size_t i = 0; tool->nouns[i]; i++) {
        cells_of(tool->nouns[i], cell);
        for (size_t c = 0; c < COLUMNS; c++)
            width[c] = strlen(cell[c]) > width[c] ? strlen(cell[c]) : width[c];
    }
    last = width[FAMILY] ? COST : SUMMARY;
    for (size_t c = 0; c < COLUMNS; c++) {
        snprintf(cell[c], LONGEST, "%s", header[c]);
        if (width[c] && width[c] < strlen(header[c]))
            width[c] = strlen(header[c]);
    }
    print_line(cell, width, last);
    for (size_t i = 0; tool->nouns[i]; i++) {
        cells_of(tool->nouns[i], cell);
        print_line(cell, width, last);
    }
}

/* ---- csv and json ---- */

/* Prints a cell of a CSV line, quoted where it must be. */
static void print_csv_cell(const char *text, int last)
{
    if (text[strcspn(text, ",\"\n")]) {
        putchar('"');
        for (; *text; text++) {
            if (*text == '"')
                putchar('"');
            putchar(*text);
        }
        putchar('"');
    } else {
        fputs(text, stdout);
    }
    putchar(last ? '\n' : ',');
}

static void print_csv(const ce_tool *tool)
{
    char cell[COLUMNS][LONGEST];

    for (size_t c = 0; c < COLUMNS; c++)
        print_csv_cell(header[c], c + 1 == COLUMNS);
    for (size_t i = 0; tool->nouns[i]; i++) {
        cells_of(tool->nouns[i], cell);
        for (size_t c = 0; c < COLUMNS; c++)
            print_csv_cell(cell[c], c + 1 == COLUMNS);
    }
}

static void print_json_text(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        if (*text == '\n')
            fputs("\\n", stdout);
        else
            putchar(*text);
    }
    putchar('"');
}

static void print_json(const ce_tool *tool)
{
    char cell[COLUMNS][LONGEST];

    printf("[");
    for (size_t i = 0; tool->nouns[i]; i++) {
        cells_of(tool->nouns[i], cell);
        printf("%s\n  {", i ? "," : "");
        for (size_t c = 0; c < COLUMNS; c++) {
            printf("%s\"%s\": ", c ? ", " : "", header[c]);
            print_json_text(cell[c]);
        }
        printf("}");
    }
    printf("\n]\n");
}

int ce_cli_print_list(const ce_tool *tool, const char *form)
{
    if (!strcmp(form, "text"))
        print_text(tool);
    else if (!strcmp(form, "csv"))
        print_csv(tool);
    else if (!strcmp(form, "json"))
        print_json(tool);
    else
        return 0;
    return 1;
}

/* ---- options ---- */

static void print_row(const ce_tool *tool, const char *noun, const ce_option *row)
{
    const char *help = row->help ? row->help : tool->k_help;
    char number[40], letter[2] = {row->letter, '\0'};
    int ranged = row->low != 0 || row->high != 0;

    print_csv_cell(noun, 0);
    print_csv_cell(row->name, 0);
    print_csv_cell(letter, 0);
    print_csv_cell(ce_option_type_name(row->type), 0);
    print_csv_cell(row->argument ? row->argument : "", 0);
    snprintf(number, sizeof number, "%.15g", row->low);
    print_csv_cell(ranged ? number : "", 0);
    snprintf(number, sizeof number, "%.15g", row->high);
    print_csv_cell(ranged ? number : "", 0);
    print_csv_cell(row->choices ? row->choices : "", 0);
    print_csv_cell(row->by_default ? row->by_default : "", 0);
    print_csv_cell(row->only ? row->only : "", 0);
    print_csv_cell(help ? help : "clusters: 3, 2..20 or 2..6,9", 1);
}

void ce_cli_print_options(const ce_tool *tool)
{
    const ce_option *shared[CE_SHARED_ROWS];
    size_t count = ce_cli_shared_rows(tool, shared);

    printf("noun,option,letter,type,argument,low,high,choices,default,only,help\n");
    for (size_t i = 0; i < tool->options.count; i++)
        print_row(tool, "", &tool->options.row[i]);
    for (size_t i = 0; i < count; i++)
        print_row(tool, "", shared[i]);
    for (size_t n = 0; tool->nouns && tool->nouns[n]; n++)
        for (size_t i = 0; i < tool->nouns[n]->options.count; i++)
            print_row(tool, tool->nouns[n]->name, &tool->nouns[n]->options.row[i]);
}
