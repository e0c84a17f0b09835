#!/usr/bin/env python3
"""registration_trust.py PHOTOGRAPHS [STOCKHAM]: prints the rows behind "How sure a shift is" of docs/command.md: how often `stockham
register` is right, and its peaks, for pairs of parts of seven photographs; then the same without the window. PHOTOGRAPHS is a
folder with astronaut.png, camera.png, coffee.png, hubble_deep_field.jpg, moon.png, retina.jpg and rocket.jpg of scikit-image's
data. Needs numpy and scipy."""

import csv
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from scipy import ndimage

photographs = pathlib.Path(sys.argv[1]).resolve()
default = pathlib.Path(__file__).resolve().parent.parent / "build/stockham"
command = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else default).resolve()
random = np.random.default_rng(1)
windows = ["", "--no-window"]
names = ["astronaut.png", "camera.png", "coffee.png", "hubble_deep_field.jpg", "moon.png", "retina.jpg", "rocket.jpg"]
limit = 0.05


def stockham(line: str) -> None:
    subprocess.run([command, *line.split()], check=True, stdout=subprocess.DEVNULL)


def levels(picture: np.ndarray) -> np.ndarray:
    return np.clip(np.round(picture), 0, 255).astype("u1")


def photograph(name: str) -> np.ndarray:
    """Its luminance."""
    stockham(f"filter {photographs}/{name} -o picture.npy --all-pass --type f4")
    picture = np.load("picture.npy")
    return picture @ [0.2126, 0.7152, 0.0722] if picture.shape[-1:] == (3,) else np.squeeze(picture)


def part(picture: np.ndarray, shift: tuple[int, int] = (0, 0), side: int = 256) -> np.ndarray:
    """The middle, whose content lies `shift` below and right of that of the middle itself."""
    y, x = ((n - side) // 2 - s for n, s in zip(picture.shape, shift))
    return picture[y : y + side, x : x + side]


def rotated(picture: np.ndarray, degrees: float) -> np.ndarray:
    """About the middle of part()."""
    turn = np.array([[np.cos(np.radians(degrees)), np.sin(np.radians(degrees))],
                     [-np.sin(np.radians(degrees)), np.cos(np.radians(degrees))]])
    middle = np.array([(n - 256) // 2 + 127.5 for n in picture.shape])
    return ndimage.affine_transform(picture, turn, middle - turn @ middle, order=3, mode="mirror")


def noisy(picture: np.ndarray, deviation: float) -> np.ndarray:
    return picture + random.normal(0, deviation, picture.shape)


def coded(picture: np.ndarray) -> np.ndarray:
    np.save("coded.npy", levels(picture))
    stockham("filter coded.npy -o coded.jpg --all-pass --quality 20")
    stockham("filter coded.jpg -o coded.npy --all-pass")
    return np.load("coded.npy").reshape(picture.shape)


def some_shifts(count: int, most: int = 64) -> list[tuple[int, int]]:
    return [tuple(random.integers(-most, most + 1, 2)) for _ in range(count)]


Pair = tuple[np.ndarray, np.ndarray, "tuple[int, int] | None"]


def registered(pairs: list[Pair], option: str) -> list[tuple[float, float, float]]:
    """dy, dx and peak of each pair."""
    np.save("a.npy", np.stack([levels(a) for a, _, _ in pairs]))
    np.save("b.npy", np.stack([levels(b) for _, b, _ in pairs]))
    stockham(f"register a.npy b.npy --min-peak 0 --table found.csv {option}")
    with open("found.csv", newline="") as file:
        return [(float(row["dy"]), float(row["dx"]), float(row["peak"])) for row in csv.DictReader(file)]


def row_of(pairs: list[Pair], option: str, has_shift: bool) -> str:
    found = registered(pairs, option)
    peaks = [peak for _, _, peak in found]
    right = [shift is not None and abs(dy - shift[0]) <= 1 and abs(dx - shift[1]) <= 1
             for (_, _, shift), (dy, dx, _) in zip(pairs, found)]
    accepted = [peak >= limit for peak in peaks]
    wrong = sum(a and not r for a, r in zip(accepted, right))
    return (f"{len(pairs)} | {sum(right) if has_shift else '-'} | {sum(accepted)} | {wrong} | {np.median(peaks):.3f} | "
            f"{min(peaks):.3f}, {max(peaks):.3f} |")


def groups() -> dict[str, list[Pair]]:
    all_of = [photograph(name) for name in names]
    made = {}

    def shifted(title, change, count=4):
        """Pairs of shifted parts, changed by change(part, part): `count` per photograph."""
        made[title] = [(*change(part(p), part(p, s)), s) for p in all_of for s in some_shifts(count)]

    shifted("shifted by up to 64 pixels", lambda a, b: (a, b), 12)
    shifted("shifted; the contrast is half", lambda a, b: (a, b / 2 + 60))
    shifted("shifted; gamma is 2", lambda a, b: (a, 255 * (b / 255) ** 2))
    shifted("shifted; one is a JPEG of quality 20", lambda a, b: (a, coded(b)))
    shifted("shifted; both blurred by a Gaussian of 3 pixels",
            lambda a, b: (ndimage.gaussian_filter(a, 3), ndimage.gaussian_filter(b, 3)))
    for deviation in (5, 15, 30, 60):
        shifted(f"shifted; both with noise of {deviation} levels of 255", lambda a, b: (noisy(a, deviation), noisy(b, deviation)), 6)
    for title, angles in (("0.5 to 2", (0.5, 1, 2)), ("10 to 180", (10, 45, 90, 180))):
        made[f"rotated by {title} degrees"] = [(part(p), part(rotated(p, angle), s), s) for p in all_of for angle in angles
                                               for s in some_shifts(2, 8)]
    made["mirrored"] = [(part(p), part(p)[:, ::-1], None) for p in all_of]
    made["opposite corners of one photograph"] = [(p[:256, :256], p[-256:, -256:], None) for p in all_of if min(p.shape) >= 512]
    for side in (400, 256, 64):
        made[f"unrelated, {side} pixels a side"] = [(part(p, side=side), part(q, side=side), None)
                                                    for p, q in itertools.combinations(all_of, 2)]
    return made


def main() -> None:
    made = groups()
    for option in windows:
        print(f"\n| pairs {option} | number | right within a pixel | accepted at {limit} | accepted, but wrong | median peak | "
              "lowest and highest peak |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        for title, pairs in made.items():
            print(f"| {title} | {row_of(pairs, option, pairs[0][2] is not None)}", flush=True)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    main()
