#!/usr/bin/env bash
# alone.sh PROGRAM FOLDER: runs PROGRAM with the libraries in FOLDER and without FFTW, on a device with little memory. An
# execution in a forked process must end with one message.
set -euo pipefail
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
LD_LIBRARY_PATH=$2/replacement:$2 STOCKHAM_FFTW_LIBRARIES=/nowhere STOCKHAM_MEMORY=12000 "$1" 2>"$errors" ||
    { cat "$errors" >&2; exit 1; }
[[ $(<"$errors") == "stockham-fftw: FFTW is not installed, and the device cannot execute a plan: a forked process has no device" ]] ||
    { echo "not one message:"; cat "$errors"; exit 1; }
