#!/usr/bin/env bash
# fftw_checkers.sh BUILD [CHECKER..]: runs the test programs of interfaces/fftw on PoCL under checkers of memory and threads.
# valgrind: the programs of the folder BUILD under memcheck; address: a build with AddressSanitizer and
# UndefinedBehaviorSanitizer in BUILD-address; thread: one with ThreadSanitizer in BUILD-thread; by default all.
# Environment: CHECKED (the steps, see `steps`), CHECKER_CASES (random problems of each run, 5), CHECKER_TIMEOUT (seconds, 3000).
# Reports about PoCL, LLVM and the OpenCL loader are suppressed (.ci/valgrind.supp, .ci/leaks.supp, .ci/threads.supp).
set -euo pipefail
if (($# < 1)); then sed -n '2,6s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mkdir -p "$1"
build=$(cd "$1" && pwd)
shift
checkers=("$@")
((${#checkers[@]})) || checkers=(valgrind address thread)
read -ra steps <<<"${CHECKED:-compare pieces trips client_fftw client_preload client_device client_path measure many alone}"
"$here/scripts/install.sh" cmake g++ ninja-build valgrind libfftw3-dev pocl-opencl-icd ocl-icd-opencl-dev

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Use an empty kernel cache: cached kernels may have instructions that Valgrind does not support.
export STOCKHAM_CACHE=off STOCKHAM_WISDOM=off STOCKHAM_CHECK=off STOCKHAM_FFTW_WISDOM=off POCL_CACHE_DIR=$work/pocl \
    STOCKHAM_TEST_TIME_FACTOR=100
mkdir "$POCL_CACHE_DIR"
failed=0

# run NAME VARIABLE.. -- PROGRAM ARGUMENT..: one program under the checker, which `checker` starts.
run() {
    local name=$1 variables=() start=$SECONDS status=0
    shift
    while [[ $1 != -- ]]; do variables+=("$1"); shift; done
    shift
    timeout "${CHECKER_TIMEOUT:-3000}" env "${variables[@]}" "${checker[@]}" "$@" >"$work/log" 2>&1 || status=$?
    if ((status)); then tail -n 60 "$work/log"; failed=1; fi
    echo "$kind: $name, status $status, $((SECONDS - start)) s"
}

# step FOLDER NAME: the programs of a build.
step() {
    local tests=$1/interfaces/fftw/tests library=$1/interfaces/fftw/libstockham_fftw3.so
    local preload=(LD_PRELOAD="$before$library") path=(LD_LIBRARY_PATH="$1/interfaces/fftw/replacement:$1/interfaces/fftw")
    local cases=STOCKHAM_FFTW_CASES=${CHECKER_CASES:-5}
    case $2 in
        compare) run "$2" STOCKHAM_FFTW=device "$cases" -- "$tests/fftw_compare" "$library" ;;
        pieces) run "$2" STOCKHAM_FFTW=device "$cases" STOCKHAM_LINK=1 STOCKHAM_MEMORY=20000 STOCKHAM_FFTW_SEED=500 -- \
            "$tests/fftw_compare" "$library" ;;
        trips) run "$2" STOCKHAM_FFTW=device "$cases" STOCKHAM_MEMORY=12000 STOCKHAM_FFTW_LINE=1100 STOCKHAM_FFTW_SEED=17 -- \
            "$tests/fftw_compare" "$library" ;;
        client_fftw) run "$2" STOCKHAM_FFTW=fftw "${path[@]}" -- "$tests/fftw_client_threads" ;;
        client_preload) run "$2" STOCKHAM_FFTW=fftw "${preload[@]}" -- "$tests/fftw_client_threads" ;;
        client_device) run "$2" STOCKHAM_FFTW=device "${preload[@]}" -- "$tests/fftw_client_threads" f64 ;;
        client_path) run "$2" STOCKHAM_FFTW=device "${path[@]}" -- "$tests/fftw_client_threads" f64 ;;
        measure) run "$2" STOCKHAM_FFTW=auto STOCKHAM_FFTW_CPU=1 "${preload[@]}" -- "$tests/fftw_auto" 1 measure ;;
        # Compiles in a thread while FFTW computes.
        many) run "$2" STOCKHAM_FFTW=auto STOCKHAM_FFTW_CPU=1 "${preload[@]}" -- "$tests/fftw_auto" 200 ;;
        alone) run "$2" STOCKHAM_FFTW=device STOCKHAM_FFTW_LIBRARIES=/nowhere "${path[@]}" -- "$tests/fftw_alone" ;;
        *) echo "fftw_checkers.sh: unknown step '$2'" >&2; exit 2 ;;
    esac
}

# sanitized FOLDER FLAGS: a build of the programs.
sanitized() {
    cmake -S "$here" -B "$1" -G Ninja --log-level=NOTICE -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1" \
        -DCMAKE_CXX_FLAGS="$2" -DSTOCKHAM_TOOLS=OFF -DSTOCKHAM_EXAMPLES=OFF -DSTOCKHAM_BENCHMARKS=OFF -DSTOCKHAM_CLFFT=OFF -DSTOCKHAM_HEFFTE=OFF
    cmake --build "$1" --target stockham_fftw3 fftw3_replacement fftw3f_replacement fftw3_threads_replacement \
        fftw3f_threads_replacement fftw_compare fftw_client_threads fftw_alone fftw_auto
}

for kind in "${checkers[@]}"; do
    folder=$build-$kind
    checker=() before=
    case $kind in
        valgrind)
            folder=$build
            checker=(valgrind --quiet --leak-check=full --errors-for-leak-kinds=definite,indirect --error-exitcode=3
                --suppressions="$here/.ci/valgrind.supp")
            ;;
        address)
            sanitized "$folder" "-fsanitize=address,undefined -fno-sanitize-recover=undefined"
            before=$(g++ -print-file-name=libasan.so):
            export LSAN_OPTIONS=suppressions=$here/.ci/leaks.supp:print_suppressions=0 ASAN_OPTIONS=detect_odr_violation=0
            ;;
        thread)
            sanitized "$folder" -fsanitize=thread
            before=$(g++ -print-file-name=libtsan.so):
            export TSAN_OPTIONS=suppressions=$here/.ci/threads.supp:print_suppressions=0
            ;;
        *) echo "fftw_checkers.sh: unknown checker '$kind'" >&2; exit 2 ;;
    esac
    for each in "${steps[@]}"; do
        # ThreadSanitizer knows no threads of a second libc, as FFTW has in its namespace.
        [[ $kind == thread && $each =~ ^(client_fftw|client_path|alone)$ ]] && continue
        # A forked child has the memory of threads that it lacks: a report of leaks would be about these.
        [[ $each == alone && $kind == valgrind ]] && checker=("${checker[@]/--leak-check=full/--leak-check=no}")
        step "$folder" "$each"
    done
done
exit $failed
