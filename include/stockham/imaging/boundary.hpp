// The values beyond the edges of an array.
#pragma once

namespace stockham {
inline namespace v0_2 {
namespace imaging {

/// The modes of scipy.ndimage, for a line a b c d.
enum class boundary {
    constant,  ///< 0 0 0 0 | a b c d | 0 0 0 0
    nearest,   ///< a a a a | a b c d | d d d d
    reflect,   ///< d c b a | a b c d | d c b a
    mirror,    ///< d c b | a b c d | c b a: the edge itself is not repeated
    wrap       ///< a b c d | a b c d | a b c d
};

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
