#include "io/json_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

void ce_json_tree_free(ce_json_tree *tree)
{
    if (!tree)
        return;
    free(tree->value);
    *tree = (ce_json_tree){0};
}

typedef struct {
    ce_json_tree *tree;
    char *text, *at;
    int depth;
    ce_error *err;
} parser;

static int refuse(const parser *p, const char *expected)
{
    return ce_fail(p->err, CE_EINPUT, "byte %zu: %s expected", (size_t)(p->at - p->text) + 1,
                   expected);
}

static void skip_space(parser *p)
{
    p->at += strspn(p->at, " \t\r\n");
}

/* ---- strings ---- */

static int read_hex(const char *at, unsigned *value)
{
    *value = 0;
    for (int i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit = at[i] ? strchr(digits, at[i]) : NULL;
        if (!digit)
            return 0;
        *value = *value << 4 | ((unsigned)(digit - digits) & 15);
    }
    return 1;
}

static char *put_utf8(char *to, unsigned code)
{
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xc0 | code >> 6);
        *to++ = (char)(0x80 | (code & 63));
    } else {
        if (code < 0x10000) {
            *to++ = (char)(0xe0 | code >> 12);
        } else {
            *to++ = (char)(0xf0 | code >> 18);
            *to++ = (char)(0x80 | (code >> 12 & 63));
        }
        *to++ = (char)(0x80 | (code >> 6 & 63));
        *to++ = (char)(0x80 | (code & 63));
    }
    return to;
}

/* p->at is behind \u. NULL: no four digits. */
static char *decode_number(parser *p, char *to)
{
    unsigned code, low;

    if (!read_hex(p->at, &code))
        return NULL;
    p->at += 4;
    if (code >= 0xdc80 && code <= 0xdcff) {
        *to++ = (char)(code - 0xdc00);
        return to;
    }
    if (code >= 0xd800 && code < 0xdc00 && p->at[0] == '\\' && p->at[1] == 'u' &&
        read_hex(p->at + 2, &low) && low >= 0xdc00 && low < 0xe000) {
        p->at += 6;
        return put_utf8(to, 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
    }
    return put_utf8(to, !code || (code >= 0xd800 && code < 0xe000) ? 0xfffd : code);
}

/* p->at is behind the backslash. NULL: no such escape. */
static char *decode_escape(parser *p, char *to)
{
    static const char from[] = "\"\\/bfnrt", as[] = "\"\\/\b\f\n\r\t";
    const char *found = *p->at ? strchr(from, *p->at) : NULL;

    if (*p->at == 'u') {
        p->at++;
        return decode_number(p, to);
    }
    if (!found)
        return NULL;
    p->at++;
    *to++ = as[found - from];
    return to;
}

/* A decoded string is never longer than it was. */
static int read_string(parser *p, const char **text)
{
    char *to;

    if (*p->at != '"')
        return refuse(p, "a string");
    to = ++p->at;
    *text = to;
    while (*p->at != '"') {
        if ((unsigned char)*p->at < 0x20)
            return refuse(p, "the end of a string");
        if (*p->at != '\\') {
            *to++ = *p->at++;
            continue;
        }
        p->at++;
        to = decode_escape(p, to);
        if (!to)
            return refuse(p, "an escape");
    }
    p->at++;
    *to = 0;
    return CE_OK;
}

/* ---- values ---- */

static int read_number(parser *p, double *number)
{
    size_t length = strspn(p->at, "+-.0123456789Ee");
    char *end;

    *number = strtod(p->at, &end);
    if (!length || *p->at == '+' || end != p->at + length || !isfinite(*number))
        return refuse(p, "a value");
    p->at = end;
    return CE_OK;
}

static int read_word(parser *p, ce_json_value *value)
{
    static const char *const word[] = {"null", "false", "true"};

    for (int w = 0; w < 3; w++)
        if (!strncmp(p->at, word[w], strlen(word[w]))) {
            value->kind = (ce_json_kind)w;
            p->at += strlen(word[w]);
            return CE_OK;
        }
    value->kind = CE_JSON_NUMBER;
    return read_number(p, &value->number);
}

static int read_value(parser *p, const char *key, size_t *number);

/* Whether the array or object ends here, or a comma stands before its next value. */
static int read_between(parser *p, char end, int first, int *ended)
{
    skip_space(p);
    *ended = *p->at == end;
    if (!*ended && first)
        return CE_OK;
    if (!*ended && *p->at != ',')
        return refuse(p, end == ']' ? ", or ]" : ", or }");
    p->at++;
    skip_space(p);
    return CE_OK;
}

static int read_key(parser *p, const char **key)
{
    int rc = read_string(p, key);

    if (rc)
        return rc;
    skip_space(p);
    if (*p->at != ':')
        return refuse(p, ":");
    p->at++;
    return CE_OK;
}

/* The values of an array or object, whose number is `of`. */
static int read_values(parser *p, size_t of, char end)
{
    size_t last = 0;
    int ended = 0, rc;

    if (++p->depth > CE_JSON_DEPTH)
        return refuse(p, "a value that is less deep");
    p->at++;
    rc = read_between(p, end, 1, &ended);
    while (!rc && !ended) {
        const char *key = NULL;
        size_t number = 0;
        if (end == '}')
            rc = read_key(p, &key);
        if (!rc)
            rc = read_value(p, key, &number);
        if (!rc && last)
            p->tree->value[last].next = number;
        else if (!rc)
            p->tree->value[of].first = number;
        last = number;
        if (!rc)
            rc = read_between(p, end, 0, &ended);
    }
    p->depth--;
    return rc;
}

static int read_value(parser *p, const char *key, size_t *number)
{
    ce_json_tree *tree = p->tree;
    ce_json_value value = {.key = key};
    int rc = CE_OK;

    skip_space(p);
    if (*p->at == '{')
        value.kind = CE_JSON_OBJECT;
    else if (*p->at == '[')
        value.kind = CE_JSON_ARRAY;
    else if (*p->at == '"')
        value.kind = CE_JSON_STRING;
    if (value.kind == CE_JSON_STRING)
        rc = read_string(p, &value.text);
    else if (value.kind == CE_JSON_NULL)
        rc = read_word(p, &value);
    if (!rc)
        rc = ce_grow(&tree->value, &tree->capacity, tree->count + 1, sizeof *tree->value, p->err);
    if (rc)
        return rc;
    *number = tree->count++;
    tree->value[*number] = value;
    if (value.kind == CE_JSON_OBJECT || value.kind == CE_JSON_ARRAY)
        rc = read_values(p, *number, value.kind == CE_JSON_OBJECT ? '}' : ']');
    return rc;
}

int ce_json_parse(ce_json_tree *tree, char *text, size_t *root, ce_error *err)
{
    parser p = {tree, text, text, 0, err};
    int rc = ce_grow(&tree->value, &tree->capacity, 1, sizeof *tree->value, err);

    if (rc)
        return rc;
    tree->count = tree->count ? tree->count : 1;
    rc = read_value(&p, NULL, root);
    skip_space(&p);
    return rc || !*p.at ? rc : refuse(&p, "the end");
}

const ce_json_value *ce_json_member(const ce_json_tree *tree, size_t object, const char *key,
                                    ce_json_kind kind)
{
    if (tree->value[object].kind != CE_JSON_OBJECT)
        return NULL;
    for (size_t v = tree->value[object].first; v; v = tree->value[v].next)
        if (tree->value[v].kind == kind && !strcmp(tree->value[v].key, key))
            return &tree->value[v];
    return NULL;
}
