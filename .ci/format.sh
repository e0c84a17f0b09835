#!/usr/bin/env bash
# format.sh [--fix]: checks that C++ and C sources are formatted by .clang-format, with clang-format 14; other versions
# format differently. Kernels are formatted by hand, because clang-format would destroy their macro tables.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool=clang-format
if command -v clang-format-14 >/dev/null; then tool=clang-format-14; fi
mode=(--dry-run -Werror)
if [[ ${1-} == --fix ]]; then mode=(-i); fi
git ls-files -z --cached --others --exclude-standard -- '*.cpp' '*.hpp' '*.c' 'include/*.h' |
    xargs -0 "$tool" "${mode[@]}"
