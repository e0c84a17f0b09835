#!/usr/bin/env bash
# weight.sh [REVISION]: prints the sizes of a revision (HEAD unless given), one figure per line, so that two can be compared:
#     diff <(scripts/weight.sh v1) <(scripts/weight.sh)
# Nothing is built. Seconds and kernels of tests are those that tests/price/seconds.txt records.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
revision=${1-HEAD}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git archive "$revision" | tar -x -C "$folder"
git ls-tree -r --name-only "$revision" >"$folder.names"
trap 'rm -rf "$folder" "$folder.names"' EXIT

python3 - "$folder" "$folder.names" <<'PYTHON'
import collections, io, os, re, sys, tokenize

os.chdir(sys.argv[1])
names = [name for name in open(sys.argv[2]).read().splitlines() if os.path.isfile(name)]
data = {name: open(name, "rb").read() for name in names}
text = lambda name: data[name].decode("utf-8", "replace")
is_test = lambda name: "tests" in name.split("/")[:-1]
megabytes = lambda some: f"{sum(len(data[name]) for name in some) / 1e6:.1f}"


def show(label, value):
    print(f"{label + ':':62}{value:>9}")


# A comment, or a string or character that may look as if it held one.
C_TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.S)


def without_comments(source):
    """C, C++ or OpenCL C with its comments replaced by their line ends."""
    return C_TOKEN.sub(lambda m: re.sub(r"[^\n]", "", m[0]) or " " if m[0][0] == "/" else m[0], source)


def python_lines(source):
    """The numbers of the lines that hold more than a comment or a docstring."""
    lines, statement = set(), []
    layout = (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in layout:
            continue
        statement.append(token)
        if token.type == tokenize.NEWLINE:
            if any(t.type not in (tokenize.STRING, tokenize.NEWLINE) for t in statement):
                lines.update(n for t in statement for n in range(t.start[0], t.end[0] + 1))
            statement = []
    return lines


def language(name):
    if name.endswith(".cl") or re.match(r"(cl|imaging/cl|transpose)/.*\.h$", name):
        return "OpenCL C"
    if re.search(r"\.([ch]pp|[ch]|inc)(\.in)?$", name):
        return "C++"
    return "Python" if re.search(r"\.pyi?$", name) else None


source = {}  # without comments; of Python, the lines that are neither comments nor docstrings
for name in names:
    if language(name) == "Python":
        kept, lines = python_lines(text(name)), text(name).split("\n")
        source[name] = "\n".join(line if n in kept else "" for n, line in enumerate(lines, 1))
    elif language(name):
        source[name] = without_comments(text(name))

show("tracked files", len(names))
show("megabytes of the tree", megabytes(names))
show("megabytes of benchmarks/results", megabytes(n for n in names if n.startswith("benchmarks/results/")))

lines = collections.Counter()
for name in names:
    lines[name.split("/")[0] + "/" if "/" in name else "(top level)"] += data[name].count(b"\n")
for folder in sorted(lines):
    show(f"lines in {folder}", lines[folder])
show("words of .md files", sum(len(text(name).split()) for name in names if name.endswith(".md")))

code = collections.Counter()
for name in source:
    if not is_test(name):
        code[language(name)] += sum(not line.isspace() and line != "" for line in source[name].split("\n"))
for each in "C++", "OpenCL C", "Python":
    show(f"lines of {each} outside tests, neither blank nor comments", code[each])
show("lines of these languages together", sum(code.values()))

prices = [line.split() for line in text("tests/price/seconds.txt").splitlines() if not line.startswith("#")]
prices = [row for row in prices if len(row) == 3 and row[0] != "reference"]
show("tests with a recorded price", len(prices))
show("recorded seconds of tests", f"{sum(float(row[1]) for row in prices):.0f}")
show("recorded kernels compiled by tests", sum(int(row[2]) for row in prices if row[2] != "-"))

# A file gives its reason in its heading: "(Long because ..".
long = [name for name in source if data[name].count(b"\n") > 300 and not re.search(r"\((Long|Longer)\b", text(name)[:1000])]
show("files above 300 lines without a reason, outside tests", sum(not is_test(name) for name in long))
show("files above 300 lines without a reason, in tests", sum(map(is_test, long)))

FAMILIES = "constant_geometry|split_half|tensor|five_step|row_transpose"
show("lines with a family's or system's name outside its folder", sum(
    len(re.findall(rf"^.*\b(?:{FAMILIES})\b.*$", source[name], re.M)) for name in source
    if not is_test(name) and not name.startswith("docs/") and not re.search(rf"/({FAMILIES})/", name)))

# In a C++ file, a kernel is in a string or a macro.
parameters = re.compile(r"\b(?!(?:if|for|while|switch)\b)\w+\s*\(([^(){};]*)\)\s*\{")
embedded = re.compile(r"\bkernel\s+void\s+\w+\s*\(([^(){};]*)\)\s*\{")
show("functions of kernels with more than six parameters", sum(
    found.count(",") > 5 for name in source if not is_test(name) and language(name) != "Python"
    for found in (parameters if language(name) == "OpenCL C" else embedded).findall(source[name])))
PYTHON

# It also lists files.
printf '%-62s%9s\n' 'functions above 50 lines in host/ and transpose/:' \
    "$(scripts/long_functions.sh "$revision" | grep -vc ': the file$' || true)"
