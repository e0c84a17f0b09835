#!/usr/bin/env bash
# document_names_test.sh ROOT: .ci/document_names.py finds each wrong name in a document, and accepts the right ones.
set -euo pipefail
root=$1
git -C "$root" rev-parse --is-inside-work-tree >/dev/null 2>&1 || { echo "skipped: no checkout"; exit; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The wrong names are put together here, because a name that this file contains occurs in a source.
wrong=no_such
wrong+=_name
cat >"$folder/document.md" <<END
# A document

\`$wrong()\`
\`stockham::$wrong\`
\`STOCKHAM_$wrong\`
\`stockham.fft.$wrong(x)\`
\`stockham $wrong x\`
\`stockham plan --${wrong//_/-}\`
\`host/$wrong.hpp\`
\`$wrong.cpp\`
\`scripts/$wrong.sh\`
\`${wrong}_test\`
[file]($wrong.md)
[heading](#$wrong)
\`make_problem\` in \`cl/index.h\`, \`plan/$wrong.hpp\`
\`\`\`sh
.ci/$wrong.sh
\`\`\`

Right: \`make_problem()\`, \`stockham::plan\`, \`STOCKHAM_DEVICE\`, \`stockham.fft.fft2(x)\`, \`stockham plan --why\`, \`host/plan/rules.cpp\`,
\`rules.cpp\`, \`host/families/*/kernel.cpp\`, \`-DSTOCKHAM_TESTS=OFF\`, \`.ci/docs.sh\`, [heading](#a-document).
END
if python3 "$root/.ci/document_names.py" "$folder/document.md" 2>"$folder/said"; then
    echo "wrong names are accepted" >&2
    exit 1
fi
sed "s|.*document.md:||; s|$wrong|X|g; s|${wrong//_/-}|X|g" "$folder/said" >"$folder/faults"
diff - "$folder/faults" <<'END'
3: no source has X
4: no source has X (stockham::X)
5: no source has STOCKHAM_X
6: no source has X (stockham.fft.X)
7: no command stockham X
7: no source has X
8: no option --X
9: no file host/X.hpp
10: no file X.cpp
10: no source has X (X.cpp)
11: no file scripts/X.sh
12: no source has X_test
12: no test X_test
13: no file X.md
14: no heading #X
15: cl/index.h has no make_problem
15: no file plan/X.hpp
17: no file .ci/X.sh
END
