#!/usr/bin/env bash
# memory.sh [BUILD [SANITIZED]]: runs the tests of the C interface under Valgrind (build in BUILD) and AddressSanitizer
# (build in SANITIZED). They must neither leak memory nor access invalid memory. valgrind.supp and leaks.supp suppress
# reports on PoCL, LLVM and the OpenCL loader.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install.sh valgrind
build=${1:-build}
sanitized=${2:-build-sanitize}
# program:suite
tests=(unit:c_api_test unit:c_api_null_test unit:c_api_errors_test unit:c_api_wisdom_test device:c_api_run_test
    device:c_api_refusals_test)

# Use an empty kernel cache: cached kernels may have instructions that Valgrind does not support.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export STOCKHAM_CACHE=off STOCKHAM_WISDOM=off POCL_CACHE_DIR=$folder/pocl
mkdir "$POCL_CACHE_DIR"

for name in "${tests[@]}"; do
    start=$SECONDS
    if ! valgrind --quiet --leak-check=full --errors-for-leak-kinds=definite,indirect --error-exitcode=3 \
        --suppressions=.ci/valgrind.supp "$build/tests/library_${name%%:*}_tests" --run_test="${name#*:}" >"$folder/log" 2>&1; then
        tail -n 60 "$folder/log"
        echo "memory.sh: $name under Valgrind failed" >&2
        exit 1
    fi
    echo "valgrind: $name, $((SECONDS - start)) s"
done

.ci/sanitizer_build.sh "$sanitized" library_unit_tests library_device_tests
rm -rf "$POCL_CACHE_DIR"
mkdir "$POCL_CACHE_DIR"
export LSAN_OPTIONS=suppressions=$PWD/.ci/leaks.supp:print_suppressions=0
for name in "${tests[@]}"; do
    start=$SECONDS
    "$sanitized/tests/library_${name%%:*}_tests" --run_test="${name#*:}"
    echo "sanitizers: $name, $((SECONDS - start)) s"
done
