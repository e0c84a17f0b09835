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

suites=locale_test,problem_string_test,plan_string_test,refused_plans_test,plan_goldens_test,published_plans_test,formula_test
suites+=,callback_text_test,wisdom_test,wisdom_match_test,wisdom_files_test,wisdom_shipped_test,profile_test,estimate_test
suites+=,messages_test,c_api_test,c_api_errors_test,c_api_wisdom_test,calibration_fit_test,device_rules_test
STOCKHAM_WISDOM=off STOCKHAM_PROFILES=off STOCKHAM_CACHE=off "$build/tests/library_unit_tests" --run_test="$suites:!@by_name"
