// The values beyond the edges of a plane.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "image/plane.hpp"

namespace stockham::tools {

/// The modes of scipy.ndimage, for a line a b c d:
///   constant  0 0 0 0 | a b c d | 0 0 0 0
///   nearest   a a a a | a b c d | d d d d
///   reflect   d c b a | a b c d | d c b a
///   mirror    c d c b | a b c d | c b a b
///   wrap      a b c d | a b c d | a b c d
enum class boundary { constant, nearest, reflect, mirror, wrap };

/// The words of --boundary; `zero` is another name of constant.
const std::vector<std::pair<std::string, boundary>>& boundary_words();

/// The place on a line of n points that has the value for `place`, which may be beyond either end. Nothing: the value
/// is 0.
std::optional<std::size_t> source_of(boundary beyond, long long place, std::size_t n);

/// A line of n points at the start of a longer, periodic one. The first half of the rest continues the line beyond its
/// end, the second half leads to its start in the next period.
struct framed_axis {
    std::size_t n;
    std::size_t length;
    boundary beyond;

    /// The point that place 0 to length - 1 of the longer line repeats; nothing for a 0.
    std::optional<std::size_t> source(std::size_t place) const;
};

/// The periodic line that continues n points by the mode: exactly for wrap (n points), reflect (2 n) and mirror
/// (2 n - 2). The others have no period; their 2 n points continue the line by n / 2 at either end.
framed_axis periodic_axis(boundary beyond, std::size_t n);

/// Writes planes within their frames. read(plane, y, line) writes a line of a plane, place(plane, y) is the start of a
/// line within the frames, whose points are 0 before.
template <class T, class Read, class Place>
void frame_planes(std::size_t count, const framed_axis& down, const framed_axis& across, Read read, Place place) {
    std::vector<std::optional<std::size_t>> sources(across.length);
    for (std::size_t x = 0; x < across.length; ++x) sources[x] = across.source(x);
    std::vector<T> line(across.n);
    for (std::size_t plane = 0; plane < count; ++plane)
        for (std::size_t y = 0; y < down.length; ++y) {
            const auto source = down.source(y);
            if (!source) continue;
            T* to = place(plane, y);
            if (across.length == across.n) {
                read(plane, *source, to);
                continue;
            }
            read(plane, *source, line.data());
            for (std::size_t x = 0; x < across.length; ++x)
                if (sources[x]) to[x] = line[*sources[x]];
        }
}

/// The planes within their frames, and the planes cut out of the frames again.
template <class T>
planes_of<T> framed(const planes_of<T>& p, const framed_axis& down, const framed_axis& across);
template <class T>
planes_of<T> unframed(const planes_of<T>& p, const framed_axis& down, const framed_axis& across);

}  // namespace stockham::tools
