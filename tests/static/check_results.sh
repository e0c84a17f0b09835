#!/usr/bin/env bash
# check_results.sh ROOT: checks that every results file records its origin and is in the table of
# benchmarks/results/README.md, and that every results file named in a document exists.
set -euo pipefail
cd "$1/benchmarks/results"
failed=0

fail() {
    echo "$1" >&2
    failed=1
}

while IFS= read -r file; do
    file=${file#./}
    case $file in
    *.jsonl)
        record=$(head -n 1 "$file")
        for field in command commit kernels; do
            [[ $record == *'"run":{'*"\"$field\":\""* ]] || fail "$file: its first line has no \"$field\""
        done
        ;;
    *.txt)
        head=$(sed '/^#/!q' "$file" | grep '^#' || true)
        [[ $head == *commit* && $head == *kernels* ]] || fail "$file: its head does not name the commit and the kernels"
        ;;
    *) fail "$file: neither .jsonl nor .txt" ;;
    esac
    grep -qF "\`$file\`" README.md || fail "$file: not in README.md's table"
done < <(find . -type f ! -name README.md)

# Names in documents and sources are results/DEVICE/NAME; names in the README of the folder are DEVICE/NAME.
while IFS= read -r name; do
    [[ -e $name ]] || fail "$name is named but does not exist"
done < <(
    {
        grep -rhoE 'results/[A-Za-z0-9_-]+[A-Za-z0-9_/-]*\.(jsonl|txt)' ../../README.md ../../CHANGELOG.md ../../docs \
            ../../benchmarks/README.md ../../host ../../cl ../../transpose ../../tests/bench | sed 's|^results/||'
        grep -oE '`[a-z0-9]+/[A-Za-z0-9_-]+\.(jsonl|txt)`' README.md | tr -d '`'
    } | sort -u
)
exit $failed
