#!/usr/bin/env bash
# skimage_clients.sh PYTHON [PYTEST OPTION..]: runs scikit-image's own tests of deconvolution, template matching and registration with
# stockham.imaging in place of its functions. PYTHON is an interpreter that has stockham, pytest and a scikit-image whose
# package contains its tests (0.25.2). Needs no network: the arrays that its tests download are computed by scikit-image's
# own functions. A list of the functions that were called through us comes last.
set -euo pipefail
if (($# < 1)); then sed -n '2,5s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=$1
shift
package=$("$python" -c 'import os, skimage; print(os.path.dirname(skimage.__file__))')
for suite in restoration/tests/test_restoration.py feature/tests/test_template.py \
    registration/tests/test_phase_cross_correlation.py; do
    [[ -f $package/$suite ]] || { echo "skimage_clients.sh: $package has no $suite" >&2; exit 2; }
    suites+=("$package/$suite")
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
PYTHONPATH=$here/skimage_clients${PYTHONPATH:+:$PYTHONPATH} "$python" -m pytest -q -rs -p no:cacheprovider -p through_stockham \
    "$@" "${suites[@]}"
