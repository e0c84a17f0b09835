// The values beyond the edges of a plane.
#include "image/edges.hpp"

#include <algorithm>

namespace stockham::tools {

const std::vector<std::pair<std::string, boundary>>& boundary_words() {
    static const std::vector<std::pair<std::string, boundary>> words = {
        {"reflect", boundary::reflect}, {"nearest", boundary::nearest},   {"mirror", boundary::mirror},
        {"wrap", boundary::wrap},       {"constant", boundary::constant}, {"zero", boundary::constant}};
    return words;
}

std::optional<std::size_t> source_of(boundary beyond, long long place, std::size_t n) {
    const auto length = static_cast<long long>(n);
    const auto within = [](long long at, long long period) { return ((at % period) + period) % period; };
    switch (beyond) {
    case boundary::constant:
        if (place < 0 || place >= length) return std::nullopt;
        break;
    case boundary::nearest:
        place = std::clamp<long long>(place, 0, length - 1);
        break;
    case boundary::wrap:
        place = within(place, length);
        break;
    case boundary::reflect:
        place = within(place, 2 * length);
        if (place >= length) place = 2 * length - 1 - place;
        break;
    case boundary::mirror:
        place = n == 1 ? 0 : within(place, 2 * length - 2);
        if (place >= length) place = 2 * length - 2 - place;
        break;
    }
    return static_cast<std::size_t>(place);
}

std::optional<std::size_t> framed_axis::source(std::size_t place) const {
    const std::size_t behind_end = (length - n + 1) / 2;
    const auto at = static_cast<long long>(place);
    return source_of(beyond, place < n + behind_end ? at : at - static_cast<long long>(length), n);
}

framed_axis periodic_axis(boundary beyond, std::size_t n) {
    switch (beyond) {
    case boundary::wrap:
        return {n, n, beyond};
    case boundary::mirror:
        return {n, std::max<std::size_t>(1, 2 * n - 2), beyond};
    default:
        return {n, 2 * n, beyond};
    }
}

template <class T>
planes_of<T> framed(const planes_of<T>& p, const framed_axis& down, const framed_axis& across) {
    planes_of<T> out(across.length, down.length, p.count);
    frame_planes<T>(
        p.count, down, across,
        [&](std::size_t plane, std::size_t y, T* line) {
            std::copy_n(&p.values[(plane * p.height + y) * p.width], p.width, line);
        },
        [&](std::size_t plane, std::size_t y) { return &out.values[(plane * out.height + y) * out.width]; });
    return out;
}

template <class T>
planes_of<T> unframed(const planes_of<T>& p, const framed_axis& down, const framed_axis& across) {
    planes_of<T> out(across.n, down.n, p.count);
    for (std::size_t c = 0; c < p.count; ++c)
        for (std::size_t y = 0; y < out.height; ++y)
            std::copy_n(&p.values[(c * p.height + y) * p.width], out.width,
                        &out.values[(c * out.height + y) * out.width]);
    return out;
}

template planes_of<float> framed(const planes_of<float>&, const framed_axis&, const framed_axis&);
template planes_of<double> framed(const planes_of<double>&, const framed_axis&, const framed_axis&);
template planes_of<float> unframed(const planes_of<float>&, const framed_axis&, const framed_axis&);
template planes_of<double> unframed(const planes_of<double>&, const framed_axis&, const framed_axis&);

}  // namespace stockham::tools
