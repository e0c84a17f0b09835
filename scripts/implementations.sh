#!/usr/bin/env bash
# implementations.sh [OPTION..] NAME..: installs OpenCL implementations into a folder, runs the device tests of a build on
# each, and prints a table. Apart from Debian's packages of debootstrap and Python, it does not change the system.
# `--help` lists the options.
set -euo pipefail
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$source_root/scripts/debian_root.sh"

# name | kind | packages of PyPI, or a Debian suite, its OCL_ICD_VENDORS and its packages | description
# Those of kind `compiler` compile kernels and execute none.
table='
pocl      | installed | pocl.icd                                                  | PoCL, as installed on this machine
intel     | pypi      | intel-opencl-rt intel-cmplr-lib-rt                        | Intel'\''s CPU runtime, from PyPI
pocl3     | pypi      | pocl-binary-distribution                                  | PoCL 3.0, from PyPI
pocl6     | debian    | trixie pocl.icd pocl-opencl-icd                           | PoCL 6.0, from Debian 13
pocl7     | debian    | sid pocl.icd pocl-opencl-icd                              | PoCL 7.1 or later, from Debian sid
rusticl22 | debian    | bookworm rusticl.icd mesa-opencl-icd                      | rusticl of Mesa 22.3, from Debian 12
rusticl25 | debian    | trixie rusticl.icd mesa-opencl-icd                        | rusticl of Mesa 25.0, from Debian 13
rusticl26 | debian    | sid rusticl.icd mesa-opencl-icd                           | rusticl of Mesa 26 or later, from Debian sid
oclgrind  | debian    | bookworm /usr/lib/oclgrind/liboclgrind-rt-icd.so oclgrind | Oclgrind as a device, from Debian 12
radeonsi  | compiler  | sid rusticl.icd mesa-opencl-icd mesa-drm-shim             | Mesa for simulated AMD GPUs, from Debian sid
adreno    | compiler  | sid rusticl.icd mesa-opencl-icd mesa-drm-shim             | Mesa for a simulated Adreno 630, from Debian sid
ocloc     | compiler  | sid none.icd intel-ocloc libigc2 libigdfcl2               | Intel'\''s offline compiler for GPUs, from Debian sid
'

# The settings of single implementations. Mesa's shims answer for the kernel's driver. AMDGPU_GPU_ID names another AMD GPU,
# such as polaris10 or gfx1201.
shims=/usr/lib/x86_64-linux-gnu
simulated="STOCKHAM_CHECK=off STOCKHAM_CACHE=off MESA_SHADER_CACHE_DISABLE=true"
declare -A settings=(
    [radeonsi]="RUSTICL_ENABLE=radeonsi RUSTICL_FEATURES=fp64 AMDGPU_GPU_ID=${AMDGPU_GPU_ID-navi21}
        LD_PRELOAD=$shims/libamdgpu_noop_drm_shim.so $simulated"
    [adreno]="RUSTICL_ENABLE=freedreno LD_PRELOAD=$shims/libfreedreno_noop_drm_shim.so $simulated"
)

usage() {
    cat <<'USAGE'
usage: scripts/implementations.sh [OPTION..] NAME..            install, run the device tests, print the table
       scripts/implementations.sh [OPTION..] --install NAME..  install only
       scripts/implementations.sh [OPTION..] --run NAME COMMAND [ARGUMENT..]
                                                               run a command with NAME as the only implementation
       scripts/implementations.sh [OPTION..] --clean NAME..    remove the implementations
       scripts/implementations.sh --list                       list the names
  --folder FOLDER   folder of the implementations (build-implementations)
  --build FOLDER    build folder of the programs to run (build)
  --quick           run only the quick device tests, with short time limits
  --tests REGEX     run only the tests whose names match
  --timeout S       time limit of one test in seconds (1800; with --quick 300)
  --jobs N          number of tests to run at once (number of processors)
  --results FOLDER  store each table with the list of all tests in this folder, as NAME.txt
  --renew           of those that only compile: record the kernels' present figures
Implementations of other Debian releases are installed by debootstrap, which needs root. Those that only compile
(radeonsi, adreno, ocloc) compile the problems of tests/implementations/compiled/problems.txt instead of running tests.
USAGE
}

fail() {
    echo "implementations.sh: $1" >&2
    exit "${2:-1}"
}

