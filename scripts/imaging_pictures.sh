#!/bin/sh
# Writes the pictures of docs/imaging.md to docs/pictures/imaging/, as JPEG.
# usage: scripts/imaging_pictures.sh PHOTOGRAPHS [STOCKHAM]
# PHOTOGRAPHS is a folder with camera.png and moon.png of scikit-image's data.
set -eu
photographs=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
command=${2:-$root/build/stockham}
case $command in /*) ;; *) command=$PWD/$command ;; esac
pictures=$root/docs/pictures/imaging
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$pictures"
cp "$photographs/camera.png" "$photographs/moon.png" "$work"
cd "$work"
stockham() { "$command" "$@"; }

# keep PICTURE: copies it into the repository.
keep() {
    stockham filter "$1" -o "$pictures/${1%.*}.jpg" --all-pass --clip --format jpeg --quality 70
}

stockham convolve camera.png gaussian:2.5 -o blurred.png --boundary reflect
stockham deconvolve blurred.png gaussian:2.5 -o sharp.png --accelerate --clip --view deconvolution.png
keep deconvolution.png

# The same with edges that are taken to be periodic, which ring.
stockham deconvolve blurred.png gaussian:2.5 -o wrapped.png --accelerate --clip --boundary wrap --view ringing.png
keep ringing.png

# The template: a small crater of 20 x 18 pixels, cut out of the moon.
stockham filter moon.png -o moon.pgm --all-pass
tail -c $((512 * 512)) moon.pgm >moon.raw
{
    printf 'P5 20 18 255\n'
    for row in $(seq 25 42); do tail -c +$((row * 512 + 41)) moon.raw | head -c 20; done
} >crater.pgm
stockham match moon.png crater.pgm --threshold 0.7 --view matches.png
keep matches.png
