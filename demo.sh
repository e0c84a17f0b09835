#!/usr/bin/env bash
# demo.sh [PICTURE]: installs missing Debian packages, builds the command, and writes the 2-D spectrum of PICTURE to
# spectrum.png. Without PICTURE, it uses a Shepp-Logan phantom and checks its transform against the closed form.
set -euo pipefail

if (($# > 1)) || [[ ${1-} == -* ]]; then
    echo "usage: $0 [PICTURE]" >&2
    exit 2
fi
picture=${1-}
if [[ -n $picture ]]; then
    if [[ ! -r $picture || -d $picture ]]; then
        echo "$0: cannot read the picture '$picture'" >&2
        exit 1
    fi
    picture=$(realpath -- "$picture")
fi

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$root"
scripts/build.sh --target stockham_command
stockham=build/stockham
if [[ -n $picture ]]; then
    "$stockham" spectrum "$picture" -o spectrum.png
else
    "$stockham" phantom --check
    "$stockham" spectrum phantom -o spectrum.png
fi
echo "The spectrum is in $root/spectrum.png"
