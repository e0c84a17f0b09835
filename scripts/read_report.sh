#!/usr/bin/env bash
# read_report.sh REPORT [--profile OUT]: turns a report of `stockham report` (docs/card_report.md) into a row of the table in
# docs/platforms.md, and writes the device's profile, as of `stockham calibrate`, to OUT.
set -euo pipefail

fail() {
    echo "read_report.sh: $1" >&2
    exit "${2:-1}"
}

report='' profile=''
while (($#)); do
    case $1 in
        --help | -h)
            echo "usage: scripts/read_report.sh REPORT [--profile OUT]"
            exit 0
            ;;
        --profile) [[ ${2-} ]] || fail "--profile needs a file" 2; profile=$2; shift ;;
        -*) fail "unknown option '$1'" 2 ;;
        *) [[ -z $report ]] || fail "one report at a time" 2; report=$1 ;;
    esac
    shift
done
[[ $report ]] || fail "usage: scripts/read_report.sh REPORT [--profile OUT]" 2
[[ -f $report && -r $report ]] || fail "cannot read '$report'"

# Attachments may come back with line ends of Windows.
rows=$(tr -d '\r' <"$report" | tr '\0' '?')
IFS=$'\t' read -r title version _ <<<"$rows"
[[ $title == "stockham card report" ]] || fail "'$report' is not a report of stockham report"
[[ $version == 1 ]] || fail "'$report' has version '$version' of the format, and this script reads version 1"
IFS=$'\t' read -r word how lines <<<"${rows##*$'\n'}"
[[ $word == end && $lines == "$(wc -l <<<"$rows")" ]] || fail "'$report' is damaged: lines are missing or were added"
[[ $how == complete ]] || echo "read_report.sh: the report was interrupted" >&2

awk -F '\t' '
    function cell(text) { gsub(/\|/, "\\|", text); return text }
    function list(text) { if (++listed <= 5) failed = failed (failed ? "; " : "") text }
    NF == 2 { fact[$1] = $2 }
    $1 == "execution" && $3 != "yes" { list($2 " kernels: " $3) }
    $1 == "problem" {
        ++run
        ++state[$2]
        if ($2 != "right" && $2 != "refused") list("`" $5 "`: " $6)
    }
    $1 == "fault" { list($2 ", `" $3 "`: " $4) }
    END {
        if (!run) list(fact["verdict"])
        if (listed > 5) failed = failed "; and " listed - 5 " more"
        printf "| report | %s, driver %s | %s | %d / %d / %d | %s | %s |\n", cell(fact["platform"]), cell(fact["driver"]),
            cell(fact["device"]), run, state["right"], state["refused"], failed ? cell(failed) : "-", fact["date"]
    }' <<<"$rows"

if [[ $profile ]]; then
    json=$(sed -n 's/^profile\t//p' <<<"$rows")
    [[ $json == "{"*'"format": "stockham device profile"'*"}" ]] || fail "'$report' has no complete profile"
    # shellcheck disable=SC2320 # the status is that of the redirection, too
    { echo "$json" >"$profile"; } 2>/dev/null || fail "cannot write '$profile'"
fi
