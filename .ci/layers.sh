#!/usr/bin/env bash
# layers.sh: no file of the library includes a layer above its own. The table of layers is host/README.md.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

declare -A allowed
known=" cl "
while IFS='|' read -r _ layer _ below _; do
    layer=${layer//[\` ]/}
    allowed[$layer]=" ${below//,/ } "
    # The table itself goes from the bottom up.
    for each in ${allowed[$layer]}; do
        [[ $known == *" $each "* ]] || { echo "host/README.md: $layer may not include $each, which is not below it" >&2; exit 1; }
    done
    known+="$layer "
done < <(grep -E '^\| `' host/README.md)

folders=(host/*/)
failed=0
for folder in "${folders[@]}" transpose/; do
    layer=$(basename "$folder")
    if [[ ! -v allowed[$layer] ]]; then
        echo "host/README.md has no row for the layer $layer" >&2
        failed=1
        continue
    fi
    while IFS=: read -r file line include; do
        target=${include#*\"}
        target=${target%%/*}
        [[ $target == "$layer" || ${allowed[$layer]} == *" $target "* ]] && continue
        echo "$file:$line: layer $layer does not include ${include#*\"}" >&2
        failed=1
    done < <(grep -rnoE --include='*.[ch]pp' --exclude-dir=tests '^#include "[^"]+' "$folder")
done
exit $failed
