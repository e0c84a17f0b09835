#!/usr/bin/env bash
# format.sh [--fix]: all C++ and C sources are laid out as .clang-format says (clang-format 14; another version lays out
# otherwise). Kernels are laid out by hand: their macros read as tables, which clang-format would destroy.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool=clang-format
if command -v clang-format-14 >/dev/null; then tool=clang-format-14; fi
mode=(--dry-run -Werror)
if [[ ${1-} == --fix ]]; then mode=(-i); fi
git ls-files -z --cached --others --exclude-standard -- '*.cpp' '*.hpp' '*.c' 'include/*.h' |
    xargs -0 "$tool" "${mode[@]}"
