#!/usr/bin/env bash
# brought.sh PROGRAM MODULE FOLDER LIBRARY: PROGRAM opens MODULE, which brings an FFTW of its own under other file names, as
# wheels do. FFTW's libraries in FOLDER are not found by their names. With LIBRARY before it, MODULE prints the same.
set -euo pipefail
program=$1 module=$2 folder=$3 library=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/brought" "$work/hidden"
# The name has as many letters in all files.
for file in "$module" "$folder"/libfftw3{,f,l}{,_threads}.so.3; do
    name=$(basename "$file")
    sed 's/libfftw3/libwheel/g' "$file" >"$work/brought/${name/libfftw3/libwheel}"
    : >"$work/hidden/$name"  # found first, and no library
done
export LD_LIBRARY_PATH=$work/brought:$work/hidden STOCKHAM_FFTW_LIBRARIES=$work/hidden OCL_ICD_VENDORS=$work/hidden
module=$work/brought/$(basename "$module")
"$program" "$module" >"$work/fftw"
(($(wc -l <"$work/fftw") > 100)) || { echo "$module printed too little" >&2; exit 1; }
for mode in auto device; do
    STOCKHAM_FFTW=$mode STOCKHAM_FFTW_LOG=$work/log.$mode LD_PRELOAD=$library "$program" "$module" >"$work/$mode"
    diff "$work/fftw" "$work/$mode" || { echo "$mode: other results than FFTW" >&2; exit 1; }
    [[ -s $work/log.$mode ]] || { echo "$mode: the library was not called: the test is wrong" >&2; exit 1; }
done
echo "$(wc -l <"$work/fftw") lines equal FFTW's"
