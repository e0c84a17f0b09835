#!/usr/bin/env bash
# install.sh PACKAGE...: installs the Debian packages that are missing, as root or by sudo, without asking. If none is
# missing, it does nothing and needs neither root nor a network.
set -euo pipefail

if ! command -v dpkg-query >/dev/null; then
    echo "install.sh: this is not Debian; please install the equivalents of: $*" >&2
    exit 0
fi

missing=()
for package in "$@"; do
    state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) || state=
    [[ $state == installed ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0

as_root=()
if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
        printf 'Packages are missing, and neither root nor sudo is available to install them. As root:\n  apt-get install %s\n' \
            "${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

# Wait for apt's lock: a machine that has just booted may be updating itself.
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
echo "Installing ${missing[*]}" >&2
"${apt[@]}" update >&2 </dev/null || echo "apt-get update failed; trying with the present lists" >&2
"${apt[@]}" install --yes --no-install-recommends "${missing[@]}" >&2 </dev/null
