#!/usr/bin/env bash
# portable.sh: compiles the library and its unit tests for Windows (MinGW) and for 32-bit x86, with warnings as errors. Runs
# the 32-bit unit tests, and those for Windows if Wine is installed. There is no OpenCL for these targets: a stub loader
# reports no platform. Code that calls OpenCL is compiled but not run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts/install.sh g++-mingw-w64-x86-64-posix g++-multilib wine64 opencl-c-headers nlohmann-json3-dev libboost-test-dev \
    ninja-build

# System headers are included in one place each.
if grep -nE '#include <(CL/cl|OpenCL/.*|unistd|fcntl|dirent|windows|sys/.*)\.h>' -r host transpose include |
    grep -vE '^(include/stockham/opencl\.h|host/base/files/(files|process_lock)_(posix|windows)\.cpp|host/base/(environment|own_threads)\.cpp):'; then
    echo "portable.sh: include these headers only in include/stockham/opencl.h, host/base/environment.cpp, host/base/own_threads.cpp or host/base/files/" >&2
    exit 1
fi

out=build/portable
mkdir -p $out
launcher=()
if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi

# A folder with the headers that are the same for all targets, without those of the host's C library.
headers=$out/headers
mkdir -p $headers/include $headers/share/cmake
for name in CL boost nlohmann; do ln -sfn /usr/include/$name $headers/include/$name; done
cp -r /usr/share/cmake/nlohmann_json $headers/share/cmake/

# The stub loader defines every function that OpenCL's header declares.
{
    echo 'int clGetPlatformIDs(void) { return -1001; }  /* CL_PLATFORM_NOT_FOUND_KHR */'
    echo 'void abort(void);'
    grep -oE '^cl[A-Z][A-Za-z0-9]+\(' /usr/include/CL/cl.h | tr -d '(' | sort -u | grep -v '^clGetPlatformIDs$' |
        sed 's/.*/int &(void) { abort(); }/'
} >$out/no_platform.c

# tests/CMakeLists.txt lists the unit tests in these programs.
programs=(library_unit_tests no_platform_test)

# configure NAME OPENCL_LIBRARY OPTION...
configure() {
    local name=$1 library=$2
    shift 2
    cmake -S . -B $out/$name -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 "${launcher[@]}" \
        -DSTOCKHAM_WERROR=ON -DSTOCKHAM_TOOLS=OFF -DSTOCKHAM_EXAMPLES=OFF -DSTOCKHAM_BENCHMARKS=OFF -DSTOCKHAM_CLFFT=OFF -DSTOCKHAM_FFTW=OFF -DSTOCKHAM_HEFFTE=OFF \
        -DSTOCKHAM_TEST_LIBRARIES=OFF -DOpenCL_INCLUDE_DIR="$PWD/$headers/include" \
        -DOpenCL_LIBRARY="$PWD/$out/$library" "$@" >$out/$name.log
}

x86_64-w64-mingw32-gcc -w -shared $out/no_platform.c -o $out/OpenCL.dll -Wl,--out-implib,$out/libOpenCL.dll.a
gcc -w -m32 -shared -fPIC $out/no_platform.c -o $out/libOpenCL.so.1 -Wl,-soname,libOpenCL.so.1

configure windows libOpenCL.dll.a -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_SYSTEM_PROCESSOR=x86_64 \
    -DCMAKE_CXX_COMPILER=x86_64-w64-mingw32-g++-posix -DCMAKE_CXX_FLAGS=-Wa,-mbig-obj \
    -DCMAKE_EXE_LINKER_FLAGS=-static -DCMAKE_PREFIX_PATH="$PWD/$headers" -DCMAKE_FIND_ROOT_PATH="$PWD/$headers" \
    -DBoost_INCLUDE_DIR="$PWD/$headers/include"
configure i686 libOpenCL.so.1 -DCMAKE_CXX_FLAGS=-m32

failed=0

# run NAME SUFFIX COMMAND..: runs the programs of a target by COMMAND, in the folder of the tests.
run() {
    local name=$1 suffix=$2 program
    shift 2
    for program in "${programs[@]}"; do
        echo "-- $name: $program"
        (cd $out/$name/tests && "$@" "./$program$suffix") || { echo "$name: $program failed" >&2; failed=1; }
    done
}
export STOCKHAM_WISDOM=off STOCKHAM_CACHE=off

ninja -C $out/windows --quiet stockham "${programs[@]}"
ninja -C $out/i686 --quiet stockham "${programs[@]}"
run i686 "" env LD_LIBRARY_PATH="$PWD/$out"
cp $out/OpenCL.dll $out/windows/tests/
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
if [[ -x $wine ]]; then
    # A separate Wine folder, and the stub loader instead of Wine's, which would find the host's devices.
    export WINEPREFIX=$PWD/$out/wine WINEDEBUG=-all WINEDLLOVERRIDES="opencl=n;mscoree,mshtml="
    # One server for all programs. By default it ends with the last one, and a program that connects meanwhile may fail.
    mkdir -p "$WINEPREFIX"
    "${wine%/*}/wineserver" -p
    trap '"${wine%/*}/wineserver" -k' EXIT
    run windows .exe timeout 300 "$wine"
else
    echo "portable.sh: Wine is not installed; the Windows tests were compiled but not run" >&2
fi
exit $failed
