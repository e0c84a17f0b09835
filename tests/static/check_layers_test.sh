#!/usr/bin/env bash
# check_layers_test.sh ROOT: .ci/layers.sh accepts the tree, and rejects a copy of it with each of the faults below.
set -euo pipefail
root=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# fresh: copies the files that the script reads.
fresh() {
    rm -rf "$scratch/tree"
    mkdir -p "$scratch/tree/.ci"
    cp "$root/.ci/layers.sh" "$scratch/tree/.ci/"
    cp -r "$root/host" "$root/transpose" "$root/cl" "$root/imaging" "$root/interfaces" "$root/include" "$scratch/tree/"
}

# rejected FAULT MESSAGE: the script fails and says so.
rejected() {
    if "$scratch/tree/.ci/layers.sh" 2>"$scratch/said"; then
        echo "accepted: $1" >&2
        failed=1
    elif ! grep -qF "$2" "$scratch/said"; then
        echo "rejected for another reason: $1" >&2
        cat "$scratch/said" >&2
        failed=1
    fi
}

# include FILE HEADER: adds the include to the copy of a file.
include() {
    echo "#include \"$2\"" >>"$scratch/tree/$1"
}

fresh
"$scratch/tree/.ci/layers.sh" || failed=1

include host/base/error.cpp launch/launch.hpp
rejected "an include of a layer above" "base must not include launch/launch.hpp"

fresh
include host/runtime/cache/claim.hpp runtime/execute/executable.hpp
rejected "an include of a folder above in the same layer" "runtime/cache must not include runtime/execute/executable.hpp"

fresh
include host/runtime/cache/claim.hpp runtime/opencl/opencl.hpp
rejected "an include of a folder that the row does not list" "runtime/cache must not include runtime/opencl/opencl.hpp"

fresh
include host/systems/five_step/five_step.cpp systems/tensor/formula.hpp
rejected "a published system that includes another" "systems/five_step must not include systems/tensor/formula.hpp"

fresh
include host/runtime/first_use/first_use.cpp api/plan_state.hpp
rejected "an include of the interface" "runtime/first_use must not include api/plan_state.hpp"

fresh
include imaging/base/engine.cpp base/messages/printable.hpp
rejected "an include of the host in the imaging library" "imaging must not include base/messages/printable.hpp"

fresh
include transpose/permutation.cpp problem/problem.hpp
rejected "an include of the host in the transposes" "transpose must not include problem/problem.hpp"

fresh
include cl/common/tile.h cl/work_group/local_layout.h
rejected "kernel folders that include each other" "folders that depend on themselves through others: "

# The row allows what makes a cycle.
fresh
# shellcheck disable=SC2016 # backticks of the table
sed -i 's/^| `base\/tables` \(.*\)| base |$/| `base\/tables` \1| base, base\/files |/' "$scratch/tree/host/README.md"
include host/base/tables/table.hpp base/files/files.hpp
"$scratch/tree/.ci/layers.sh" || failed=1
sed -i 's/^| `base\/files` \(.*\) |$/| `base\/files` \1, base\/tables |/' "$scratch/tree/host/README.md"
include host/base/files/files.hpp base/tables/table.hpp
rejected "folders that list each other" "the row base/files lists base/tables, which is not below it"
rejected "folders that include each other" "folders that depend on themselves through others: base/"

fresh
mkdir "$scratch/tree/host/runtime/new"
echo '#include "base/sha256.hpp"' >"$scratch/tree/host/runtime/new/new.cpp"
rejected "a folder without a row" "has no row for the folder runtime/new"

fresh
include host/kernel/pass.cpp pass_sides.hpp
rejected "an include without a folder" "is included without its folder"

for file in host/plan/fingerprint.cpp interfaces/heffte/source/rank.cpp interfaces/fftw/source/front.inc; do
    fresh
    echo 'const char* home = std::getenv("HOME");' >>"$scratch/tree/$file"
    rejected "another reader of the environment" "$file:"
done

fresh
echo 'auto context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);' >>"$scratch/tree/imaging/base/engine.cpp"
rejected "another maker of contexts" "imaging/base/engine.cpp:"

exit $failed
