#!/usr/bin/env bash
# first_start.sh STOCKHAM PICTURE OTHER [ROUNDS]: prints the seconds that three commands take with empty caches and at once
# again: `spectrum PICTURE`, `filter PICTURE --low-pass 0.1` and `register PICTURE OTHER`, which have the same size. STOCKHAM is
# the command. Each line has the times of all rounds (default: 5), then the shortest one. A round waits until the processor is
# idle, at most a minute; "!" marks a time before which it was not.
set -euo pipefail

if (($# < 3 || $# > 4)); then
    sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
fi
stockham=$1 picture=$2 other=$3 rounds=${4-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# seconds HOME COMMAND...: runs the command with the caches in HOME, and prints how long it took.
seconds() {
    local begin end code=0
    begin=$(date +%s%N)
    env -i PATH="$PATH" HOME="$1" "${@:2}" >/dev/null 2>"$work/messages" || code=$?
    end=$(date +%s%N)
    if ((code != 0)); then
        cat "$work/messages" >&2
        exit "$code"
    fi
    printf '%d.%03d\n' $(((end - begin) / 1000000000)) $(((end - begin) / 1000000 % 1000))
}

# ticks: prints the processor's ticks since it started, all and idle ones.
ticks() {
    awk '/^cpu / { for (k = 2; k <= 9; ++k) all += $k; print all, $5 + $6 }' /proc/stat
}

# await_idle: returns once the processor was 95 % idle for half a second; fails after a minute.
await_idle() {
    local all idle all_before idle_before try
    for ((try = 0; try < 120; ++try)); do
        read -r all_before idle_before < <(ticks)
        sleep 0.5
        read -r all idle < <(ticks)
        ((100 * (idle - idle_before) < 95 * (all - all_before))) || return 0
    done
    return 1
}

# line NAME TIME...: prints the times and the shortest.
line() {
    printf '%s\t%s\tshortest %s\n' "$1" "${*:2}" "$(printf '%s\n' "${@:2}" | sort -n | head -1 | tr -d '!')"
}

# measure NAME COMMAND...: prints the lines of one command.
measure() {
    local first=() second=() round busy
    for ((round = 0; round < rounds; ++round)); do
        mkdir "$work/home"
        busy=
        await_idle || busy=!
        first+=("$(seconds "$work/home" "${@:2}")$busy")
        second+=("$(seconds "$work/home" "${@:2}")$busy")
        rm -r "${work:?}/home"
    done
    line "$1, first start" "${first[@]}"
    line "$1, second start" "${second[@]}"
}

echo "# first_start.sh $(basename "$picture") $(basename "$other"); $(nproc) cores, $(date -u +%Y-%m-%d); times in seconds"
measure spectrum "$stockham" spectrum "$picture" -o "$work/spectrum.png"
measure filter "$stockham" filter "$picture" -o "$work/filtered.png" --low-pass 0.1
measure register "$stockham" register "$picture" "$other" --min-peak 0