# row NAME: sets $how, $what and $description to the implementation's row of the table, $home to its folder, and for a
# Debian $suite also $vendors, $packages and the $root that all implementations of the suite share.
row() {
    local line list
    line=$(grep -E "^$1 *\|" <<<"$table") || fail "unknown implementation '$1'; --list shows the names" 2
    IFS='|' read -r _ how what description <<<"$line"
    read -r how <<<"$how"
    read -r what <<<"$what"
    read -r description <<<"$description"
    home=$folder/$1
    if in_debian; then
        read -r suite vendors list <<<"$what"
        read -ra packages <<<"$list"
        home=$folder/debian-$suite/$1 root=$folder/debian-$suite/root
    fi
}

in_debian() {
    [[ $how == debian || $how == compiler ]]
}

# shellcheck disable=SC2317 # called by their names
# ---- Installation. A complete one ends with the file `installed` in the folder; an incomplete one is made again.

install_installed() {
    local icd=/etc/OpenCL/vendors/$what
    [[ -e $icd ]] || fail "$1: $icd does not exist; scripts/build.sh installs it"
    cp "$icd" "$home/vendors/"
}

install_pypi() {
    local library packages
    read -ra packages <<<"$what"
    "$source_root/scripts/install.sh" python3 python3-venv
    # Use Debian's Python even if another one is first in PATH.
    /usr/bin/python3 -m venv "$home/venv"
    "$home/venv/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}" >&2 ||
        fail "$1: pip could not install $what (no network, or PyPI no longer has it)"
    # Delete the loader of Intel's packages, which would replace the system's.
    find "$home/venv" -name 'libOpenCL.so*' -delete
    library=$(find "$home/venv" \( -name 'libintelocl.so' -o -name 'libpocl.so.*' -o -name 'libpocl-*.so*' \) | sort | head -n 1)
    [[ $library ]] || fail "$1: no known OpenCL implementation was found in the packages $what"
    echo "$library" >"$home/vendors/$1.icd"
}

install_debian() {
    command -v apt-get >/dev/null || fail "$1: debootstrap needs a Debian host"
    if [[ ! -e $root.complete ]]; then
        rm -rf --one-file-system "$root"
        make_debian_root "$root" "$suite" || fail "$1: Debian $suite could not be installed"
        touch "$root.complete"
    fi
    # In a root that was made earlier, the lists may be too old and an installation may have been interrupted.
    install_packages || { logged dpkg --configure -a && logged apt-get -qq update && install_packages; } ||
        fail "$1: ${packages[*]} could not be installed; see $home/install.log"
    # A copied library may now be older than that of a package.
    rm -rf "$root/var/cache/apt/archives/"*.deb "$root/usr/local/lib/copied"
}

install_compiler() {
    install_debian "$1"
}

install_packages() {
    logged apt-get -qq -o Dpkg::Use-Pty=0 install --yes --no-install-recommends "${packages[@]}" ocl-icd-libopencl1
}

logged() {
    in_debian_root "$root" env DEBIAN_FRONTEND=noninteractive "$@" >>"$home/install.log" 2>&1 </dev/null
}

# install NAME: installs an implementation if it is missing.
install() {
    [[ -e $home/installed ]] && return
    echo "Installing $1: $description" >&2
    rm -rf --one-file-system "$home"
    mkdir -p "$home/vendors" "$home/cache/pocl"
    "install_$how" "$1"
    touch "$home/installed"
}

# The root of a Debian suite is removed with the last implementation that uses it.
clean() {
    rm -rf --one-file-system "$home"
    if in_debian && ! compgen -G "${root%/root}/*/installed" >/dev/null; then
        rm -rf --one-file-system "${root%/root}"
    fi
}

# ---- Execution. Implementations of another Debian release run in its root, where the sources, the build and the
# implementation's folder have the same paths as here. The mounts are made in a private namespace and end with the command.

# in_root ROOT FOLDER COMMAND..: replaces this shell by the command in the root.
in_root() {
    # shellcheck disable=SC2016 # the inner shell expands its own arguments
    exec unshare --mount bash -euc '
        root=$1 folder=$2 sources=$3 build=$4 home=$5
        shift 5
        for place in /proc /sys /dev; do mount --rbind "$place" "$root$place"; done
        for place in "$sources" "$build" "$home"; do
            mkdir -p "$root$place"
            mount --rbind "$place" "$root$place"
        done
        exec chroot "$root" /usr/bin/env -C "$folder" "$@"' - "$1" "$2" "$source_root" "$build" "$home" "${@:3}"
}

