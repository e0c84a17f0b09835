#!/usr/bin/env bash
# docs.sh: checks that the files, identifiers, options and commands that documents quote exist (document_names.py), that the
# glossary has every option of plan strings, every public type and every field of problem strings, and docs/README.md every
# document.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install.sh git python3
failed=0
python3 .ci/document_names.py || failed=1

glossary=docs/glossary.md
options=$(sed -n '/^## Options/,$ s/^| `\([a-z_]*\).*/\1/p' docs/plan_strings.md)
types=$(sed -nE 's/^(struct|class|enum class) (STOCKHAM_API |STOCKHAM_IMAGING_API )?([a-z_]+)( :.*| \{.*)$/\3/p; s/^using ([a-z_]+) = .*/\1/p' \
    include/stockham/*.hpp include/stockham/imaging/*.hpp)
fields=$(sed -n 's/^\/\/\/   \(\[.*\]\)$/\1/p' include/stockham/transform.hpp | grep -oE '\b[a-z]+=' | tr -d =)
[[ $options == *width* && $types == *plan_options* && $fields == *nonzero* ]] ||
    { echo "docs.sh: the terms for the glossary were not found" >&2; exit 1; }
for term in $options $types $fields; do
    grep -q "\`$term\`" $glossary && continue
    echo "$glossary has no \`$term\`" >&2
    failed=1
done
while IFS= read -r document; do
    link=../$document
    [[ $document == docs/* ]] && link=${document#docs/}
    grep -qF "]($link" docs/README.md && continue
    echo "docs/README.md does not list $document" >&2
    failed=1
done < <(git ls-files 'docs/*.md' '*README.md' ':!README.md' ':!docs/README.md')
exit $failed
