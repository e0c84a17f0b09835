#!/usr/bin/env bash
# client_options.sh: prints the options of clFFT-client, one run per line: seven shapes, seven kinds of data.
set -euo pipefail
sizes=('-x 64' '-x 11 -b 3' '-x 13' '-x 1000 -b 2' '-x 16 -y 11' '-x 13 -y 12 -b 2' '-x 8 -y 6 -z 5')
kinds=('-o' '--inv' '--double --inLayout 2 --outLayout 2' '-o --inLayout 5 --outLayout 3'
    '--inLayout 5 --outLayout 3 --double' '-o --inLayout 4 --outLayout 5' '--inLayout 3 --outLayout 5')
for size in "${sizes[@]}"; do printf -- "$size %s\n" "${kinds[@]}"; done
