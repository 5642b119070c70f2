# evidence.awk: doc/evidence.csv as a table in C. Its columns are told in the file papers/benchmark/README.md.
BEGIN { FS = "," }
function real(text) { return text == "" ? "NAN" : text + 0 }
FNR == 1 {
    if ($0 != "function,options,random,random-ari,subspaces,subspaces-ari,fixed,fixed-ari,missing,missing-ari,large,large-ari,cpu,mib,cpu-large,mib-large,cpu-few,mib-few,cpu-many,mib-many,soft-ari,search") {
        print "evidence.awk: " FILENAME ": another header expected" > "/dev/stderr"
        exit failed = 1
    }
    next
}
$1 == "(sets)" { sets = $3 + 0 ", " $5 + 0 ", " $7 + 0 ", " $9 + 0 ", " $11 + 0; soft = $21 + 0; next }
$1 == "(largest)" { largest = $3 + 0 ", " $5 + 0 ", " $7 + 0 ", " $9 + 0 ", " $11 + 0; next }
$1 == "(difference)" { difference = real($3) ", " real($5) ", " real($7) ", " real($9) ", " real($11); next }
$1 == "(microclusters)" { microclusters = real($13) ", " real($15) ", " real($17) ", " real($19); next }
$1 == "(clusters)" { clusters = real($13) ", " real($15) ", " real($17) ", " real($19); next }
{
    row[++rows] = "    {\"" $1 "\", \"" $2 "\", {" real($3) ", " real($5) ", " real($7) ", " real($9) ", " real($11) "}, {" real($4) ", " real($6) ", " \
        real($8) ", " real($10) ", " real($12) "}, {" real($13) ", " real($15) ", " real($17) ", " real($19) "}, {" real($14) ", " real($16) ", " real($18) ", " real($20) "}, " \
        real($21) ", " real($22) "},"
}
END {
    if (failed) exit 1
    print "/* Made from doc/evidence.csv. */"
    print "#include <math.h>\n\n#include \"consensus/advice.h\"\n"
    print "const ce_function_evidence ce_evidences[] = {"
    for (i = 1; i <= rows; i++) print row[i]
    print "    {NULL, NULL, {NAN, NAN, NAN, NAN, NAN}, {NAN, NAN, NAN, NAN, NAN}, {NAN, NAN, NAN, NAN}, {NAN, NAN, NAN, NAN}, NAN, NAN},\n};\n"
    print "const int ce_evidence_sets[] = {" sets "};"
    print "const double ce_evidence_difference[] = {" difference "};"
    print "const int ce_evidence_largest[] = {" largest "};"
    print "const int ce_evidence_soft_sets = " soft ";"
    print "const double ce_evidence_microclusters[] = {" microclusters "};"
    print "const double ce_evidence_clusters[] = {" clusters "};"
}
