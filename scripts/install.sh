#!/usr/bin/env bash
# install.sh PACKAGE...: installs those of the named Debian packages that are missing, as root or by sudo, with no
# question. With nothing missing it does nothing, and needs neither root nor a network.
set -euo pipefail

if ! command -v dpkg-query >/dev/null; then
    echo "This is no Debian: please see to it yourself that the equivalents of these are there: $*" >&2
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
        printf 'Missing packages, and neither root nor sudo to install them. As root:\n  apt-get install %s\n' \
            "${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

# A machine that has just booted may still be updating itself: wait for its lock.
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
echo "Installing ${missing[*]}" >&2
"${apt[@]}" update >&2 </dev/null || echo "apt-get update failed; trying with the lists that are there" >&2
"${apt[@]}" install --yes --no-install-recommends "${missing[@]}" >&2 </dev/null
