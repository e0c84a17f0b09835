#!/usr/bin/env bash
# simulated.sh [FOLDER]: compiles the kernels of tests/implementations/compiled/problems.txt, as planned by the command in
# FOLDER, by compilers that need no GPU: those of Mesa for AMD GPUs and for an Adreno, and Intel's. No kernel may keep
# registers in memory or have more code than recorded. Mesa also compiles those of imaging/cl/ for an AMD GPU; there only
# memory counts. The compilers come from Debian sid; the check reports those that cannot be installed. No structure of
# kernels may have holes, which Mesa keeps in memory when the structure is copied: Clang sees them for the same target, SPIR-V.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python3 -B tests/implementations/compile_kernels_test.py --quiet
build=$(realpath "${1:-build}")
# The search for holes.
kernels=$build/searched-kernels
rm -rf "$kernels"
number=0
while IFS='|' read -r gpus problem; do
    [[ $gpus == *navi21* ]] || continue
    number=$((number + 1))
    "$build/stockham" plan "${problem# }" --for navi21 --kernels "$kernels/$number" >/dev/null </dev/null
done <tests/implementations/compiled/problems.txt
mkdir -p "$kernels/single" "$kernels/double"
for file in imaging/cl/*.cl; do
    { cat imaging/cl/{prelude,boundary}.cl; echo "#line 1 \"$file\""; cat "$file"; } >"$kernels/double/${file##*/}"
    { echo '#define SINGLE 1'; cat "$kernels/double/${file##*/}"; } >"$kernels/single/${file##*/}"
done
# shellcheck disable=SC2016 # the inner shell expands its own argument
printf '%s\0' "$kernels"/*/*.cl | xargs -0 -P "$(nproc)" -n 1 sh -c 'clang-15 -x cl -cl-std=CL1.2 -Xclang \
    -finclude-default-header -target spir64 -fsyntax-only -Wpadded "$1" 2>"$1.log" || true' -
cat "$kernels"/*/*.log | grep -E '^(cl|imaging)/.*-Wpadded' | sort -u >"$kernels/holes" || true
if [[ -s $kernels/holes ]]; then
    cat "$kernels/holes" >&2
    exit 1
fi

status=0
for name in radeonsi adreno ocloc; do
    if scripts/implementations.sh --build "$build" --install "$name"; then
        scripts/implementations.sh --build "$build" "$name" || status=1
    else
        echo "simulated.sh: $name SKIPPED, because it could not be installed"
    fi
done
exit "$status"
