#!/usr/bin/env bash
# layers.sh: checks that no file of the library includes a header of a layer above its own, by the table in host/README.md.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

declare -A allowed
known=" cl "
while IFS='|' read -r _ layer _ below _; do
    layer=${layer//[\` ]/}
    allowed[$layer]=" ${below//,/ } "
    # The table lists the layers from the bottom up.
    for each in ${allowed[$layer]}; do
        [[ $known == *" $each "* ]] || { echo "host/README.md: layer $layer lists $each, which is not below it" >&2; exit 1; }
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
        echo "$file:$line: layer $layer must not include ${include#*\"}" >&2
        failed=1
    done < <(grep -rnoE --include='*.[ch]pp' --exclude-dir=tests '^#include "[^"]+' "$folder")
done
exit $failed
