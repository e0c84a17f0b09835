#!/usr/bin/env bash
# check.sh MEASURED RECORDED COMPILER [--renew]: compares the processor seconds of a CTest run (MEASURED, written by timed.sh)
# with those of RECORDED (tests/price/seconds.txt), and fails if the tests have become more than 5 % dearer. A run without a
# tenth of the recorded seconds or more, as of a few tests, is not compared. --renew writes RECORDED anew. The kernels compiled
# say why a test is dearer; they are recorded, and not compared.
#
# Machines differ, and one machine varies. So the expected seconds of a test are the recorded ones times the weighted median of
# measured / recorded over all tests. The growth is the sum of what new tests cost and of what tests cost beyond the expected
# seconds, if that is more than two fifths and a second: less is noise, above all of two threads of one core, where a test's
# seconds depend on the test beside it. A change that makes all tests dearer moves the median,
# which may be at most 1.5 times the ratio of a reference, the compilation of reference.cpp.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
measured=$1 recorded=$2 compiler=$3

seconds=$({ cat "$measured"; "$here/reference.sh" "$compiler" | sed 's/$/ 0/'; } |
    awk 'NF == 4 && $3 ~ /^[0-9.]+$/ { s[$1] = $2 + $3; k[$1] = $4 }
         END { for (name in s) printf "%s %.1f %d\n", name, s[name], k[name] }' | sort)
if [[ ${4-} == --renew ]]; then
    sed -n '/^#/p' "$recorded" >"$recorded.new"
    echo "$seconds" >>"$recorded.new"
    mv "$recorded.new" "$recorded"
    exit
fi

sort -k 1,1 "$recorded" | awk '
    FNR == NR { if ($0 !~ /^#/ && NF == 3) { before[$1] = $2; kernels[$1] = $3 }; next }
    { now[$1] = $2; compiled[$1] = $3 }
    END {
        reference = now["reference"] / before["reference"]
        delete before["reference"]; delete now["reference"]
        for (name in before) {
            total += before[name]
            if (!(name in now)) missing += before[name]
        }
        if (missing > 0.1 * total) {
            printf "Tests of %.0f of %.0f recorded seconds did not run: nothing to compare.\n", missing, total
            exit 0
        }
        for (name in now) {
            measured += now[name]
            if (!(name in before)) continue
            recorded += before[name]
            if (before[name] >= 1) { ratio[++n] = now[name] / before[name]; weight[n] = before[name]; all += before[name] }
        }
        # Insertion sort by ratio: a few hundred tests.
        for (i = 2; i <= n; ++i)
            for (j = i; j > 1 && ratio[j] < ratio[j - 1]; --j) {
                r = ratio[j]; ratio[j] = ratio[j - 1]; ratio[j - 1] = r
                w = weight[j]; weight[j] = weight[j - 1]; weight[j - 1] = w
            }
        for (i = 1; i < n && 2 * (sum += weight[i]) < all; ++i) continue
        median = ratio[i]
        for (name in now) {
            expected = median * before[name]
            if (now[name] > 1.4 * expected && now[name] > expected + 1) {
                printf "dearer: %s, %.1f s, expected %.1f s; kernels compiled: %s, recorded %s\n", name, now[name], expected, \
                    compiled[name], name in kernels ? kernels[name] : "-"
                growth += now[name] - expected
            }
        }
        growth /= median * recorded
        printf "The tests took %.0f processor seconds; %.0f are recorded, and this machine takes %.2f times as long (reference %.2f).\n",
               measured, recorded, median, reference
        printf "Some tests are dearer than recorded, by %.1f %% of the sum. At most 5 %% are allowed.\n", 100 * growth
        exit growth > 0.05 || median > 1.5 * reference
    }' - <(echo "$seconds") || {
    echo "check.sh: the tests have become dearer. Make them cheaper, or write the new seconds to tests/price/seconds.txt:" \
        "tests/price/check.sh $measured $recorded $compiler --renew" >&2
    exit 1
}
