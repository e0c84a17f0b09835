#!/usr/bin/env bash
# clfft_drop_in.sh pack BUILD FOLDER | run FOLDER: compares the drop-in libclFFT.so.2 with clFFT's library. `pack`
# copies everything to FOLDER, including this script, for a machine with a GPU but no network. There `run` (a) runs
# Debian's clFFT-client with many options, (b) compares random descriptors, (c) measures the suite pow2 out of place,
# each with both libraries. Environment of `run`: STEPS (default: clients descriptors speed), CLIENT_LINES (number of
# the client's option lines; default: all), DESCRIPTORS (300), PROBLEMS (a file of problem strings instead of the
# suite), JOBS (number of processes in a and b), SECONDS_OF_SPEED (start no further problem after this time; 200). Of
# `pack`: CLFFT_THEIRS (clFFT's library) and CLFFT_CLIENT (the client program) instead of the installed ones.
set -euo pipefail
self=$(realpath "${BASH_SOURCE[0]}")
usage() { sed -n '2,9s/^# //p' "$self" >&2; exit 2; }
(($#)) || usage

# Libraries that every Linux machine with a C++ runtime has are not copied.
is_plain() { [[ $1 =~ ^(ld-linux|linux-vdso|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+|clFFT))[.-] ]]; }

# Copies the other shared libraries that a program needs to FOLDER/lib.
carry_libraries() {
    local name path
    while read -r name path; do
        is_plain "$name" || cp -Lu "$path" "$folder/lib/$name"
    done < <(ldd "$1" | awk '$2 == "=>" && $3 ~ /^\// {print $1, $3}')
}

client_program() {
    local found=${CLFFT_CLIENT:-$(command -v clFFT-client || true)}
    if [[ -z $found ]]; then
        scratch=$(mktemp -d)
        trap 'rm -rf "$scratch"' EXIT
        (cd "$scratch" && apt-get download -q clfft-client libboost-program-options1.74.0 >&2 &&
            for deb in *.deb; do dpkg -x "$deb" .; done)
        cp -L "$scratch"/usr/lib/*/libboost_program_options.so.* "$folder/lib/"
        found=$scratch/usr/bin/clFFT-client
    fi
    cp "$found" "$folder/bin/clFFT-client"
}

pack() {
    (($# == 2)) || usage
    local build=$1 root
    folder=$2
    root=$(cd "$(dirname "$self")/../.." && pwd)
    mkdir -p "$folder"/{bin,lib,ours,theirs}
    cp "$build"/interfaces/clfft/tests/clfft_{compare,speed} "$folder/bin/"
    cp -L "$build/interfaces/clfft/libclFFT.so.2" "$folder/ours/"
    cp -L "${CLFFT_THEIRS:-/usr/lib/$(gcc -print-multiarch)/libclFFT.so.2}" "$folder/theirs/"
    cp "$self" "$root/scripts/clfft_clients/client_options.sh" "$folder/"
    cp "$root/benchmarks/suites/pow2.txt" "$folder/"
    client_program
    for program in "$folder"/bin/*; do carry_libraries "$program"; done
    strip "$folder"/bin/clfft_* "$folder/ours/libclFFT.so.2"
    du -sh "$folder"
}

# on LIBRARY COMMAND..: runs the command with this libclFFT.so.2.
on() {
    local library=$1
    shift
    env LD_LIBRARY_PATH="$folder/$library:$folder/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" "$@"
}
export -f on

# Runs the client with one line of options and one library, and prints PASS or `-`.
check_client() {
    local answer=-
    if on "$1" timeout 120 "$folder/bin/clFFT-client" $2 2>&1 | grep -q PASS; then answer=PASS; fi
    printf '%s\t%s\t%s\n' "$2" "$1" "$answer"
}
export -f check_client

clients() {
    "$folder/client_options.sh" | awk -v n="${CLIENT_LINES:-1000}" 'NR <= n' |
        while read -r options; do printf '%s\0' ours "$options" theirs "$options"; done |
        xargs -0 -n 2 -P "$jobs" bash -c 'check_client "$@"' check | sort >"$results/client.txt"
    awk -F'\t' '{answer[$1, $2] = $3; lines[$1]; n[$2] += $3 == "PASS"}
        END {for (l in lines) if (answer[l, "ours"] != answer[l, "theirs"])
                 print "clFFT-client " l ": ours " answer[l, "ours"] ", theirs " answer[l, "theirs"]
             print "PASS: ours " n["ours"] + 0 ", theirs " n["theirs"] + 0 " of " length(lines)
             exit n["ours"] < n["theirs"]}' "$results/client.txt" || failed=1
    local size library time
    for size in '-x 4096 -b 1000' '-x 1024 -y 1024 -b 8' '-x 128 -y 128 -z 128'; do
        for library in ours theirs; do
            time=$(on "$library" timeout 120 "$folder/bin/clFFT-client" $size -o -p 100 2>&1 | grep -i gflops | tail -n 1) || true
            printf '%-24s %-7s %s\n' "$size" "$library" "${time:-no time}"
        done
    done
}

# Runs parts in parallel and adds their counts.
descriptors() {
    export count=${DESCRIPTORS:-300}
    export part=$(((count + jobs - 1) / jobs))
    seq 1 "$part" "$count" | xargs -P "$jobs" -I{} bash -c '
        left=$((count - {} + 1))
        export STOCKHAM_CLFFT_SEED={} STOCKHAM_CLFFT_CASES=$((left < part ? left : part))
        on ours "$folder/bin/clfft_compare" "$folder"/{ours,theirs}/libclFFT.so.2 >"$results/descriptors.{}.txt" 2>&1
        true'
    cat "$results"/descriptors.*.txt | awk -v count="$count" '/^[0-9]+ .*->/ {print; next}
        /^[0-9]+ cases/ {cases += $1; next}
        /^ +[0-9]+ / {n = $1; $1 = ""; sum[$0] += n}
        END {for (s in sum) printf "%6d%s\n", sum[s], s
             print cases + 0 " cases of " count
             exit cases != count || sum[" faults"] > 0}' || failed=1
}

# Makes all plans first, in several processes, so that the measured process finds their kernels in the caches.
speed() {
    local problems
    mapfile -t problems < <(grep '^c2c' "${PROBLEMS:-$folder/pow2.txt}")
    printf '%s\0' "${problems[@]}" | xargs -0 -n 4 -P "$jobs" bash -c '
        on ours "$folder/bin/clfft_speed" --bake "$folder"/{ours,theirs}/libclFFT.so.2 "$@" >/dev/null || true' bake
    on ours "$folder/bin/clfft_speed" --seconds "${SECONDS_OF_SPEED:-200}" "$folder"/{ours,theirs}/libclFFT.so.2 \
        "${problems[@]}" || failed=1
}

# Registers NVIDIA's driver with the OpenCL loader if its .icd file is missing.
find_driver() {
    local driver
    compgen -G '/etc/OpenCL/vendors/*.icd' >/dev/null || [[ ${OCL_ICD_VENDORS-} ]] && return
    driver=$(find / -name 'libnvidia-opencl.so*' -not -path '/proc/*' -print -quit 2>/dev/null)
    [[ $driver ]] || { echo "clfft_drop_in.sh: no OpenCL driver is registered or found" >&2; exit 1; }
    mkdir "$results/vendors"
    echo "$driver" >"$results/vendors/nvidia.icd"
    export OCL_ICD_VENDORS=$results/vendors
}

run() {
    (($# == 1)) || usage
    folder=$(cd "$1" && pwd)
    jobs=${JOBS:-$(nproc)}
    results=$(mktemp -d)
    export folder results
    export STOCKHAM_CACHE=$results/cache CUDA_CACHE_PATH=$results/driver
    trap 'rm -rf "$results"' EXIT
    find_driver
    failed=0
    local step
    for step in ${STEPS:-clients descriptors speed}; do
        local begin=$SECONDS
        echo "== $step"
        "$step"
        echo "== $step: $((SECONDS - begin)) s"
    done
    exit $failed
}

case $1 in
    pack | run) "$@" ;;
    *) usage ;;
esac
