#include "report/html.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/utf8.h"

void ce_html_text(ce_output *page, const char *text)
{
    const char *at = text;

    while (*at) {
        size_t length = ce_utf8_length(at);
        if (*at == '&')
            ce_output_text(page, "&amp;");
        else if (*at == '<')
            ce_output_text(page, "&lt;");
        else if (*at == '>')
            ce_output_text(page, "&gt;");
        else if (*at == '"')
            ce_output_text(page, "&quot;");
        else if (*at == '\'')
            ce_output_text(page, "&#39;");
        else if (!ce_utf8_is_shown(at))
            ce_output_text(page, CE_UTF8_REPLACEMENT);
        else
            ce_output_write(page, at, length);
        at += length ? length : 1;
    }
}

void ce_html_number(ce_output *page, double value, int digits)
{
    if (isnan(value))
        ce_output_text(page, "&ndash;");
    else
        ce_output_printf(page, "%.*g", digits, value);
}

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1c2430;--soft:#5a6675;--page:#fff;--line:#d5dbe3;"
    "--box:#f4f6f9;--warn:#fff4dc;--edge:#d98e04;--link:#0a5a9c;--shade:#0003}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#a3afbd;--page:#14181e;"
    "--line:#38424f;--box:#1d232b;--warn:#33290f;--edge:#e0a030;--link:#7cbcf0;--shade:#fff4}}"
    "*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);"
    "font:16px/1.55 system-ui,sans-serif}"
    "main{max-width:64rem;margin:0 auto;padding:1rem 1rem 4rem}"
    "h1{font-size:1.7rem;line-height:1.2;margin:.5rem 0;overflow-wrap:anywhere}"
    "h2{font-size:1.25rem;margin:2.4rem 0 .6rem;padding-top:.6rem;"
    "border-top:1px solid var(--line)}h3{font-size:1rem;margin:1.2rem 0 .3rem}"
    "p,li{max-width:46rem;overflow-wrap:anywhere}a{color:var(--link)}.soft{color:var(--soft)}"
    ".warnings{background:var(--warn);border-left:4px solid var(--edge);padding:.6rem 1rem;"
    "margin:1rem 0}.warnings ul{margin:0;padding-left:1.1rem}"
    "figure{margin:1rem 0}figcaption{max-width:46rem;margin:.3rem 0 .6rem}"
    /* what is wider than the page has a shadow at the side where there is more of it */
    ".scroll{--sheet:var(--page);overflow-x:auto;max-width:100%;background:"
    "linear-gradient(90deg,var(--sheet) 40%,transparent) 0 0/2.5rem 100% no-repeat local,"
    "linear-gradient(270deg,var(--sheet) 40%,transparent) 100% 0/2.5rem 100% no-repeat local,"
    "linear-gradient(90deg,var(--shade),transparent) 0 0/.8rem 100% no-repeat scroll,"
    "linear-gradient(270deg,var(--shade),transparent) 100% 0/.8rem 100% no-repeat scroll,"
    "var(--sheet)}"
    ".paper{--sheet:#fff;--shade:#0004;border:1px solid var(--line);border-radius:4px}"
    ".paper svg{display:block;width:100%;min-width:34rem;height:auto;mix-blend-mode:multiply}"
    ".paper image{image-rendering:pixelated}"
    "table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}"
    "th,td{padding:.25rem .7rem;border-bottom:1px solid var(--line);text-align:right;"
    "white-space:nowrap}th{background:var(--box);font-weight:600}"
    "td:first-child,th:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere;"
    "min-width:7rem}tr.chosen td{font-weight:700;"
    "background:var(--box)}"
    "pre{background:var(--box);padding:.6rem .8rem;overflow-x:auto;white-space:pre-wrap;"
    "overflow-wrap:anywhere;font-size:.85rem}summary{cursor:pointer}"
    "@media(max-width:40rem){.paper{margin:0 -1rem;max-width:none;border-width:1px 0;"
    "border-radius:0}.paper svg{min-width:30rem}}"
    "@media print{body{font-size:10pt}main{max-width:none;padding:0}"
    "figure,tr,.warnings{break-inside:avoid}h2,h3{break-after:avoid}"
    ".paper{margin:0}.paper svg{min-width:0;max-height:9cm;mix-blend-mode:normal}"
    ".paper svg[aria-label^=\"Heat map\"]{max-height:14cm}"
    ".scroll{overflow:visible;background:none}a{color:inherit}.file,details{display:none}}"
    "@media not print{.printed{display:none}}"
    /* paper cannot be clicked: moderate tables are open there, where the browser lets CSS do it */
    "@supports selector(::details-content){@media print{details.short{display:block}"
    ".short::details-content{content-visibility:visible}.short summary,.short+.printed"
    "{display:none}}}";

