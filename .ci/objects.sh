#!/usr/bin/env bash
# objects.sh [FOLDER]: builds the libraries in FOLDER, one object per source, by Clang, which has no warning for it, and reads the
# objects for three kinds of fault. Level 1 leaves out what is not called, in less time than level 3.
# - Static or thread-local objects with destructors: plans may live longer (host/base/immortal.hpp).
# - Functions that follow the locale of the host program (host/base/plain_text.hpp). The command's sources are searched for
#   their names, since the parser of its options contains some.
# - Functions that read the environment: only host/base/environment.cpp knows when it may be trusted (docs/security.md).
#   .ci/layers.sh finds those of headers that the libraries do not compile.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$(realpath "${1:-build-objects}")
cmake -S . -B "$build" -G Ninja --log-level=NOTICE -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" \
    -DSTOCKHAM_WERROR=ON -DSTOCKHAM_UNITY=OFF -DSTOCKHAM_TESTS=OFF \
    -DSTOCKHAM_TOOLS=OFF -DSTOCKHAM_BENCHMARKS=OFF -DSTOCKHAM_EXAMPLES=OFF -DSTOCKHAM_CLFFT=ON -DSTOCKHAM_FFTW=ON -DSTOCKHAM_HEFFTE=ON
ninja -C "$build" --quiet

failed=0
complain() {
    echo "objects.sh: $*" >&2
    failed=1
}

# These run code at the end of a thread or of the process by intention: they release the texts of a thread's last error,
# stop FFTW's background thread, and notice that the driver's compiler ends.
may_destroy='/(c_api/last_error|programs/context_state|source/background)\.cpp\.o$'
# nlohmann-json asks the locale of C for its point, and replaces it.
may_follow='/json/json_value\.cpp\.o$'

may_read_environment='/base/environment\.cpp\.o$'

numbers='strto(d|f|ld)|ato[f]|v?s?n?printf|__v?s?n?printf_chk|v?sscanf|__isoc99_v?sscanf'
letters='is(alnum|alpha|blank|cntrl|digit|graph|lower|print|punct|space|upper|xdigit)|to(lower|upper)'
others='strftime|strcoll|strxfrm|setlocale|localeconv|nl_langinfo'
environment='(_w|secure_|__secure_)?getenv|_*environ'
streams='_ZNSo9_M_insertI|_ZNSolsE|_ZNSi10_M_extractI|_ZNSirsE'

mapfile -t objects < <(find "$build/host" "$build/transpose" "$build/imaging" "$build/interfaces" -name '*.o' \
    -not -path '*/tests/*' -not -path '*interpreter*' | sort)
((${#objects[@]} > 100)) || complain "$build has only ${#objects[@]} objects of libraries"
for object in "${objects[@]}"; do
    symbols=$(nm -u "$object" | awk '{ print $2 }')
    name=${object#"$build"/}
    if [[ ! $object =~ $may_destroy ]] && found=$(grep -xE '(__cxa_(thread_)?)?atexit|__cxa_thread_atexit_impl|on_exit' <<<"$symbols"); then
        complain "$name registers a destructor ($(tr '\n' ' ' <<<"$found")): use immortal() of host/base/immortal.hpp"
    fi
    if [[ ! $object =~ $may_follow ]] && found=$(grep -xE "$numbers|$letters|$others" <<<"$symbols"); then
        complain "$name follows the locale by $(tr '\n' ' ' <<<"$found"): use host/base/plain_text.hpp"
    fi
    if [[ ! $object =~ $may_read_environment ]] && found=$(grep -E "^($environment)(@.*)?$" <<<"$symbols"); then
        complain "$name reads the environment by $(tr '\n' ' ' <<<"$found"): use host/base/environment.hpp"
    fi
    if found=$(grep -E "^($streams)" <<<"$symbols") && ! grep -qx '_ZNSt6locale7classicEv' <<<"$symbols"; then
        complain "$name writes or reads numbers by a stream of the global locale ($(c++filt <<<"$found" | head -n 1)): use host/base/text_streams.hpp"
    fi
done

if grep -rnE --include='*.[ch]pp' "\\b(std::)?(strto(d|f|ld)|ato[f]|sto[fd]|stold|$letters|setlocale|localeconv)\\(|printf\\(.*%[-+ #0-9.*]*[efgaEFGA]|\\{:[^}\"]*L\\}" \
    tools; then
    complain "these lines of the command follow the locale: use host/base/plain_text.hpp or fmt"
fi
[[ $failed != 0 ]] || echo "objects.sh: ${#objects[@]} objects destroy nothing at exit, follow no locale and read no environment"
exit $failed
