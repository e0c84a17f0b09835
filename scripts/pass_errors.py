#!/usr/bin/env python3
"""pass_errors.py FILE.passes [WORST]: how far the cost model is from measured passes, class by class.

FILE.passes is a whole file of `stockham calibrate --passes`. Half of its passes give the factors of the classes, as in
host/profile/pass_measurements.cpp; the other half is judged by them. Prints for each class of that half the number of
measurements, the median and the 90th percentile of |measured / predicted - 1| by the model alone and with the factors,
and then the WORST (10) measurements: measured and predicted time in copies, class, choice and problem.
"""
import math
import sys
from collections import defaultdict

REACH = 1.0  # quarters of octaves within which lengths are alike
DOUBT = 2.0  # measurements that say 1


def read(path):
    """Yields (pass, choice, copies, predicted, points, class, problem) for each row with a prediction."""
    choices, classes = [], []
    with open(path, encoding="utf-8") as file:
        if file.readline().rstrip("\n") != "stockham pass measurements 1":
            sys.exit(f"{path}: is not a file of pass measurements of version 1")
        for number, line in enumerate(file, 2):
            word, _, rest = line.rstrip("\n").partition(" ")
            if word == "choice":
                choices.append(rest)
            if word == "class":
                classes.append(rest)
            if word in HEADS:
                continue
            fields = rest.split(" ", 7)
            if len(fields) < 8:
                continue  # compact, or measured with another profile
            _, choice, copies, _, predicted, points, kind, problem = fields
            try:
                yield (int(word, 36), choices[int(choice, 36)], int(copies, 36) / 1000, int(predicted, 36) / 1000,
                       int(points, 36), classes[int(kind, 36)], problem)
            except (IndexError, ValueError):
                sys.exit(f"{path}: line {number} is not a measurement")


HEADS = {"device", "architecture", "vendor", "platform", "driver", "profile", "copy", "class", "factor", "file",
         "kernels", "choice", "at"}


def quarter(points):
    return 4 * math.log2(max(1, points))


def factors_of(rows):
    """The sums of logarithms of measured over predicted times, by class and length."""
    sums = defaultdict(lambda: defaultdict(lambda: [0.0, 0.0]))
    for _, _, copies, predicted, points, kind, _ in rows:
        entry = sums[kind][round(quarter(points))]
        entry[0] += math.log(copies / predicted)
        entry[1] += 1
    return sums


def factor(sums, kind, points):
    logarithms, weights = 0.0, DOUBT
    for length, (total, count) in sums.get(kind, {}).items():
        weight = math.exp(-abs(length - quarter(points)) / REACH)
        logarithms += weight * total
        weights += weight * count
    return math.exp(logarithms / weights)


def share(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(part * len(values)))]


def main():
    if not 2 <= len(sys.argv) <= 3 or (len(sys.argv) == 3 and not sys.argv[2].isdigit()):
        sys.exit(__doc__)
    rows = list(read(sys.argv[1]))
    worst = int(sys.argv[2]) if len(sys.argv) == 3 else 10
    if not rows:
        sys.exit(f"{sys.argv[1]}: has no predictions; compact files have none")
    sums = factors_of(row for row in rows if row[0] % 2)
    judged = defaultdict(list)
    misses = []
    for row in (row for row in rows if row[0] % 2 == 0):
        _, _, copies, predicted, points, kind, _ = row
        corrected = predicted * factor(sums, kind, points)
        judged[kind].append((abs(copies / predicted - 1), abs(copies / corrected - 1)))
        misses.append((abs(math.log(copies / corrected)), corrected, row))
    judged["all"] = [pair for kind in list(judged) for pair in judged[kind]]
    width = max(len(kind) for kind in judged)
    print(f"{'class':<{width}}  {'count':>6}  {'model: median':>13}  {'90 %':>7}  {'with factors: median':>20}  {'90 %':>7}")
    for kind, pairs in sorted(judged.items(), key=lambda item: (item[0] == "all", item[0])):
        alone, corrected = [p[0] for p in pairs], [p[1] for p in pairs]
        print(f"{kind:<{width}}  {len(pairs):>6}  {share(alone, 0.5):>13.1%}  {share(alone, 0.9):>7.1%}"
              f"  {share(corrected, 0.5):>20.1%}  {share(corrected, 0.9):>7.1%}")
    print(f"\n{'measured':>8}  {'model':>7}  {'corrected':>9}  class; choice; problem")
    for _, corrected, row in sorted(misses, key=lambda miss: -miss[0])[:worst]:
        _, choice, copies, predicted, _, kind, problem = row
        print(f"{copies:>8.3f}  {predicted:>7.3f}  {corrected:>9.3f}  {kind}; {choice or '-'}; {problem}")


if __name__ == "__main__":
    main()
