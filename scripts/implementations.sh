#!/usr/bin/env bash
# implementations.sh [OPTION..] NAME..: installs OpenCL implementations, each into its own folder, runs the device tests of a
# build on them, and prints a table. Apart from Debian's packages of debootstrap and Python, it does not change the system.
# `--help` lists the options.
set -euo pipefail
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$source_root/scripts/debian_root.sh"

# name | kind of installation | packages of PyPI, or a Debian suite and its package | description
table='
pocl      | installed | pocl.icd                                | PoCL, as installed on this machine
intel     | pypi      | intel-opencl-rt intel-cmplr-lib-rt      | Intel'\''s CPU runtime, from PyPI
pocl3     | pypi      | pocl-binary-distribution                | PoCL 3.0, from PyPI
pocl6     | debian    | trixie pocl-opencl-icd                  | PoCL 6.0, from Debian 13
pocl7     | debian    | sid pocl-opencl-icd                     | PoCL 7.1 or later, from Debian sid
rusticl22 | debian    | bookworm mesa-opencl-icd                | rusticl of Mesa 22.3, from Debian 12
rusticl25 | debian    | trixie mesa-opencl-icd                  | rusticl of Mesa 25.0, from Debian 13
rusticl26 | debian    | sid mesa-opencl-icd                     | rusticl of Mesa 26 or later, from Debian sid
radeonsi  | debian    | trixie mesa-opencl-icd mesa-drm-shim    | rusticl of Mesa 25.0 for a simulated AMD GPU, which compiles kernels and executes none
oclgrind  | debian    | bookworm oclgrind                       | Oclgrind as a device, from Debian 12
'

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
Implementations of other Debian releases are installed by debootstrap, which needs root.
USAGE
}

fail() {
    echo "implementations.sh: $1" >&2
    exit "${2:-1}"
}

# row NAME: sets $how, $what and $description to the implementation's row of the table.
row() {
    local line
    line=$(grep -E "^$1 *\|" <<<"$table") || fail "unknown implementation '$1'; --list shows the names" 2
    IFS='|' read -r _ how what description <<<"$line"
    read -r how <<<"$how"
    read -r what <<<"$what"
    read -r description <<<"$description"
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
    local suite list packages
    read -r suite list <<<"$what"
    read -ra packages <<<"$list"
    command -v apt-get >/dev/null || fail "$1: debootstrap needs a Debian host"
    make_debian_root "$home/root" "$suite" || fail "$1: Debian $suite could not be installed"
    (in_root "$home/root" / env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 install --yes \
        --no-install-recommends "${packages[@]}" ocl-icd-libopencl1 >>"$home/install.log" 2>&1 </dev/null) ||
        fail "$1: ${packages[*]} could not be installed; see $home/install.log"
    # Oclgrind's package is meant for its own command and does not register itself.
    if [[ $list == oclgrind ]]; then
        mkdir -p "$home/root/etc/OpenCL/vendors"
        echo /usr/lib/oclgrind/liboclgrind-rt-icd.so >"$home/root/etc/OpenCL/vendors/oclgrind.icd"
    fi
    rm -f "$home"/root/var/cache/apt/archives/*.deb
}

# install NAME: installs an implementation if it is missing.
install() {
    [[ -e $home/installed ]] && return
    echo "Installing $1: $description" >&2
    clean "$1"
    mkdir -p "$home/vendors" "$home/cache/pocl"
    "install_$how" "$1"
    touch "$home/installed"
}

clean() {
    rm -rf --one-file-system "$home"
}

# ---- Execution. Implementations of another Debian release run in their own root, where the sources and the build have the
# same paths as here. The mounts are made in a private namespace and end with the command.

# in_root ROOT FOLDER COMMAND..: replaces this shell by the command in the root.
in_root() {
    # shellcheck disable=SC2016 # the inner shell expands its own arguments
    exec unshare --mount bash -euc '
        root=$1 folder=$2 sources=$3 build=$4
        shift 4
        for place in /proc /sys /dev; do mount --rbind "$place" "$root$place"; done
        for place in "$sources" "$build"; do
            mkdir -p "$root$place"
            mount --rbind "$place" "$root$place"
        done
        exec chroot "$root" /usr/bin/env -C "$folder" "$@"' - "$1" "$2" "$source_root" "$build" "${@:3}"
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

# run NAME FOLDER COMMAND..: replaces this shell by the command, with NAME as the only OpenCL implementation.
run() {
    local name=$1 folder=$2 environment cache=$home/cache
    shift 2
    [[ $how == debian ]] && cache=/var/cache/stockham
    # Keep caches in the implementation's folder.
    environment=(RUSTICL_ENABLE=llvmpipe TMPDIR=/tmp BOOST_TEST_COLOR_OUTPUT=no POCL_CACHE_DIR="$cache/pocl"
        STOCKHAM_WISDOM="${STOCKHAM_WISDOM-off}" STOCKHAM_CACHE="${STOCKHAM_CACHE-$cache/programs}")
    if [[ $how == debian ]]; then
        # Mesa before 23 also has its older implementation; use rusticl only.
        case $name in
            rusticl*) environment+=(OCL_ICD_VENDORS=/etc/OpenCL/vendors/rusticl.icd) ;;
            # The shim answers for the kernel's driver. AMDGPU_GPU_ID names another GPU, such as polaris10 or gfx1201.
            radeonsi)
                environment+=(OCL_ICD_VENDORS=/etc/OpenCL/vendors/rusticl.icd RUSTICL_ENABLE=radeonsi RUSTICL_FEATURES=fp64
                    LD_PRELOAD=/usr/lib/x86_64-linux-gnu/libamdgpu_noop_drm_shim.so AMDGPU_GPU_ID="${AMDGPU_GPU_ID-navi21}"
                    STOCKHAM_CHECK=off STOCKHAM_CACHE=off MESA_SHADER_CACHE_DISABLE=true)
                ;;
        esac
        mkdir -p "$home/root$cache/pocl"
        environment+=(HOME=/root)
        in_root "$home/root" "$folder" "${environment[@]}" "$@"
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
        --quick) runner+=(--quick) ;;
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
    home=$folder/$name
    install "$name"
    [[ $how != debian || -e $home/root/usr/local/lib/copied ]] || copy_libraries "$home/root"
    run "$name" "$PWD" "$@"
fi

status=0
for name in "${names[@]}"; do row "$name"; done
for name in "${names[@]}"; do
    row "$name"
    home=$folder/$name
    case $action in
        clean) clean "$name" ;;
        install) install "$name" ;;
        test)
            [[ -e $build/CTestTestfile.cmake ]] || fail "$build is not a build folder; run scripts/build.sh"
            "$source_root/scripts/install.sh" python3
            install "$name"
            [[ $how == debian ]] && copy_libraries "$home/root"
            report=${results:-$home}
            mkdir -p "$report"
            /usr/bin/python3 "$source_root/tests/implementations/run_tests.py" --name "$name" --build "$build" \
                --log "$home/log.txt" --report "$report/$name.txt" "${runner[@]}" -- \
                "$source_root/scripts/implementations.sh" --folder "$folder" --build "$build" --run "$name" || status=1
            ;;
    esac
done
exit "$status"
