#!/usr/bin/env bash
# fftw_clients.sh BUILD ROOT [CLIENT..]: runs programs of Debian 12 that were built for FFTW with the libraries of BUILD, in a
# Debian system in the folder ROOT (made if it does not exist; needs root). Clients: bench (FFTW's own test program),
# pyfftw, mpi4py, heffte, imagemagick, vips, octave, and system, which puts the libraries in FFTW's place; by default all.
# Environment: FFTW_MODES (default "device auto"), FFTW_COUNT (random shapes of bench, of about 15 problems each; 150),
# FFTW_SEED (1), FFTW_LOAD: preload (default) or path, by LD_PRELOAD or by LD_LIBRARY_PATH. PYFFTW_TESTS and MPI4PY_TESTS
# are the folders `tests` of the sources of pyFFTW 0.13.0 and mpi4py-fft 2.0.4, whose suites are not in Debian's packages;
# HEFFTE_SOURCE is the source of heFFTe.
set -euo pipefail
if (($# < 2)); then sed -n '2,9s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/debian_root.sh
source "$here/debian_root.sh"
build=$1 root=$2
shift 2
clients=("$@")
((${#clients[@]})) || clients=(bench pyfftw mpi4py heffte imagemagick vips octave system)
read -ra modes <<<"${FFTW_MODES:-device auto}"
triplet=$(gcc -print-multiarch)

inside() { in_debian_root "$root" env HOME=/srv LC_ALL=C DEBIAN_FRONTEND=noninteractive OMPI_ALLOW_RUN_AS_ROOT=1 \
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "$@"; }

# with MODE COMMAND..: runs the command with the library; `fftw` as MODE: without it.
with() {
    local mode=$1 load=(LD_PRELOAD="/usr/lib/$triplet/libstockham_fftw3.so")
    shift
    [[ ${FFTW_LOAD:-preload} == preload ]] || load=(LD_LIBRARY_PATH="/usr/lib/$triplet/stockham/fftw")
    [[ $mode != none ]] || load=()
    # On a CPU the library would leave everything to FFTW; let it try.
    inside env "${load[@]}" STOCKHAM_FFTW="$mode" STOCKHAM_FFTW_CPU=1 STOCKHAM_FFTW_LOG=/tmp/fftw.log STOCKHAM_CHECK=off "$@"
}

# Install the system.
if [[ ! -d $root/proc ]]; then
    make_debian_root "$root" bookworm
    echo "deb-src $(debian_mirror) bookworm main" >"$root/etc/apt/sources.list.d/sources.list"
    inside apt-get update -q >&2
fi
inside apt-get install -qy --no-install-recommends pocl-opencl-icd ocl-icd-libopencl1 libfftw3-dev gcc make perl dpkg-dev \
    python3-pyfftw python3-mpi4py-fft python3-pytest python3-scipy python3-dask openmpi-bin imagemagick libvips-tools octave >&2
"$here/fftw_package.sh" "$build" "$root/tmp" >&2
inside bash -c 'apt-get install -qy --reinstall /tmp/libstockham-fftw3_*.deb' >&2

failed=0
report() { printf '%-12s %-7s %s\n' "$1" "$2" "$3"; }
# Lines of the log with these words, and a fresh log.
computed() { grep -c "$1" "$root/tmp/fftw.log" 2>/dev/null || true; }

# FFTW's tests/bench, linked with FFTW. Its hook.c calls functions that FFTW does not export; check.pl needs none of it.
build_bench() {
    inside bash -euc '
        cd /srv
        [[ -d fftw3 ]] || { apt-get source --download-only fftw3; dpkg-source -x fftw3_*.dsc fftw3; }
        for precision in double single; do
            mkdir -p bench-$precision
            cd bench-$precision
            [[ -x bench ]] && { cd ..; continue; }
            option= library=fftw3
            [[ $precision == double ]] || { option=--enable-single; library=fftw3f; }
            ../fftw3/configure --disable-fortran --enable-threads $option
            make -j2 -C libbench2
            echo "void install_hook(void) {} void uninstall_hook(void) {}" >hooks.c
            gcc -O2 -DHAVE_CONFIG_H -I. -I../fftw3 ../fftw3/tests/bench.c ../fftw3/tests/fftw-bench.c hooks.c \
                libbench2/libbench2.a -l${library}_threads -l$library -lm -o bench
            cd ..
        done' >"$root/tmp/build.log" 2>&1 || { tail "$root/tmp/build.log" >&2; return 1; }
}

bench() {
    build_bench
    local mode precision verified wrong
    for mode in "${modes[@]}"; do
        for precision in double single; do
            rm -f "$root/tmp/fftw.log"
            with "$mode" bash -c "cd /srv/bench-$precision && perl -w -e 'srand(${FFTW_SEED:-1}); do \"../fftw3/tests/check.pl\"' -- \
                -v --estimate --random -c=${FFTW_COUNT:-150} ./bench" >"$root/tmp/bench.txt" 2>&1 || true
            verified=$(grep -cE '^[^ ]+ [0-9.e+-]+ [0-9.e+-]+ [0-9.e+-]+$' "$root/tmp/bench.txt" || true)
            wrong=$(grep -c FAILED "$root/tmp/bench.txt" || true)
            report bench "$mode" "$precision: $verified problems verified, $wrong failures, $(computed ': compiled in ') compiled"
            if ((wrong || verified == 0)); then failed=1; fi
        done
    done
}

# suite NAME FOLDER FILE..: the last line of pytest must be the same with the library as without.
suite() {
    local name=$1 folder=$2 mode last wanted=
    shift 2
    if [[ -z $folder ]]; then report "$name" - "skipped: the folder of its tests is not given"; return; fi
    rm -rf "$root/srv/$name"
    mkdir -p "$root/srv/$name"
    cp -r "$folder" "$root/srv/$name/tests"
    for mode in none "${modes[@]}"; do
        rm -f "$root/tmp/fftw.log"
        last=$(with "$mode" bash -c "cd /srv/$name && python3 -m pytest -q $* 2>&1" | tail -n 1)
        report "$name" "$mode" "$last; $(computed ': compiled in ') compiled"
        last=$(grep -oE '[0-9]+ (passed|failed|skipped|errors?)' <<<"$last" | tr '\n' ' ')
        [[ $mode == none ]] && wanted=$last
        [[ -n $last && $last == "$wanted" ]] || failed=1
    done
}
pyfftw() { suite pyfftw "${PYFFTW_TESTS:-}" tests; }
mpi4py() { suite mpi4py "${MPI4PY_TESTS:-}" tests/test_{fftw,libfft,mpifft,pencil,darray}.py; }

# heFFTe's own tests, of up to twelve processes, with its backend for FFTW.
heffte() {
    local mode last
    if [[ -z ${HEFFTE_SOURCE:-} ]]; then report heffte - "skipped: HEFFTE_SOURCE is not given"; return; fi
    if [[ ! -d $root/srv/heffte/build ]]; then
        inside apt-get install -qy --no-install-recommends libopenmpi-dev cmake g++ >&2
        mkdir -p "$root/srv/heffte"
        cp -r "$HEFFTE_SOURCE/." "$root/srv/heffte/"
        inside bash -euc 'cd /srv/heffte; cmake -B build -DCMAKE_BUILD_TYPE=Release -DHeffte_ENABLE_FFTW=ON \
            -DHeffte_ENABLE_TESTING=ON -DBUILD_SHARED_LIBS=ON; cmake --build build -j2' >&2
    fi
    for mode in "${modes[@]}"; do
        rm -f "$root/tmp/fftw.log"
        last=$(with "$mode" bash -c 'cd /srv/heffte/build && ctest --timeout 600' | grep 'tests passed' || true)
        report heffte "$mode" "$last; $(computed ': compiled in ') compiled"
        [[ $last == 100%* ]] || failed=1
    done
}

# same NAME PROGRAM COMMAND: prints numbers, which must be those of FFTW up to rounding.
same() {
    local name=$1 program=$2 mode difference
    inside bash -c "ldd \$(readlink -f \$(command -v $program))" | grep -q 'libfftw3f\?\.so\.3' ||
        { report "$name" - "$program does not link FFTW"; failed=1; return; }
    with none bash -c "cd /tmp && $3" >"$root/tmp/wanted.txt"
    for mode in "${modes[@]}"; do
        rm -f "$root/tmp/fftw.log"
        with "$mode" bash -c "cd /tmp && $3" >"$root/tmp/found.txt"
        difference=$(inside python3 -c '
import numpy
a, b = (numpy.array(open("/tmp/" + name).read().split(), float) for name in ("wanted.txt", "found.txt"))
assert a.size == b.size > 100
print("%d numbers, relative difference %.1e" % (a.size, numpy.linalg.norm(a - b) / numpy.linalg.norm(a)))')
        report "$name" "$mode" "$difference; $(computed ': compiled in ') compiled"
        python3 -c "import sys; sys.exit(not float('${difference##* }') < 1e-4)" || failed=1
    done
}
imagemagick() {
    same imagemagick convert "convert -size 96x64 gradient:black-white -distort SRT 33 -depth 16 -fft -delete 1 txt:- |
        sed 's/^[^(]*(\([0-9.]*\).*/\1/' | grep -E '^[0-9.]+$'"
}
vips() {
    same vips vips "convert -size 96x64 gradient:black-white -distort SRT 33 -colorspace gray -depth 8 in.png;
        vips fwfft in.png spectrum.v; vips complexget spectrum.v real.v real; vips rawsave real.v real.raw;
        python3 -c 'import numpy; print(*numpy.fromfile(\"real.raw\", numpy.float64))'"
}
octave() {
    same octave octave-cli "octave-cli --quiet --eval \"x = cos((1:4096)' * (1:3) / 7); y = [real(fft(x)); imag(ifft(x)); real(fft2(x(1:64,:)))];
        z = single(x); w = [real(fft(z)); real(fftn(z(1:100,:)))]; printf('%.7g\n', y, w);\""
}

# The commands of the page, and back.
system() {
    inside bash -c "echo /usr/lib/$triplet/stockham/fftw >/etc/ld.so.conf.d/00-stockham-fftw.conf && ldconfig"
    local found
    found=$(inside bash -c "ldd \$(readlink -f /usr/bin/fftw-wisdom || command -v octave-cli)" | awk '/libfftw3.so.3/ {print $3}')
    inside rm /etc/ld.so.conf.d/00-stockham-fftw.conf
    inside ldconfig
    report system - "programs load ${found:-nothing}"
    [[ $found == */stockham/fftw/* ]] || failed=1
}

for each in "${clients[@]}"; do "$each"; done
exit $failed
