#!/usr/bin/env bash
# fftw_names.sh BUILD: compares the functions that FFTW's interface in BUILD exports with those of the newest FFTW that Debian
# offers, header and libraries. Downloads them with apt into a temporary folder; skipped without network.
set -euo pipefail
build=$(realpath "${1:?fftw_names.sh BUILD}")
tests=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../interfaces/fftw/tests")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p state/lists/partial cache/archives/partial
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian sid main" >list
cat >apt.conf <<EOF
Dir::State "$work/state";
Dir::State::status "/dev/null";
Dir::Cache "$work/cache";
Dir::Etc::sourcelist "$work/list";
Dir::Etc::sourceparts "-";
Acquire::Languages "none";
APT::Update::Error-Mode "any";
APT::Sandbox::User "root";
EOF
export APT_CONFIG=$work/apt.conf
apt-get -qq update 2>errors || { echo "fftw_names.sh: skipped: Debian's packages cannot be reached: $(head -n 1 errors)"; exit 0; }
apt-get -qq download libfftw3-dev libfftw3-double3 libfftw3-single3
for package in *.deb; do dpkg -x "$package" root; done
libraries=(root/usr/lib/*/libfftw3{,f,_threads,f_threads,_omp,f_omp}.so.3)
echo "FFTW $(dpkg-deb -f libfftw3-dev_*.deb Version)"
"$tests/symbols.sh" root/usr/include/fftw3.h "$build/interfaces/fftw/replacement" "${libraries[@]}"
