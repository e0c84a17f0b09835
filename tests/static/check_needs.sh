#!/usr/bin/env bash
# check_needs.sh LIBRARY: checks that a shared library has a SONAME and needs only the OpenCL loader and the C and C++
# runtime.
set -euo pipefail

library=$1
dynamic=$(readelf -d "$library")
soname=$(sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p' <<<"$dynamic")
needs=$(sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' <<<"$dynamic")
if [[ ! $soname =~ ^libstockham\.so\.0\.2$ ]]; then
    echo "$library: SONAME is '$soname', not libstockham.so.0.2" >&2
    exit 1
fi
# The runtime of a sanitizer belongs to the compiler, and is needed only if the build uses it.
runtime='^(libstdc\+\+|libc\+\+|libc\+\+abi|libgcc_s|libm|libc|libpthread|ld-linux.*|libasan|libubsan)\.so\.[0-9]+$'
others=$(grep -vE "$runtime" <<<"$needs" | grep -v '^libOpenCL\.so\.1$') || true
if [[ -n $others ]]; then
    printf '%s needs more than libOpenCL:\n%s\n' "$library" "$others" >&2
    exit 1
fi
if ! grep -q '^libOpenCL\.so\.1$' <<<"$needs"; then
    echo "$library does not need libOpenCL.so.1" >&2
    exit 1
fi
echo "$library ($soname) needs $(tr '\n' ' ' <<<"$needs")"
