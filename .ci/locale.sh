#!/usr/bin/env bash
# locale.sh FOLDER: the unit tests of texts in FOLDER (a build) pass in a locale with a decimal comma and grouped digits, as a
# host program may set it.
set -euo pipefail
build=$(cd "${1:?locale.sh FOLDER}" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install.sh locales
export LOCPATH=$build/locales STOCKHAM_TEST_LOCALE=de_DE.UTF-8
mkdir -p "$LOCPATH"
[[ -d $LOCPATH/$STOCKHAM_TEST_LOCALE ]] || localedef -i de_DE -f UTF-8 "$LOCPATH/$STOCKHAM_TEST_LOCALE"

suites=(locale problem_string plan_string refused_plans plan_goldens published_plans formula callback_text wisdom wisdom_match
    wisdom_files wisdom_shipped profile estimate messages c_api c_api_errors c_api_wisdom calibration_fit device_rules)
export STOCKHAM_WISDOM=off STOCKHAM_PROFILES=off STOCKHAM_CACHE=off
cd "$build/tests"
for suite in "${suites[@]}"; do
    ./library_unit_tests --log_level=error --report_level=no --run_test="${suite}_test" --run_test='!@by_name'
done
echo "locale.sh: ${#suites[@]} suites pass in $STOCKHAM_TEST_LOCALE"
