#!/bin/sh
# Compiles the transposes' kernels to machine code for AMD's cards. Fails if a kernel does not compile, spills registers
# to scratch memory, or needs more than 64 KB of local memory.
# usage: compile_for_amd.sh CLANG BITCODE_FOLDER WRITE_KERNELS FOLDER
set -eu
clang=$1 bitcode=$2 write_kernels=$3 folder=$4

"$write_kernels" "$folder"
failures=0
count=0
for target in gfx906 gfx90a gfx1030; do
    for kernel in "$folder/$target"/*.cl; do
        count=$((count + 1))
        "$clang" -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -target amdgcn-amd-amdhsa -mcpu=$target \
            --rocm-device-lib-path="$bitcode" -O3 -S "$kernel" -o "${kernel%.cl}.s"
        scratch=$(sed -n 's/^; ScratchSize: //p' "${kernel%.cl}.s")
        local=$(sed -n 's/^; LDSByteSize: \([0-9]*\).*/\1/p' "${kernel%.cl}.s")
        registers=$(sed -n 's/^; NumVgprs: //p' "${kernel%.cl}.s")
        echo "$target $(basename "$kernel" .cl): $registers registers, $scratch bytes scratch, $local bytes local"
        if [ "$scratch" != 0 ] || [ "$local" -gt 65536 ]; then
            echo "FAILED: $kernel" >&2
            failures=$((failures + 1))
        fi
    done
done
echo "$count kernels, $failures failures"
[ "$count" -gt 0 ] && [ "$failures" -eq 0 ]
