# references.awk: doc/references.bib as a C table. An entry begins with @KIND{KEY, and ends with a
# closing brace alone on its line; one field a line.
function text(value)
{
    sub(/^[^=]*= */, "", value)
    sub(/,? *$/, "", value)
    gsub(/[{}"]/, "", value)
    return value
}
# "Li, Y. and Yu, J. and Hao, P." as "Li, Yu and Hao"
function surnames(authors,   name, count, i, list)
{
    count = split(authors, name, / and /)
    for (i = 1; i <= count; i++) {
        if (name[i] ~ /,/)
            sub(/,.*/, "", name[i])
        else
            sub(/.* /, "", name[i])
        list = list (i == 1 ? "" : i == count ? " and " : ", ") name[i]
    }
    return list
}
function quoted(value)
{
    gsub(/\\/, "\\\\", value)
    gsub(/"/, "\\\"", value)
    return "\"" value "\""
}
BEGIN {
    print "/* Made from doc/references.bib. */"
    print "#include \"core/descriptor.h\"\n"
    print "const ce_reference ce_references[] = {"
}
/^@/ {
    key = $0
    sub(/^[^{]*{/, "", key)
    sub(/,.*/, "", key)
    entry = author = title = ""
    year = 0
    inside = 1
}
inside {
    entry = entry "\n     " quoted($0 "\n")
    sub(/\n"$/, "\\n\"", entry)
}
inside && /^ *author *=/ { author = surnames(text($0)) }
inside && /^ *title *=/ { title = text($0) }
inside && /^ *year *=/ { year = text($0) + 0 }
inside && /^}/ {
    printf "    {%s, %d, %s, %s,%s},\n", quoted(key), year, quoted(author), quoted(title), entry
    inside = 0
}
END { print "    {NULL, 0, NULL, NULL, NULL},\n};" }
