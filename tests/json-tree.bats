#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# JSON as it is read (src/io/json_tree.h).

setup() { load common; }

tree() { "$CE_BUILD/obj/tests/json-tree" - "$@"; }

@test "JSON: values, keys and depth, in their order" {
  run_split tree x <<<' {"a" : [1, -2.5e1, true,false , null, [], {}], "x":"y", "x": "z" } '
  assert_equal "$stderr" ""
  assert_equal "$output" "0  object
1 61 array
2  number 1
2  number -25
2  true
2  false
2  null
2  array
2  object
1 78 string 79
1 78 string 7a
y"
  # a member of another kind, or of what is no object, is none
  assert_equal "$(tree a <<<'{"a": 1}' | tail -n 1)" none
  assert_equal "$(tree a <<<'["a"]' | tail -n 1)" none
}

@test "JSON: strings are decoded; bytes that are no UTF-8 come back as they were" {
  text='"\u00e9\u20ac\ud83d\ude00\udcff\u0000\ud83dx\\\/\"\b\f\n\r\té"'
  assert_equal "$(tree <<<"$text")" \
    "0  string c3a9e282acf09f9880ffefbfbdefbfbd785c2f22080c0a0d09c3a9"
  assert_equal "$(tree <<<'"\uD83D\uDE00\uDC41"')" "0  string f09f9880efbfbd"
}

@test "JSON: what is none is refused with the byte" {
  refused() {
    run_split tree <<<"$1"
    assert_equal "$status" 1
    assert_equal "$stderr" "json-tree: byte $2 expected"
    assert_equal "$output" ""
  }
  refused '' '2: a value'
  refused '[1 2]' '4: , or ]'
  refused '[1,]' '4: a value'
  refused '{"a":1,}' '8: a string'
  refused '{"a" 1}' '6: :'
  refused '{"a":1 "b":2}' '8: , or }'
  refused '{a:1}' '2: a string'
  refused '"a' '3: the end of a string'
  refused '"\x"' '3: an escape'
  refused '"\u12g4"' '4: an escape'
  refused '"\' '3: an escape'
  refused '1 2' '3: the end'
  for number in +1 1e400 1e 0x10 nan inf 1-2 .; do refused "$number" '1: a value'; done
  refused "$(printf '[%.0s' {1..65})" '65: a value that is less deep'
  run_split tree <<<"$(printf '[%.0s' {1..64})$(printf ']%.0s' {1..64})"
  assert_equal "$status" 0
}

@test "JSON: random values are those that Python writes" {
  command -v python3 >/dev/null || skip "needs python3"
  python3 - <<'END'
import json, random
random.seed(3)
def value(depth):
    kind = random.randrange(7 if depth < 4 else 5)
    if kind == 0: return None
    if kind == 1: return random.random() < .5
    if kind == 2: return random.choice([random.randrange(-10**9, 10**9), random.uniform(-1, 1) * 10 ** random.randrange(-30, 30)])
    if kind < 5: return "".join(chr(random.choice([34, 92, 9, 10, 65, 233, 0x20ac, 0x1f600, 0xdc80, 0xdcff])) for _ in range(random.randrange(5)))
    if kind == 5: return [value(depth + 1) for _ in range(random.randrange(4))]
    return {"k%d" % i: value(depth + 1) for i in range(random.randrange(4))}
def show(v, depth, key, out):
    as_hex = lambda s: s.encode("utf-8", "surrogateescape").hex()
    kind = "null" if v is None else "true" if v is True else "false" if v is False else \
        {str: "string", list: "array", dict: "object"}.get(type(v), "number")
    more = " " + as_hex(v) if kind == "string" else " %.17g" % v if kind == "number" else ""
    out.append("%d %s %s%s" % (depth, as_hex(key), kind, more))
    for item in v if kind == "array" else []: show(item, depth + 1, "", out)
    for name, item in v.items() if kind == "object" else []: show(item, depth + 1, name, out)
for n in range(40):
    v, out = [value(0) for _ in range(3)], []
    show(v, 0, "", out)
    with open("%d.json" % n, "w", encoding="utf-8") as f: json.dump(v, f, indent=n % 3 or None)
    with open("%d.expected" % n, "w") as f: f.write("\n".join(out) + "\n")
END
  for n in {0..39}; do
    tree <"$n.json" >out
    diff out "$n.expected"
  done
}
