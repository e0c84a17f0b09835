#!/bin/sh
# Runs the picture commands on photographs and writes docs/gallery.md with its pictures to docs/pictures/gallery/.
# usage: scripts/picture_gallery.sh PHOTOGRAPHS [STOCKHAM]
# PHOTOGRAPHS is a folder with camera.png, moon.png, astronaut.png and rocket.jpg of scikit-image's data.
set -eu
photographs=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
command=${2:-$root/build/stockham}
case $command in /*) ;; *) command=$PWD/$command ;; esac
page=$root/docs/gallery.md
pictures=$root/docs/pictures/gallery
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$pictures"
for name in camera.png moon.png astronaut.png rocket.jpg; do cp "$photographs/$name" "$work"; done
cd "$work"
stockham() { "$command" "$@"; }

cat >"$page" <<'END'
# Pictures of the commands

The photographs are sample data of scikit-image, in the public domain or CC0, and not part of this repository.
`scripts/picture_gallery.sh FOLDER` writes this page and its pictures from a folder with them. [command.md](command.md) describes the options.
END

# section TITLE TEXT COMMANDS [RESULT ALTERNATIVE]: runs the commands, and shows them, their output and a picture.
section() {
    printf '\n## %s\n\n%s\n\n<!-- usage -->\n```sh\n%s\n```\n' "$1" "$2" "$3" >>"$page"
    eval "$3" >output.txt 2>messages.txt || { cat messages.txt >&2; exit 1; }
    if [ -s output.txt ]; then printf '\n<!-- untested: the photographs are not in the repository -->\n```text\n' >>"$page"; head -n 4 output.txt >>"$page"; printf '```\n' >>"$page"; fi
    [ -n "${4:-}" ] || return 0
    case $4 in
    *.svg) shown=$4; cp "$4" "$pictures/" ;;
    *) shown=${4%.*}.jpg; stockham filter "$4" -o "$pictures/$shown" --all-pass --clip --format jpeg --quality 45 ;;
    esac
    printf '\n![%s](pictures/gallery/%s)\n' "$5" "$shown" >>"$page"
}

section 'A spectrum with axes' \
    'Magnitudes from the largest one down to 100 dB below it, without the mean. The straight lines come from the tripod.' \
    'stockham spectrum camera.png -o spectrum.png --axes --floor 100 --detrend constant' \
    spectrum.png 'The spectrum of the photograph of a cameraman, with frequency axes'
section 'A low-pass' \
    'The photograph, its spectrum with the outline of the filter, and the result.' \
    'stockham filter astronaut.png -o soft.png --low-pass 0.05 --view low_pass.png' \
    low_pass.png 'A portrait, its spectrum with a small red circle, and the blurred portrait'
section 'Structures of some sizes' \
    'Uneven light, larger than 40 pixels, and noise, smaller than 3 pixels, are removed, as by the band-pass of ImageJ.' \
    'stockham filter moon.png -o even.png --large 40 --small 3 --clip --view sizes.png' \
    sizes.png 'The surface of the Moon, its spectrum with two red outlines, and the picture in even light'
section 'Horizontal stripes' \
    'Structures that vary only vertically, the frequencies near the vertical axis, are removed.' \
    'stockham filter rocket.jpg -o plain.png --stripes horizontal --clip --view stripes.png' \
    stripes.png 'A launch of a rocket, its spectrum with the outline of a narrow vertical band, and the result'
# Waves of 0.21 and 0.13 cycles per pixel across and down, as of a printed screen.
stockham filter camera.png -o camera.pgm --all-pass
{
    printf 'P2 512 512 255\n'
    tail -c 262144 camera.pgm | od -An -v -t u1 -w512 |
        awk '{ for (x = 1; x <= NF; ++x) printf "%d ", 0.8 * $x + 25 + 20 * sin(6.28318531 * (0.21 * x + 0.13 * NR)); print "" }'
} >screened.pgm
section 'A regular pattern' \
    'Waves of 20 grey levels were added to the photograph. They are found as a peak of the spectrum and removed.' \
    'stockham spectrum screened.pgm --peaks 3
stockham filter screened.pgm -o smooth.png --remove-periodic --clip --view periodic.png' \
    periodic.png 'The photograph of a cameraman under a fine pattern, its spectrum with two red rings, and the photograph without the pattern'
section 'A derivative' \
    'The magnitude of the derivatives to the right and downward (Sobel). --normalise maps its range to black to white.' \
    'stockham convolve camera.png sobel -o edges.png --normalise --view sobel.png' \
    sobel.png 'The photograph of a cameraman, its spectrum, and its edges'
section 'Power spectral density' \
    'The mean power over rings of frequencies, with a band of its standard errors.' \
    'stockham psd moon.png --plot psd.svg --map power.npy' \
    psd.svg 'A falling curve with a narrow band'
stockham convolve camera.png --kernel "1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0" --boundary wrap -o moved.png
section 'The shift between two pictures' \
    'The photograph was moved by 12 pixels; the shift is found and undone.' \
    'stockham register camera.png moved.png -o aligned.png --clip --view shift.png' \
    shift.png 'The photograph of a cameraman, the moved one, and the one moved back'
