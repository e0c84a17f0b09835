#!/usr/bin/env bash
# site.sh: generates the site of docs/ and the public headers in build/site/ by Doxygen and checks its links.
# Doxygen's warnings are errors, for example a public name without a comment. Two pages have plots of committed results.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts/install.sh doxygen python3 python3-matplotlib
site=build/site
rm -rf "$site" build/site-pages build/site-xml
mkdir -p "$site" build/site-pages

python3 docs/site/pages.py build/site-pages "$site"
for device in h200 pocl; do
    benchmarks/report/plots.py benchmarks/results/$device/pow2.jsonl -o "$site/plots_$device.svg"
    printf '\nWith plots: [powers of two, %s](plots_%s.svg)\n' "$device" "$device" >>build/site-pages/docs_benchmarks.md
done
version=$(sed -n 's/^project(stockham VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
doxygen - <<CONFIG
@INCLUDE = docs/site/Doxyfile
PROJECT_NUMBER = $version
INPUT = build/site-pages include/stockham
STRIP_FROM_PATH = $PWD
STRIP_FROM_INC_PATH = $PWD/include
OUTPUT_DIRECTORY = $site
CONFIG

python3 docs/site/enumerators.py build/site-xml
python3 docs/site/links.py "$site"
