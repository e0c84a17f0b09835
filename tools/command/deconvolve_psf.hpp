// The point-spread function of `stockham deconvolve`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "command/picture_options.hpp"
#include "fault.hpp"
#include "image/picture_file.hpp"
#include "image/plane.hpp"

namespace stockham::tools {

// Numbers of one channel or of the point-spread function: a plane, or with --volume its slices.
template <class T>
struct stack {
    std::vector<std::size_t> shape;
    std::vector<T> values;
};

template <class T>
stack<T> as_stack(const planes_of<double>& from) {
    return {{from.height, from.width}, {from.values.begin(), from.values.end()}};
}

// The point-spread function of this name or text, or in this file; with `volume` as slices.
template <class T>
stack<T> read_psf(const std::string& word, bool volume, std::size_t max_pixels) {
    if (const auto named = named_kernel(word)) {
        if (named->count > 1)
            throw usage_error(fmt::format("PSF: {} is the magnitude of a gradient, not a blur", word));
        stack<T> made = as_stack<T>(*named);
        if (volume) made.shape.insert(made.shape.begin(), 1);
        return made;
    }
    read_options reading;
    reading.max_pixels = max_pixels;
    picture_source source(word, reading);
    if (!volume && source.pages() > 1)
        throw job_error(
            fmt::format("{}: has {} pages; a point-spread function of slices needs --volume", word, source.pages()));
    stack<T> all = as_stack<T>(luminance<double>(source.page(0)));
    for (std::size_t k = 1; k < source.pages(); ++k) {
        const auto page = luminance<double>(source.page(k));
        all.values.insert(all.values.end(), page.values.begin(), page.values.end());
    }
    if (volume) all.shape.insert(all.shape.begin(), source.pages());
    return all;
}

// Microscopes measure a point-spread function deeper than many volumes, and the library takes none that is. Leaves an
// odd number of slices, no more than the volume has, around the origin, which is the middle. Returns whether it removed
// any.
template <class T>
bool crop_depth(stack<T>& psf, std::size_t depth) {
    if (psf.shape.front() <= depth) return false;
    const std::size_t kept = depth - (depth % 2 == 0 ? 1 : 0), slice = psf.shape[1] * psf.shape[2];
    const auto first = psf.values.begin() + static_cast<std::ptrdiff_t>((psf.shape.front() / 2 - kept / 2) * slice);
    psf.values = std::vector<T>(first, first + static_cast<std::ptrdiff_t>(kept * slice));
    psf.shape.front() = kept;
    return true;
}

}  // namespace stockham::tools
