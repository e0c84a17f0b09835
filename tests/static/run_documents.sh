#!/usr/bin/env bash
# run_documents.sh ROOT BUILD: checks that the commands in ROOT's README.md and docs/ work with the programs in BUILD, that the
# problem strings and plan strings there can be planned, and that commands quoted in the lines of any document (`stockham fft
# --axes`) have these options. document_blocks.sh explains the marks of blocks.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/document_blocks.sh"
root=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PATH=$build:$build/benchmarks:$PATH
# Keeps the user's wisdom and settings unchanged.
export STOCKHAM_WISDOM=$folder/wisdom.json
failed=0
blocks=0

fail() {
    echo "$1" >&2
    failed=1
}

# help_of COMMAND..: sets `help` to the command's help, which is asked for once; fails if it has none.
declare -A helps
help_of() {
    [[ -v helps["$*"] ]] || helps["$*"]=$("$@" --help) || return
    help=${helps["$*"]}
}

# look_up PLACE COMMAND WORD..: checks that the program exists and that each option is in its help.
look_up() {
    local place=$1 program=$2 word help
    shift 2
    case $program in
    ./* | scripts/* | .ci/*)
        [[ -x $root/$program ]] && bash -n "$root/$program" || fail "$place: no script $program"
        return
        ;;
    build/*) program=${program##*/} ;;
    esac
    case $program in
    stockham) ;;
    stockham-bench | stockham-kernels) command -v "$program" >/dev/null || return 0 ;;  # not built everywhere
    *)
        fail "$place: $program is not a program of this project"
        return
        ;;
    esac
    local path=("$program")
    for word in "$@"; do
        [[ $word == [a-z]* && ${#path[@]} -lt 3 ]] || break
        help_of "${path[@]}"
        grep -qE "^  $word( |\$)" <<<"$help" || break
        path+=("$word")
    done
    help_of "${path[@]}" || fail "$place: ${path[*]} has no help"
    for word in "$@"; do
        [[ $word == -?* && $word != -[0-9]* ]] || continue  # `-` alone is standard output
        grep -qE -- "(^|[ ,])${word%%=*}([ ,]|\$)" <<<"$help" || fail "$place: ${path[*]} has no $word"
    done
}

# look_up_all PLACE FILE: checks each line as one command.
look_up_all() {
    local place=$1 line words
    while IFS= read -r line; do
        bash -n <<<"$line" || fail "$place: the shell does not understand: $line"
        # xargs splits words like the shell; comments are removed first.
        mapfile -t words < <(sed -E 's/(^| +)#.*//' <<<"$line" | xargs -n 1 printf '%s\n')
        ((${#words[@]} == 0)) && continue
        look_up "$place" "${words[@]}"
    done <"$2"
}

plan_all() {
    local place=$1 line
    while IFS= read -r line; do
        case $2 in
        '') stockham plan "$line" --for h200 ;;
        *) stockham plan "$2" --plan "$line" --for h200 ;;
        esac >/dev/null || fail "$place: not planned: $line"
    done <"$3"
}

cd "$root"
for document in README.md docs/*.md; do
    while IFS='|' read -r number line mark; do
        place=$document:$line
        case $mark in
        run)
            mkdir -p "$folder/run/$document"
            (cd "$folder/run/$document" && bash -euo pipefail "$folder/$number" </dev/null) >"$folder/output" 2>&1 || {
                cat "$folder/output" >&2
                fail "$place: a command failed"
            }
            ;;
        output)
            while IFS= read -r wanted; do
                grep -qF -- "$wanted" "$folder/output" || fail "$place: not printed: $wanted"
            done <"$folder/$number"
            ;;
        python) ! command -v python3 >/dev/null || python3 -c 'import sys; compile(open(sys.argv[1]).read(), sys.argv[2], "exec")' "$folder/$number" "$place" || failed=1 ;;
        usage) look_up_all "$place" "$folder/$number" ;;
        problems) plan_all "$place" '' "$folder/$number" ;;
        'plan strings of '*) plan_all "$place" "${mark#plan strings of }" "$folder/$number" ;;
        *) continue ;;
        esac
        blocks=$((blocks + 1))
    done < <(document_blocks "$root/$document" "$folder")
done

# Commands in backquotes. Parts after a pipe or an ellipsis are left out. benchmarks.md quotes commands of older commits.
spans=0
while IFS=: read -r document line span; do
    sed -E 's/^`|`$//g; s/ (\||\.\.).*//' <<<"$span" >"$folder/span"
    look_up_all "$document:$line" "$folder/span"
    spans=$((spans + 1))
done < <(find . \( -name build -o -name '.?*' \) -prune -o -name '*.md' ! -name benchmarks.md -print | xargs grep -noE '`(stockham|stockham-bench|stockham-kernels) [^`]+`')
echo "$blocks blocks, $spans commands in backquotes"
((blocks)) || fail "no document has a block to run"
exit "$failed"
