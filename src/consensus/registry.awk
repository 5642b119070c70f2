# registry.awk: the files of src/consensus/methods as the table of methods. A method is a line
#     const ce_method ce_method_NAME = {
/^const ce_method ce_method_[a-z0-9_]+ = \{$/ { method[++count] = $3 }
END {
    print "/* Made from the files in src/consensus/methods. */"
    print "#include \"consensus/registry.h\"\n"
    for (i = 1; i <= count; i++)
        print "extern const ce_method " method[i] ";"
    print "\nconst ce_method *const ce_methods[] = {"
    for (i = 1; i <= count; i++)
        print "    &" method[i] ","
    print "    NULL,\n};\n\nconst ce_descriptor *const ce_method_descriptors[] = {"
    for (i = 1; i <= count; i++)
        print "    &" method[i] ".about,"
    print "    NULL,\n};"
}
