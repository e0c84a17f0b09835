#!/usr/bin/env bash
# long_functions.sh [REVISION]: lists the functions above 50 lines and the files above 300 lines in host/ and transpose/,
# tests excluded, longest first; of the working tree or of a commit. A function is counted from the line of its name to its
# closing brace, as .clang-format lays it out: at the start of a line, or indented by four inside a class.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

list() {
    if [[ -n ${1-} ]]; then git ls-tree -r --name-only "$1" host transpose; else git ls-files host transpose; fi |
        grep -E '\.([ch]pp|h)$' | grep -v /tests/
}
text() {
    if [[ -n ${2-} ]]; then git show "$2:$1"; else cat "$1"; fi
}

list "${1-}" | while IFS= read -r file; do
    text "$file" "${1-}" | awk -v file="$file" '
        # A heading may take several lines; it begins at the first one that is indented as its brace.
        /^(    )?[A-Za-z\[~].*\(/ && !/;$/ && !/^ *(if|for|while|switch|return|else|namespace)/ {
            indent = /^    / ? "    " : ""
            if (!open) { name = $0; first = NR; mark = indent }
        }
        /^(    )?[^ ].*\{$|^ .*[)a-z] \{$/ && first && !open { open = 1 }
        open && $0 ~ "^" mark "}" {
            if (NR - first + 1 > 50) printf "%5d  %s:%d: %s\n", NR - first + 1, file, first, substr(name, 1, 70)
            open = first = 0
        }
        /^}/ { open = first = 0 }
        END { if (NR > 300) printf "%5d  %s: the file\n", NR, file }'
done | sort -rn
