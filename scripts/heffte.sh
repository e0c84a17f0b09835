#!/usr/bin/env bash
# heffte.sh SOURCE [STEP..]: builds heFFTe 2.4 from the folder SOURCE and runs its tests and its benchmark speed3d_c2c with
# the libraries of build/. Steps: fftw (heFFTe's tests with FFTW itself), interface (the same programs with the libraries of
# interfaces/fftw in FFTW's place), backend (its tests with stockham/heffte.hpp of interfaces/heffte), device (the same
# with stockham/heffte_device.hpp), speed (all four side by side); by default all.
# Environment: HEFFTE_BUILD (/tmp/stockham-heffte), HEFFTE_SIZES ("256"), HEFFTE_RANKS ("1 2"), HEFFTE_TIMEOUT (seconds of
# one test, 1200), STOCKHAM_FFTW (device: what `interface` does; see docs/moving_from_fftw.md).
set -euo pipefail
if (($# < 1)); then sed -n '2,8s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source=$(cd "$1" && pwd)
shift
steps=("$@")
((${#steps[@]})) || steps=(fftw interface backend device speed)
work=${HEFFTE_BUILD:-/tmp/stockham-heffte}
[[ -f $source/include/heffte.h ]] || { echo "heffte.sh: $source is no source of heFFTe: it has no include/heffte.h" >&2; exit 2; }
[[ -e $here/build/libstockham_heffte.so ]] || { echo "heffte.sh: build the library first: scripts/build.sh" >&2; exit 2; }
"$here/scripts/install.sh" cmake g++ make libfftw3-dev libopenmpi-dev openmpi-bin ocl-icd-opencl-dev

# Open MPI refuses root and more ranks than processors unless told otherwise, and waiting ranks would use their processors.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    OMPI_MCA_mpi_yield_when_idle=1
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-1}
# Each rank of PoCL would otherwise use all processors.
export POCL_MAX_PTHREAD_COUNT=${POCL_MAX_PTHREAD_COUNT:-1}
# The interface computes on a CPU only if asked.
through_interface=(env LD_LIBRARY_PATH="$here/build/interfaces/fftw/replacement" STOCKHAM_FFTW="${STOCKHAM_FFTW:-device}"
    STOCKHAM_FFTW_CPU=1)

# build FOLDER OPTION..: a build of heFFTe with its tests and benchmarks.
build() {
    local folder=$work/$1
    shift
    cmake -S "$source" -B "$folder" -DCMAKE_BUILD_TYPE=Release -DHeffte_ENABLE_FFTW=ON -DHeffte_ENABLE_TESTING=ON \
        -DBUILD_SHARED_LIBS=ON -DCMAKE_CXX_COMPILER_LAUNCHER="${CMAKE_CXX_COMPILER_LAUNCHER:-}" "$@" >"$work/log" &&
        cmake --build "$folder" -j2 >>"$work/log" 2>&1 || { tail -n 40 "$work/log" >&2; exit 1; }
}
with_fftw() { build fftw; }
# with_ours FOLDER NAME: a build with our backend in place of heFFTe's backend NAME.
with_ours() {
    build "$1" -DCMAKE_PROJECT_Heffte_INCLUDE="$here/scripts/heffte/backend.cmake" -DSTOCKHAM_BUILD="$here/build" \
        -DSTOCKHAM_FOR="$2"
}
with_backend() { with_ours backend fftw; }
with_device() { with_ours device onemkl; }

failed=0
# tests NAME FOLDER COMMAND..: heFFTe's ctest, run by COMMAND.
tests() {
    local name=$1 folder=$2 log=$work/$1.txt
    shift 2
    (cd "$work/$folder" && "$@" ctest --timeout "${HEFFTE_TIMEOUT:-1200}") >"$log" 2>&1 || failed=1
    grep -E 'tests passed|Failed|Timeout|Not Run' "$log" | sed "s/^/heFFTe, $name: /"
}
fftw() { with_fftw; tests fftw fftw env; }
interface() { with_fftw; tests interface fftw "${through_interface[@]}"; }
backend() { with_backend; tests backend backend env; }
device() { with_device; tests device device env; }

# One line for each size, number of ranks and way to transform: heFFTe's seconds of a transform.
speed() {
    with_fftw
    with_backend
    with_device
    local n ranks
    for n in ${HEFFTE_SIZES:-256}; do
        for ranks in ${HEFFTE_RANKS:-1 2}; do
            run_speed FFTW "$ranks" fftw fftw "$n" env
            run_speed interface "$ranks" fftw fftw "$n" "${through_interface[@]}"
            run_speed backend "$ranks" backend fftw "$n" env
            run_speed device "$ranks" device onemkl "$n" env
        done
    done
}
run_speed() { # NAME RANKS FOLDER BACKEND POINTS COMMAND..
    local name=$1 ranks=$2 folder=$3 backend=$4 n=$5 said
    said=$("${@:6}" mpirun -n "$ranks" "$work/$folder/benchmarks/speed3d_c2c" "$backend" double "$n" "$n" "$n" -n5 2>&1) ||
        { echo "$said" >&2; failed=1; return; }
    printf 'speed3d_c2c f64 %sx%sx%s ranks=%s %-9s %s\n' "$n" "$n" "$n" "$ranks" "$name" \
        "$(grep -E 'Time per run|Max error|Performance' <<<"$said" | tr -s ' ' | tr '\n' ';')"
}

mkdir -p "$work"
for each in "${steps[@]}"; do
    case $each in
        fftw | interface | backend | device | speed) "$each" ;;
        *) echo "heffte.sh: unknown step '$each'; steps: fftw, interface, backend, device, speed" >&2; exit 2 ;;
    esac
done
exit $failed
