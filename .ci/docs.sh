#!/usr/bin/env bash
# docs.sh: checks that the files, identifiers, options and commands that documents quote exist (document_names.py), and that
# docs/README.md lists every document.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install.sh git python3
failed=0
python3 .ci/document_names.py || failed=1
while IFS= read -r document; do
    link=../$document
    [[ $document == docs/* ]] && link=${document#docs/}
    grep -qF "]($link" docs/README.md && continue
    echo "docs/README.md does not list $document" >&2
    failed=1
done < <(git ls-files 'docs/*.md' '*README.md' ':!README.md' ':!docs/README.md')
exit $failed