# Copies the shared libraries that the build's programs need and the other release lacks. Libraries that it has are at least
# as new and match its libc.
copy_libraries() {
    local root=$1 copied=$1/usr/local/lib/copied name file own
    mkdir -p "$copied"
    echo /usr/local/lib/copied >"$root/etc/ld.so.conf.d/copied.conf"
    chroot "$root" /sbin/ldconfig
    own=$(chroot "$root" /sbin/ldconfig -p)
    find "$build" -type f -executable ! -name '*.so*' ! -path '*/CMakeFiles/*' -print0 |
        { xargs -0 -r ldd 2>/dev/null || true; } | awk '$2 == "=>" && $3 ~ /^\// { print $1, $3 }' | sort -u |
        while read -r name file; do
            [[ $file == "$build"/* || $own == *$'\t'"$name "* ]] || cp -L "$file" "$copied/$name"
        done
    chroot "$root" /sbin/ldconfig
}

# Copies them if that was not yet done.
libraries() {
    if in_debian && [[ ! -e $root/usr/local/lib/copied ]]; then copy_libraries "$root"; fi
}

# run NAME FOLDER COMMAND..: replaces this shell by the command, with NAME as the only OpenCL implementation.
run() {
    local name=$1 folder=$2 environment
    shift 2
    # Keep caches in the implementation's folder.
    # shellcheck disable=SC2206 # the settings are words
    environment=(RUSTICL_ENABLE=llvmpipe TMPDIR=/tmp BOOST_TEST_COLOR_OUTPUT=no POCL_CACHE_DIR="$home/cache/pocl"
        STOCKHAM_WISDOM="${STOCKHAM_WISDOM-off}" STOCKHAM_CACHE="${STOCKHAM_CACHE-$home/cache/programs}" ${settings[$name]-})
    if in_debian; then
        in_root "$root" "$folder" "${environment[@]}" HOME=/root OCL_ICD_VENDORS="$vendors" "$@"
    else
        exec env -C "$folder" "${environment[@]}" OCL_ICD_VENDORS="$home/vendors" "$@"
    fi
}

# ---- The command line.

action=test
folder=$source_root/build-implementations
build=$source_root/build
results=
runner=()
names=()
while (($#)); do
    case $1 in
        --folder | --build | --results | --tests | --timeout | --jobs) [[ ${2-} ]] || fail "$1 needs a value" 2 ;;&
        --help | -h) usage; exit 0 ;;
        --list)
            sed -n 's/^\([^ |]*\) *|.*| \(.*\)$/\1\t\2/p' <<<"$table" | column -t -s $'\t'
            exit 0
            ;;
        --install | --clean) action=${1#--} ;;
        --run) action=run ;;
        --folder) folder=$2; shift ;;
        --build) build=$2; shift ;;
        --results) results=$2; shift ;;
        --quick | --renew) runner+=("$1") ;;
        --tests | --timeout | --jobs) runner+=("$1" "$2"); shift ;;
        -*) fail "unknown option '$1'; --help lists the options" 2 ;;
        *)
            names+=("$1")
            # The rest is a command.
            if [[ $action == run ]]; then
                shift
                break
            fi
            ;;
    esac
    shift
done
((${#names[@]})) || { usage >&2; exit 2; }
folder=$(realpath -m "$folder")
build=$(realpath -m "$build")

if [[ $action == run ]]; then
    name=${names[0]}
    (($#)) || fail "--run needs a command" 2
    row "$name"
    install "$name"
    libraries
    run "$name" "$PWD" "$@"
fi

status=0
for name in "${names[@]}"; do row "$name"; done
for name in "${names[@]}"; do
    row "$name"
    case $action in
        clean) clean ;;
        install) install "$name" ;;
        test)
            [[ -e $build/CTestTestfile.cmake ]] || fail "$build is not a build folder; run scripts/build.sh"
            "$source_root/scripts/install.sh" python3
            install "$name"
            if [[ $how == debian ]]; then copy_libraries "$root"; fi
            if [[ $how == compiler ]]; then libraries; fi
            report=${results:-$home}
            mkdir -p "$report"
            tests=run_tests.py
            [[ $how == compiler ]] && tests=compile_kernels.py
            /usr/bin/python3 -B "$source_root/tests/implementations/$tests" --name "$name" --build "$build" \
                --log "$home/log.txt" --report "$report/$name.txt" "${runner[@]}" -- \
                "$source_root/scripts/implementations.sh" --folder "$folder" --build "$build" --run "$name" || status=1
            ;;
    esac
done
exit "$status"
