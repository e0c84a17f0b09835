#!/usr/bin/env bash
# faults.sh LAYER COMPARE PROGRAM LIBRARY: lets OpenCL calls fail, each one in turn, while COMPARE executes random problems. FFTW
# must take over: all results right, and at most one line about each kind of failure. The code is -36,
# CL_INVALID_COMMAND_QUEUE, because the session tries again after codes that may mean a lack of memory.
set -euo pipefail
layer=$1 compare=$2 program=$3 library=$4
errors=$(mktemp)
trap 'rm -f "$errors"*' EXIT
failed=0 tried=0
try() {  # VARIABLE..
    ((++tried))
    env OPENCL_LAYERS="$layer" STOCKHAM_FAULT_CODE=-36 STOCKHAM_FFTW=device STOCKHAM_FFTW_CASES=5 "$@" "$compare" "$library" >"$errors.out" 2>"$errors" ||
        { echo "$*: $(<"$errors.out")" >&2; cat "$errors" >&2; failed=1; }
    local lines
    lines=$(grep '^stockham-fftw: ' "$errors" | grep -vc 'the device cannot be stopped' || true)
    ((lines <= 1)) || { echo "$*: $lines messages" >&2; cat "$errors" >&2; failed=1; }
    [[ $1 != *clEnqueue* || $lines == 1 ]] || { echo "$*: the failure was not reported" >&2; failed=1; }
}
for link in "" 1; do
    for call in clGetPlatformIDs clCreateContext clCreateCommandQueue clCreateBuffer clBuildProgram clFinish; do
        try STOCKHAM_FAULT_CALL=$call STOCKHAM_LINK=$link
    done
    for at in 1 4; do try STOCKHAM_FAULT_CALL=clEnqueueNDRangeKernel STOCKHAM_FAULT_AT=$at STOCKHAM_LINK=$link; done
    # Lost in the middle of its work: the call succeeds, and the commands fail.
    try STOCKHAM_FAULT_CALL=clEnqueueNDRangeKernel STOCKHAM_FAULT_AT=3 STOCKHAM_FAULT_EVENTS=1 STOCKHAM_FAULT_FOREVER=1 STOCKHAM_LINK=$link
done
try STOCKHAM_FAULT_CALL=clEnqueueReadBuffer STOCKHAM_FAULT_AT=2 STOCKHAM_LINK=1
try STOCKHAM_FAULT_CALL=clEnqueueWriteBuffer STOCKHAM_FAULT_AT=2 STOCKHAM_LINK=1
try STOCKHAM_FAULT_CALL=clEnqueueMapBuffer STOCKHAM_FAULT_AT=2 STOCKHAM_LINK=
# A batch in pieces. Some pieces have arrived.
for at in 1 3 6; do
    try STOCKHAM_FAULT_CALL=clEnqueueNDRangeKernel STOCKHAM_FAULT_AT=$at STOCKHAM_FAULT_EVENTS=1 STOCKHAM_FAULT_FOREVER=1 \
        STOCKHAM_LINK=1 STOCKHAM_MEMORY=20000
done
# The same in place: FFTW computes the transforms that have not arrived, and only those. Seed 172 is such a batch.
try STOCKHAM_FAULT_CALL=clEnqueueNDRangeKernel STOCKHAM_FAULT_AT=6 STOCKHAM_FAULT_EVENTS=1 STOCKHAM_FAULT_FOREVER=1 \
    STOCKHAM_LINK=1 STOCKHAM_MEMORY=20000 STOCKHAM_FFTW_SEED=172 STOCKHAM_FFTW_CASES=1 STOCKHAM_FFTW_LOG="$errors.log"
grep -q 'FFTW computes the last [0-9]* transforms of the batch' "$errors.log" || { echo "no batch was half done" >&2; failed=1; }
# Half-complex lines.
try STOCKHAM_FAULT_CALL=clEnqueueNDRangeKernel STOCKHAM_FAULT_AT=4 STOCKHAM_FAULT_EVENTS=1 STOCKHAM_FAULT_FOREVER=1 \
    STOCKHAM_LINK=1 STOCKHAM_MEMORY=20000 STOCKHAM_FFTW_HALF_COMPLEX=1 STOCKHAM_FFTW_SEED=719 STOCKHAM_FFTW_CASES=1
# A transform in trips, in place: lost in the second trip. FFTW gets the input as it was.
try STOCKHAM_FAULT_CALL=clEnqueueNDRangeKernel STOCKHAM_FAULT_AT=45 STOCKHAM_FAULT_EVENTS=1 STOCKHAM_FAULT_FOREVER=1 \
    STOCKHAM_MEMORY=20000 STOCKHAM_FFTW_SEED=5 STOCKHAM_FFTW_CASES=1 STOCKHAM_FFTW_LOG="$errors.log"
grep -q 'the device computes it in 2 trips' "$errors.log" || { echo "no transform went in trips" >&2; failed=1; }
# In place, the results are stored before the buffer is unmapped, so FFTW must not compute them again. Seed 1 is in place.
try STOCKHAM_FAULT_CALL=clEnqueueUnmapMemObject STOCKHAM_FAULT_AT=1 STOCKHAM_LINK= STOCKHAM_FFTW_CASES=1
grep -q 'clEnqueueUnmapMemObject failed' "$errors" || { echo "no results were stored before a failure" >&2; failed=1; }
# A device that computes in the program's array fails and cannot be stopped: the program is told.
OPENCL_LAYERS=$layer STOCKHAM_FAULT_CODE=-36 STOCKHAM_FAULT_CALL=clEnqueueMapBuffer,clFinish STOCKHAM_FAULT_AT=1 STOCKHAM_FAULT_FOREVER=1 \
    STOCKHAM_FFTW=device LD_PRELOAD=$library "$program" 1 estimate 10 2>"$errors" || { cat "$errors" >&2; failed=1; }
grep -q 'the device cannot be stopped' "$errors" || { echo "no device was stuck: $(<"$errors")" >&2; failed=1; }
# No memory for a buffer: the session tries once more. Then the problem is FFTW's, and the device goes on with others.
try STOCKHAM_FAULT_CALL=clCreateBuffer STOCKHAM_FAULT_AT=6 STOCKHAM_FAULT_CODE=-4 STOCKHAM_LINK=1
[[ ! -s $errors ]] || { echo "not tried again: $(<"$errors")" >&2; failed=1; }
try STOCKHAM_FAULT_CALL=clCreateBuffer STOCKHAM_FAULT_AT=6 STOCKHAM_FAULT_CODE=-4 STOCKHAM_FAULT_FOREVER=1 STOCKHAM_LINK=1
grep -q 'FFTW computes this problem$' "$errors" || { echo "no lack of memory was reported: $(<"$errors")" >&2; failed=1; }
((failed)) || echo "$tried failures, and FFTW took over"
exit $failed
