#!/usr/bin/env bash
# mesa.sh [FOLDER]: compiles the kernels of tests/static/mesa_problems.txt, as planned by the command in FOLDER for gfx1030,
# by the driver that most users of AMD GPUs have, Mesa's, for a simulated GPU. No kernel may have private memory. The
# driver comes from Debian 13; if it cannot be installed, the check reports that. No structure of cl/ may have holes, which
# that driver keeps in memory when the structure is copied: Clang sees them for the same target, SPIR-V.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=$(realpath "${1:-build}")
# In the build folder, which the driver's Debian shares.
kernels=$build/mesa-kernels
rm -rf "$kernels"
number=0
while IFS= read -r problem; do
    [[ -n $problem && $problem != \#* ]] || continue
    number=$((number + 1))
    "$build/stockham" plan "$problem" --for gfx1030 --kernels "$kernels/$number" >/dev/null </dev/null
done <tests/static/mesa_problems.txt
files=("$kernels"/*/*.cl)

for file in "${files[@]}"; do
    clang-15 -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -target spir64 -fsyntax-only -Wpadded "$file" 2>&1
done | grep -E '^cl/.*-Wpadded' | sort -u >"$kernels/holes" || true
if [[ -s $kernels/holes ]]; then
    cat "$kernels/holes" >&2
    exit 1
fi

if ! scripts/implementations.sh --build "$build" --install radeonsi; then
    echo "mesa.sh: SKIPPED, because Mesa's driver could not be installed"
    exit 0
fi
if ! scripts/implementations.sh --build "$build" --run radeonsi "$build/tests/kernel-memory" "${files[@]}" >"$kernels/report"; then
    grep -v '^ *0 ' "$kernels/report" | while read -r line; do
        [[ $line =~ mesa-kernels/([0-9]+)/ ]] &&
            echo "$line: $(grep -v '^#' tests/static/mesa_problems.txt | grep . | sed -n "${BASH_REMATCH[1]}p")"
    done
    exit 1
fi
echo "mesa.sh: ${#files[@]} kernels, no private memory"
