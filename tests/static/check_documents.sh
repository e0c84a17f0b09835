#!/usr/bin/env bash
# check_documents.sh ROOT: checks that each fenced block in ROOT's README.md and docs/ has a mark that names its test
# (document_blocks.sh lists them), and that quoted blocks equal the file or the part of it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/document_blocks.sh"
cd "$1"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# part FILE NAME: prints the lines between the two lines `// [NAME]`, without the indentation of the first of them.
part() {
    awk -v name="[$2]" '
        { bare = $0; sub(/^[ \t]*(\/\/|#) /, "", bare) }
        bare == name && bare != $0 { ++seen; next }
        seen == 1 {
            if (!lines++) { match($0, /^ */); indent = RLENGTH }
            print substr($0, 1, indent) ~ /[^ ]/ ? $0 : substr($0, indent + 1)
        }
        END { if (seen != 2 || !lines) { print "it has " seen + 0 " lines " name; exit 1 } }' "$1"
}

status=0
quotations=0
for document in README.md docs/*.md; do
    while IFS='|' read -r number line mark; do
        case $mark in
        'quote '*' ['*']')
            file=${mark#quote } name=${mark##*\[}
            file=${file% \[*}
            part "$file" "${name%]}" >"$folder/quoted" || status=1
            ;;
        'quote '*)
            file=${mark#quote }
            cp "$file" "$folder/quoted"
            ;;
        run | usage | output | problems | python | 'untested: '* | 'plan strings of '*) continue ;;
        *)
            echo "$document:$line: this block has no mark that names its test (see tests/static/document_blocks.sh)" >&2
            status=1
            continue
            ;;
        esac
        quotations=$((quotations + 1))
        diff -u --label "$document:$line" --label "$file" "$folder/$number" "$folder/quoted" || status=1
    done < <(document_blocks "$document" "$folder")
done
((quotations)) || { echo "no document quotes a file" >&2; status=1; }
exit "$status"
