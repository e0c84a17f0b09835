#!/usr/bin/env bash
# nvidia.sh [FOLDER]: compiles some of the kernels that the command in FOLDER plans for an NVIDIA H200, by clang-15 with the macros
# of NVIDIA's compiler. None may keep the points of a work-item in memory, as happens if a stage is not inlined
# (cl/common/function.h). No NVIDIA card is needed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

stockham=$(realpath "${1:-build}")/stockham
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
problems=(
    'c2c f32 4096 b64 : 4096 : 0.0 points=32'
    'c2c f32 2043 b64 : 4096 : 0.0^ radix=32 points=32'
    'c2c f64 3951 b64 : 8192 : 0.0^'
    'r2c f32 4042 b64 : 8192 : 0.0^ radix=32 points=32 paired'
    'r2c f32 1051 b64 : 1051 : 0.0 min_items=1 items=75 paired chain=5.15.14'
    'r2c f32 603 b64 : 9*67 : 0.0+0.1 paired'
)

# compile PROBLEM PLAN FOLDER: prints a line and fails if a kernel does not compile or has an array in memory.
compile() {
    local kernel
    mkdir "$3"
    STOCKHAM_WISDOM=off STOCKHAM_CACHE=off "$stockham" plan "$1" --for h200 --plan "$2" --kernels "$3" >/dev/null || return 1
    for kernel in "$3"/*.cl; do
        clang-15 -x cl -cl-std=CL1.2 -cl-mad-enable -Xclang -finclude-default-header -D__NV_CL_C_VERSION=120 \
            -U__OPENCL_VERSION__ -D__OPENCL_VERSION__=300 -target nvptx64-nvidia-cuda -march=sm_80 -O3 -S "$kernel" -o "$kernel.ptx" ||
            return 1
        if grep -q '__local_depot' "$kernel.ptx"; then
            echo "an array of a work-item is in memory: $1 with plan '$2'"
            return 1
        fi
    done
}

export -f compile
export stockham
# shellcheck disable=SC2016 # the inner shell expands its own arguments
for k in "${!problems[@]}"; do printf '%s\0' "${problems[k]%% : *}" "${problems[k]#* : }" "$work/$k"; done |
    xargs -0 -P "$(nproc)" -n 3 bash -c 'compile "$@"' -
echo "kernels for NVIDIA: ${#problems[@]} plans, no faults"
