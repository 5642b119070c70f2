/*
 * What the library says of its methods, through clens.h alone.
 *
 *   library-methods list           the columns of ce-consensus --list=csv, without the page
 *   library-methods about NAME     a line, as many sentences as there are
 *   library-methods bibtex NAME    the entry
 *   library-methods reports        NAME, a colon, words
 *   library-methods status         a line for each status, and for one that is none
 *   library-methods room           how texts are cut: says ok
 */
#include <clens.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(int condition, const char *what, const char *method)
{
    if (condition)
        return;
    printf("%s: %s\n", method, what);
    exit(1);
}

typedef size_t (*writer)(const clens_method *method, char *text, size_t size);

/* A cell, in quotes where it has a comma. */
static void print_cell(const char *text)
{
    printf(strchr(text, ',') ? ",\"%s\"" : ",%s", text);
}

static void print_text(const clens_method *method, writer write)
{
    char text[200];
    size_t length = write(method, text, sizeof text);

    must(length == strlen(text), "another length than that of the text", text);
    print_cell(text);
}

static void list(void)
{
    for (size_t f = 0; f < clens_method_count(); f++) {
        const clens_method *method = clens_method_at(f);
        printf("%s", clens_method_name(method));
        print_cell(clens_method_family(method));
        if (clens_method_year(method))
            printf(",%d", clens_method_year(method));
        else
            printf(",");
        print_text(method, clens_method_reads_text);
        print_text(method, clens_method_needs_text);
        print_text(method, clens_method_takes_text);
        print_cell(clens_method_cost(method));
        print_cell(clens_method_summary(method));
        printf("\n");
    }
}

/* The words of the constants that are in a mask. */
static void join(unsigned mask, const char *const *word, char *text)
{
    *text = '\0';
    for (unsigned b = 0; word[b]; b++)
        if (mask & 1u << b)
            strcat(strcat(text, *text ? ", " : ""), word[b]);
}

static void reports(void)
{
    static const char *const reads_word[] = {"labels", "memberships", "data", NULL};
    static const char *const use_word[] = {"k", "data", "model", "constraints", "weights", NULL};
    static const char *const report_word[] = {"trace", "model", "tree", "members", "weights", NULL};
    char text[200], joined[200];

    for (size_t f = 0; f < clens_method_count(); f++) {
        const clens_method *method = clens_method_at(f);
        const char *name = clens_method_name(method);
        clens_method_reads_text(method, text, sizeof text);
        join(clens_method_reads(method), reads_word, joined);
        must(!strcmp(text, joined), "the words of what it reads", name);
        clens_method_needs_text(method, text, sizeof text);
        join(clens_method_needs(method), use_word, joined);
        must(!strcmp(text, joined), "the words of what it needs", name);
        clens_method_takes_text(method, text, sizeof text);
        join(clens_method_takes(method), use_word, joined);
        must(!strcmp(text, joined), "the words of what it takes", name);
        clens_method_reports_text(method, text, sizeof text);
        join(clens_method_reports(method), report_word, joined);
        must(!strcmp(text, joined), "the words of what it reports", name);
        printf("%s: %s\n", name, text);
    }
}

/* Texts end where the room does, and nothing behind it changes. */
static void room(void)
{
    const clens_method *method = clens_method_find("wsbpa");
    const writer write[] = {clens_method_needs_text, clens_method_reference};
    char whole[300], text[300];

    for (size_t w = 0; w < sizeof write / sizeof *write; w++) {
        size_t length = write[w](method, whole, sizeof whole);
        must(length > 5 && length == strlen(whole), "its length", whole);
        must(write[w](method, NULL, 0) == length, "its length without room", whole);
        for (size_t size = 1; size <= length + 1; size++) {
            memset(text, '!', sizeof text);
            must(write[w](method, text, size) == length, "its length with little room", whole);
            must(strlen(text) == size - 1 && !strncmp(text, whole, size - 1), "cut", whole);
            must(text[size] == '!', "a byte beyond the room", whole);
        }
    }
    printf("ok\n");
}

static void status(void)
{
    static const int all[] = {CLENS_OK, CLENS_ENOMEM, CLENS_EINPUT, CLENS_EARG, CLENS_ENUM, -99};

    for (size_t s = 0; s < sizeof all / sizeof *all; s++)
        printf("%d %s\n", all[s], clens_status_text(all[s]));
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    const clens_method *method = argc > 2 ? clens_method_find(argv[2]) : NULL;

    if (!strcmp(what, "list"))
        list();
    else if (!strcmp(what, "about") && method)
        printf("%s\n", clens_method_about(method));
    else if (!strcmp(what, "bibtex") && method)
        printf("%s\n", clens_method_bibtex(method));
    else if (!strcmp(what, "reports"))
        reports();
    else if (!strcmp(what, "status"))
        status();
    else if (!strcmp(what, "room"))
        room();
    else
        must(0, "list|about NAME|bibtex NAME|reports|status|room", "library-methods");
    return 0;
}
