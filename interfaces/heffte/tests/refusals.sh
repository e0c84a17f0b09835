#!/usr/bin/env bash
# refusals.sh COMPILER INCLUDE..: stockham/heffte_device.hpp stops a compilation with a build of heFFTe that does not fit, with a
# line that says why. The preprocessor finds out.
set -euo pipefail
compiler=$1
folders=("${@:2}" "$(cd "$(dirname "${BASH_SOURCE[0]}")/stand_in" && pwd)")
said() { # SOURCE OPTION..
    local source=$1
    shift
    "$compiler" -std=c++17 -E -x c++ "${folders[@]/#/-I}" "$@" - <<<"$source" 2>&1 >/dev/null || true
}
failed=0
refused() { # WORDS SOURCE OPTION..
    local words=$1
    shift
    grep -q "error.*stockham/heffte_device.hpp: .*$words" <<<"$(said "$@")" || { echo "not refused: '$words' for: $*" >&2; failed=1; }
}
header='#include <stockham/heffte_device.hpp>'
[[ -z $(said "$header") ]] || { said "$header" >&2; exit 1; }
for each in CUDA ROCM ONEAPI; do refused "without CUDA, ROCm and oneAPI" "$header" -DHeffte_ENABLE_$each; done
refused "Heffte_ENABLE_GPU_AWARE_MPI" "$header" -DHeffte_ENABLE_GPU_AWARE_MPI
refused "before heFFTe's own" $'#define HEFFTE_RESHAPE3D_H\n'"$header"
exit $failed
