#!/usr/bin/env bash
# same_kernels.sh compare BEFORE AFTER [COUNT [SEED]]: checks that two builds generate equivalent kernels for the plans in
# the library's wisdom. BEFORE and AFTER are folders with a `stockham`. Compiles the kernels of each plan by clang-15 for
# sm_80 and compares the assembly, for COUNT entries drawn by SEED (both are printed) or for all entries. No NVIDIA card is
# needed.
#
# same_kernels.sh stamp AFTER: writes the digest of AFTER's kernels into the entries of wisdom, so that measurements with
# earlier kernels stay valid. Use it only after a comparison of all entries found no difference.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

shipped=host/search/wisdom/shipped/h200.json
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

usage() {
    sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
}

# assembly STOCKHAM FOLDER PROBLEM PLAN: prints the assembly of the plan's kernels.
# shellcheck disable=SC2317 # called by xargs
assembly() {
    local kernel
    mkdir -p "$2"
    STOCKHAM_WISDOM=off STOCKHAM_CACHE=off "$1" plan "$3" --for h200 --plan "$4" --kernels "$2" >/dev/null </dev/null
    for kernel in "$2"/*.cl; do
        # Define the macros of NVIDIA's compiler that select the code for its cards.
        clang-15 -x cl -cl-std=CL1.2 -cl-mad-enable -Xclang -finclude-default-header -D__NV_CL_C_VERSION=120 \
            -U__OPENCL_VERSION__ -D__OPENCL_VERSION__=300 \
            -target nvptx64-nvidia-cuda -march=sm_80 -O3 -S "$kernel" -o - | grep -v '^[[:space:]]*//'
    done
}

# compare_one BEFORE AFTER NUMBER PROBLEM PLAN: prints a line if kernels differ or do not compile.
# shellcheck disable=SC2317 # called by xargs
compare_one() {
    local folder=$work/$3 side
    for side in 1 2; do
        if ! assembly "${!side}" "$folder/$side" "$4" "$5" >"$folder.$side" 2>"$folder.log"; then
            echo "does not compile: $4 with plan '$5': $(head -n 3 "$folder.log")"
            return 1
        fi
    done
    if [[ ! -s $folder.1 ]] || ! cmp -s "$folder.1" "$folder.2"; then
        echo "differs: $4 with plan '$5'"
        return 1
    fi
    rm -r "$folder" "$folder".*
}
export -f assembly compare_one
export work

compare() {
    local before after count=${3:-0} seed=${4:-$RANDOM} status=0
    before=$(realpath "$1")/stockham after=$(realpath "$2")/stockham
    [[ -x $before && -x $after ]] || usage
    python3 - "$shipped" "$count" "$seed" >"$work/entries" <<'PYTHON'
import json, random, sys
path, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
entries = json.load(open(path))["entries"]
if count and count < len(entries):
    entries = random.Random(seed).sample(entries, count)
for number, entry in enumerate(entries):
    print(number, entry["problem"], entry["plan"], sep="\0", end="\0")
PYTHON
    if xargs -0 -n 3 -P "$(nproc)" bash -c 'compare_one "$@"' - "$before" "$after" <"$work/entries"; then
        status=0
    else
        status=1
    fi
    echo "$(($(tr -cd '\0' <"$work/entries" | wc -c) / 3)) plans of $shipped compared, seed $seed"
    return "$status"
}

stamp() {
    local stockham digest
    stockham=$(realpath "$1")/stockham
    [[ -x $stockham ]] || usage
    # Read the digest from a new entry.
    STOCKHAM_WISDOM=off STOCKHAM_CACHE=off "$stockham" tune --quiet -o "$work/wisdom" 'c2c f32 4' >/dev/null
    digest=$(sed -n 's/.*"kernels":"\([0-9a-f]\{16\}\)".*/\1/p' "$work/wisdom" | head -n 1)
    if [[ -z $digest ]] || grep -q '"kernels":"[0-9a-f]\{17\}' "$shipped"; then
        echo "same_kernels.sh: no digest, or wisdom has plans with transposes, which have another digest" >&2
        return 1
    fi
    sed -i "s/\"kernels\":\"[0-9a-f]*\"/\"kernels\":\"$digest\"/" "$shipped"
    echo "$shipped: $(grep -c "$digest" "$shipped") entries now have the digest $digest"
}

case ${1:-} in
compare) [[ $# -ge 3 && $# -le 5 ]] || usage; shift; compare "$@" ;;
stamp) [[ $# -eq 2 ]] || usage; stamp "$2" ;;
*) usage ;;
esac
