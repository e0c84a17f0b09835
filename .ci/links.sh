#!/usr/bin/env bash
# links.sh FOLDER: links each layer of the library in FOLDER (a build by Ninja) with the layers that host/README.md lets it
# include, and nothing else. So it finds calls of functions that a layer declares but a layer above defines. It compiles
# nothing.
set -euo pipefail
set -f # names of the table have stars
build=$(cd "${1:?links.sh FOLDER}" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The layers of the table, in its order, and those that the folders of each may include.
layers=()
declare -A lists objects
while IFS='|' read -r _ row _ list _; do
    layer=${row//[\` ]/}
    layer=${layer%%/*}
    [[ " ${layers[*]-} " == *" $layer "* ]] || layers+=("$layer")
    for each in ${list//,/ }; do lists[$layer]+=" ${each%%/*}"; done
done < <(grep -E '^\| `' host/README.md)

# add_below LAYER: adds the layer and those below it to `linked_layers`.
add_below() {
    [[ $linked_layers == *" $1 "* ]] && return
    linked_layers+="$1 "
    local each
    for each in ${lists[$1]-}; do add_below "$each"; done
}

# layer_of SOURCE: sets `layer`. The tables of embedded files are data that launch/embedded.hpp declares.
layer_of() {
    case $1 in
    *stockham_*_kernels.cpp) layer=launch ;;
    host/*) layer=${1#host/} layer=${layer%%/*} ;;
    transpose/*) layer=transpose ;;
    *) echo "links.sh: $1 is in no layer" >&2 && exit 1 ;;
    esac
}

# The library's object files, from the command that links it. A unity file includes the sources of one layer.
command=$(ninja -C "$build" -t commands libstockham.so | grep -e ' -shared ' | tail -n 1)
rest=()
for object in $command; do
    case $object in
    *_cxx.cxx.o)
        layers_in=
        while IFS= read -r source; do
            layer_of "${source#"$PWD"/}"
            [[ $layers_in == "$layer" ]] && continue
            [[ -z $layers_in ]] || { echo "links.sh: $object mixes the layers $layers_in and $layer" >&2 && exit 1; }
            layers_in=$layer
        done < <(sed -n 's/^#include "\(.*\)"$/\1/p' "$build/${object%.o}")
        objects[$layer]+=" $build/$object"
        ;;
    *.cpp.o)
        source=${object%.o}
        layer_of "${source%%/CMakeFiles/*}/${source#*.dir/}"
        objects[$layer]+=" $build/$object"
        ;;
    */libstockham_base.a) rest+=("$build/$object") ;; # files and messages, part of the layer `base`
    *.so) rest+=("$object") ;;
    esac
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# links LAYER: links it with the layers below it.
links() {
    local each inputs=
    linked_layers=" "
    add_below "$1"
    for each in $linked_layers; do inputs+=" ${objects[$each]-}"; done
    # shellcheck disable=SC2086 # a list of files
    c++ -shared -fPIC -Wl,--no-undefined -o "$folder/layer.so" $inputs "${rest[@]}" 2>"$folder/said"
}

failed=0
for layer in "${layers[@]}"; do
    [[ -n ${objects[$layer]-} ]] || continue # host/interpreter is not part of the library
    if ! links "$layer"; then
        echo "links.sh: the layer $layer does not link with those below it:" >&2
        grep -oE "undefined reference to .*" "$folder/said" | sort | uniq -c >&2 || cat "$folder/said" >&2
        failed=1
    fi
done
[[ $failed != 0 ]] || echo "links.sh: each layer links with those below it"
exit $failed
