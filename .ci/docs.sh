#!/usr/bin/env bash
# docs.sh: the files and folders that the documents name (`host/plan/step.hpp`) are there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

failed=0
while IFS=: read -r document line name; do
    name=${name//\`/}
    compgen -G "$name" >/dev/null && continue
    echo "$document:$line: there is no $name" >&2
    failed=1
done < <(grep -noE '`(host|cl|transpose|tools|tests|benchmarks|include|scripts|cmake|docs|examples|\.ci)/[A-Za-z0-9_./*-]*[A-Za-z0-9_/]`' \
    README.md docs/*.md host/README.md benchmarks/README.md 2>/dev/null)
exit $failed
