# names.awk: lists of names in the order in which they come: names[list, 1 .. count[list]].
function remember(list, name) { if (!((list, name) in known)) { known[list, name] = 1; names[list, ++count[list]] = name } }