void ce_html_begin(ce_output *page, const char *title)
{
    ce_output_text(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width, "
                         "initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" "
                         "content=\"default-src 'none'; style-src 'unsafe-inline'; "
                         "img-src data:\">\n<link rel=\"icon\" href=\"data:,\">\n<title>");
    ce_html_text(page, title);
    ce_output_text(page, "</title>\n<style>");
    ce_output_text(page, style);
    ce_output_text(page, "</style>\n</head>\n<body>\n<main>\n<h1>");
    ce_html_text(page, title);
    ce_output_text(page, "</h1>\n");
}

void ce_html_end(ce_output *page)
{
    ce_output_text(page, "</main>\n</body>\n</html>\n");
}

void ce_html_more_begin(ce_output *page, const char *summary, size_t rows, int open)
{
    ce_output_printf(page, "<details%s%s><summary>%s</summary>\n",
                     rows > CE_HTML_PRINTED ? "" : " class=\"short\"", open ? " open" : "",
                     summary);
}

void ce_html_more_end(ce_output *page, size_t rows)
{
    ce_output_printf(page,
                     "</details>\n<p class=\"soft printed\">A table of %zu row%s is in the page "
                     "itself, not on paper.</p>\n",
                     rows, rows == 1 ? "" : "s");
}

int ce_html_holds(size_t length)
{
    return length <= CE_HTML_FILE;
}

int ce_html_file(ce_output *page, const char *name, const char *bytes, size_t length)
{
    if (!ce_html_holds(length))
        return 0;
    ce_output_text(page, "<a download=\"");
    ce_html_text(page, name);
    ce_output_text(page, "\" href=\"data:text/csv;charset=utf-8,");
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
            c == ',' || c == '.' || c == '-' || c == '_')
            ce_output_char(page, (char)c);
        else
            ce_output_printf(page, "%%%02X", c);
    }
    ce_output_text(page, "\">");
    ce_html_text(page, name);
    ce_output_text(page, "</a>");
    return 1;
}

/* ---- pictures ---- */

static int begins(const char *at, const char *end, const char *with)
{
    size_t length = strlen(with);

    return (size_t)(end - at) >= length && !memcmp(at, with, length);
}

/* Behind the first `what` at or after `at`; the end if there is none. */
static const char *behind(const char *at, const char *end, const char *what)
{
    while (at < end && !begins(at, end, what))
        at++;
    return at < end ? at + strlen(what) : end;
}

void ce_html_picture(ce_output *page, const char *svg, size_t length, unsigned number,
                     const char *about)
{
    static const char *const reference[] = {" id='", " id=\"", "'#gp", "(#gp"};
    const char *end = svg + length, *at = behind(svg, end, "<svg");

    ce_output_text(page, "<div class=\"paper scroll\"><svg role=\"img\" aria-label=\"");
    ce_html_text(page, about);
    ce_output_char(page, '"');
    while (at < end) {
        size_t r = 0;
        while (r < 4 && !begins(at, end, reference[r]))
            r++;
        if (r == 4) {
            ce_output_char(page, *at++);
            continue;
        }
        length = r < 2 ? strlen(reference[r]) : 2;
        ce_output_write(page, at, length);
        ce_output_printf(page, "p%u", number);
        at += length;
    }
    ce_output_text(page, "</div>\n");
}
