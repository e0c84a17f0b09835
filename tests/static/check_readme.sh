#!/usr/bin/env bash
# check_readme.sh ROOT: every piece of code that ROOT's README.md or a document in docs/ says it quotes is that file, word
# for word.
#
# A quotation is a line `<!-- quote FILE -->`, then a fenced block with the file's text.
set -euo pipefail
cd "$1"

if ! grep -q '^<!-- quote .* -->$' README.md; then
    echo "README.md quotes no file" >&2
    exit 1
fi
status=0
while IFS=: read -r document file; do
    quoted=$(awk -v mark="<!-- quote $file -->" '
        $0 == mark { found = 1; next }
        found && /^```/ { if (inside) exit; inside = 1; next }
        inside { print }' "$document")
    if ! diff -u --label "$document's quotation" --label "$file" <(printf '%s\n' "$quoted") "$file"; then
        status=1
    fi
done < <(for document in README.md docs/*.md; do sed -n "s|^<!-- quote \\(.*\\) -->\$|$document:\\1|p" "$document"; done)
exit "$status"
