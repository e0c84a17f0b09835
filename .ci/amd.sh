#!/usr/bin/env bash
# amd.sh [FOLDER]: compiles the kernels that the command in FOLDER plans for AMD's gfx906, gfx90a and gfx1030, for the
# problems of tests/static/amd_problems.txt. No kernel may use scratch memory or more local memory than a work-group has.
# AMD's runtime, whose compiler this is, allows work-groups of 256; Mesa's allows 1024 (.ci/simulated.sh). No AMD card is needed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

stockham=$(realpath "${1:-build}")/stockham
problems=tests/static/amd_problems.txt
targets=(gfx906 gfx90a gfx1030)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# compile KERNEL TARGET: prints a line and fails if the kernel does not compile or uses too much memory.
# shellcheck disable=SC2317 # called by xargs
compile() {
    local kernel=$1 target=$2 assembly=${1%.cl}.s scratch local_memory
    if ! clang-15 -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -target amdgcn-amd-amdhsa -mcpu="$target" \
        --rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode -O3 -S "$kernel" -o "$assembly" 2>"$kernel.log"; then
        echo "$target: does not compile: $(cat "$kernel.problem")"
        cat "$kernel.log"
        return 1
    fi
    # The assembly has one such line per kernel function: take the largest value.
    scratch=$(sed -n 's/^; ScratchSize: //p' "$assembly" | sort -n | tail -n 1)
    local_memory=$(sed -n 's/^; LDSByteSize: \([0-9]*\) .*/\1/p' "$assembly" | sort -n | tail -n 1)
    if [[ -z $scratch || -z $local_memory ]] || ((scratch > 0 || local_memory > 65536)); then
        echo "$target: ${scratch:-unknown} bytes of scratch, ${local_memory:-unknown} of local memory:" \
            "$(cat "$kernel.problem")"
        return 1
    fi
    rm "$assembly"
}
export -f compile

count=0
profiles=$work/config/stockham/profiles
mkdir -p "$profiles"
for target in "${targets[@]}"; do
    mkdir "$work/$target"
    sed 's/"unit": {/&"group_items": 256, /' "host/profile/shipped/$target.json" >"$profiles/$target.json"
    while IFS= read -r problem; do
        [[ -n $problem && $problem != \#* ]] || continue
        rm -rf "$work/plan"
        mkdir "$work/plan"
        XDG_CONFIG_HOME=$work/config "$stockham" plan "$problem" --for "$target" --kernels "$work/plan" >/dev/null </dev/null
        for kernel in "$work"/plan/*.cl; do
            [[ -e $kernel ]] || continue # a transform of length 1 is a copy and has no kernel
            sum=$(sha256sum "$kernel" | cut -c 1-16)
            distinct=$work/$target/$sum.cl
            [[ ! -e $distinct ]] || continue
            mv "$kernel" "$distinct"
            echo "$problem (${kernel##*/})" >"$distinct.problem"
            count=$((count + 1))
        done
    done <"$problems"
done
if ((count == 0)); then
    echo "amd.sh: no kernels were planned" >&2
    exit 1
fi

status=0
for target in "${targets[@]}"; do
    # shellcheck disable=SC2016 # the inner shell expands its own arguments
    find "$work/$target" -name '*.cl' -print0 |
        xargs -0 -P "$(nproc)" -I{} bash -c 'compile "$@"' - {} "$target" || status=1
done
((status)) || echo "amd.sh: $count kernels for ${targets[*]}, no scratch, at most 64 KB of local memory"
exit "$status"
