#!/usr/bin/env bash
# raised.sh PROGRAM FOREIGN PRETENDED_RIGHTS: PROGRAM, which is linked with the libraries that take FFTW's names, runs in an
# environment that names a foreign library wherever it can, and files to write. With raised rights none of them is used,
# and FFTW computes.
set -euo pipefail
program=$1 foreign=$2 pretended=$3
source "$(dirname "${BASH_SOURCE[0]}")/../../../tests/raised_rights/raised.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/libraries" "$work/vendors"
cp "$foreign" "$work/libraries/libfftw3.so.3"
cp "$foreign" "$work/vendor.so"
cp "$foreign" "$work/layer.so"
echo "$work/vendor.so" >"$work/vendors/foreign.icd"
cp /etc/OpenCL/vendors/*.icd "$work/vendors"  # the loader loads layers only if there is a platform
chmod -R a+rX "$work"
export STOCKHAM_FFTW_LIBRARIES=$work/libraries OCL_ICD_VENDORS=$work/vendors OPENCL_LAYERS=$work/layer.so STOCKHAM_FFTW_CPU=1
unset STOCKHAM_FFTW_WISDOM
failed=0

try() {  # NAME COMMAND..: in a folder of its own
    mkdir -m 777 "$work/$1"
    HOME=$work/$1/home XDG_CONFIG_HOME=$work/$1/config STOCKHAM_FFTW_LOG=$work/$1/log FOREIGN_CODE=$work/$1/code "${@:2}"
}

# Without raised rights all of it is used. FFTW is not found then.
try ordinary env STOCKHAM_FFTW=device "$program"
for each in libraries/libfftw3.so.3 vendor.so layer.so; do
    grep -qx "$work/$each" "$work/ordinary/code" || { echo "an ordinary process did not load $each: the test is wrong" >&2; failed=1; }
done
[[ -s $work/ordinary/log ]] || { echo "an ordinary process wrote no log: the test is wrong" >&2; failed=1; }

try pretended.run env STOCKHAM_FFTW=device LD_PRELOAD="$pretended" "$program" || failed=1
mapfile -t copies < <(raised_copies "$program" "$work" is_raised)
for copy in "${copies[@]}"; do try "${copy##*/}.run" as_nobody env STOCKHAM_FFTW=device "$copy" || failed=1; done
for folder in "$work"/*.run; do
    left=$(cd "$folder" && find . -mindepth 1)
    [[ -z $left ]] || { echo "${folder##*/} used the environment: $left" >&2; failed=1; }
done
exit $failed
