#!/usr/bin/env bash
# layers.sh: checks the includes of the library's sources against the table in host/README.md, and that no folder
# depends on itself through others. Sources of imaging/ may include the public headers, their own folder and imaging/base/.
# Of all libraries one file reads the environment, and one folder looks for OpenCL devices and makes contexts: both refuse
# it in a process with raised rights (docs/security.md). .ci/objects.sh finds other readers in the object files.
# Functions of kernels have at most six parameters.
set -euo pipefail
set -f # names of the table have stars
cd "$(dirname "${BASH_SOURCE[0]}")/.."

failed=0
complain() {
    echo "$*" >&2
    failed=1
}

# The table: folders from the bottom up, each with those that it may include. `X/*` stands for each folder in X.
declare -A allowed
patterns=()
known=" cl "
while IFS='|' read -r _ row _ below _; do
    row=${row//[\` ]/}
    allowed[$row]=${below//[\`,]/ }
    for each in ${allowed[$row]}; do
        [[ $known == *" $each "* || $known == *" $each/"* ]] ||
            complain "host/README.md: the row $row lists $each, which is not below it"
    done
    known+="$row "
    [[ $row == *'*' ]] && patterns+=("$row")
done < <(grep -E '^\| `' host/README.md)

# row_of FOLDER: sets `row` to the folder's row, or to nothing.
row_of() {
    row=$1
    [[ -v allowed[$row] ]] && return
    for row in "${patterns[@]}"; do
        # shellcheck disable=SC2053 # the right side is a pattern
        [[ $1 == $row && $1 != ${row%\*}*/* ]] && return
    done
    row=
}

# may_include FOLDER TARGET: whether the folder's row allows files of the target folder. The name of another layer allows
# its subfolders, too; the name of the folder's own parent does not.
may_include() {
    local entries each
    [[ $1 == "$2" ]] && return
    read -ra entries <<<"${allowed[$row]}"
    for each in "${entries[@]}"; do
        # shellcheck disable=SC2053
        [[ $2 == $each || ($2 == "$each"/* && $1 != "$each"/*) ]] && return
    done
    return 1
}

# Includes of other folders, as `FOLDER TARGET`; cl/ has no rows, since kernels are not compiled as they stand.
edges=()
while IFS=: read -r file line include; do
    folder=${file#host/}
    folder=${folder%/*}
    target=${include#*\"}
    name=$target
    if [[ $target != */* ]]; then
        complain "$file:$line: $target is included without its folder"
        continue
    fi
    target=${target%/*}
    [[ $folder == "$target" ]] && continue
    edges+=("$folder $target")
    [[ $folder == cl || $folder == cl/* ]] && continue
    row_of "$folder"
    [[ -z $row ]] && continue # complained of below
    may_include "$folder" "$target" || complain "$file:$line: $folder must not include $name"
done < <(grep -rnoE --include='*.[ch]pp' --include='*.h' --include='*.cl' --exclude-dir=tests '^#include "[^"]+' host transpose cl)

while IFS= read -r folder; do
    row_of "$folder"
    [[ -n $row ]] || complain "host/README.md has no row for the folder $folder"
done < <(find host transpose -name '*.[ch]pp' -not -path '*/tests/*' -printf '%h\n' | sort -u | sed 's#^host/##')

# With folders of each depth taken as one, none may depend on itself: tsort names the folders of a cycle.
for depth in 1 2 3 4; do
    if ! cycle=$(printf '%s\n' "${edges[@]}" | awk -v depth="$depth" '
        function cut(path,    parts, n, i, short) {
            n = split(path, parts, "/")
            short = parts[1]
            for (i = 2; i <= n && i <= depth; i++) short = short "/" parts[i]
            return short
        }
        { from = cut($1); to = cut($2); if (from != to) print from, to }' | sort -u | tsort 2>&1 >/dev/null); then
        complain "folders that depend on themselves through others: $(sed -n 's/^tsort: \([^ ]*\)$/\1/p' <<<"$cycle" | tr '\n' ' ')"
        break
    fi
done

# imaging/ stands above the public headers.
while IFS=: read -r file line include; do
    folder=${file%/*}
    target=${include#*\"}
    case $target in
    "$folder"/* | imaging/base/* | imaging/cl/boundary.cl | tests/*) ;;
    imaging/*) [[ $folder == imaging/tests ]] || complain "$file:$line: $folder must not include $target" ;;
    *) complain "$file:$line: imaging must not include $target, only public headers" ;;
    esac
done < <(grep -rnoE --include='*.[ch]pp' '^#include "[^"]+' imaging)

# only_in FILES WORDS ACTION: no library has the words outside of the files (a pattern), comments aside.
only_in() {
    local file line
    while IFS=: read -r file line _; do
        [[ $file =~ ^($1)$ ]] || complain "$file:$line: only $1 may $3"
    done < <(grep -rnE --include='*.[ch]pp' --include='*.h' --include='*.inc' --exclude-dir=tests "$2" \
        host transpose imaging interfaces include | grep -vE '^[^:]+:[0-9]+: *(//|\*|/\*)')
}
only_in 'host/base/environment.cpp' '\<(_w|secure_|__secure_)?getenv(_s)? *\(|\<_*environ\>' 'read the environment'
only_in 'host/runtime/opencl/.*|interfaces/python/native/opencl_loader.cpp' \
    '\<(clCreateContext(FromType)?|clGetPlatformIDs|clGetDeviceIDs) *[(,]' 'look for OpenCL devices and make contexts'

# A function of a kernel with more than six parameters takes numbers as a structure.
while IFS= read -r line; do
    complain "$line"
done < <(find cl imaging/cl transpose -name '*.cl' -o -name '*.h' | sort | xargs perl -0777 -ne '
    s{//[^\n]*}{}g;
    while (/\b(?!(?:if|for|while|switch)\b)(\w+)\s*\(([^(){};]*)\)\s*\{/g) {
        my ($name, $parameters, $line) = ($1, 1 + ($2 =~ tr/,//), 1 + (substr($_, 0, $-[0]) =~ tr/\n//));
        print "$ARGV:$line: $name() has $parameters parameters, at most six are allowed\n" if $parameters > 6;
    }')
exit $failed
