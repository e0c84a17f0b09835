// Where the elements of one array lie in another one: axes are cut, extended by zeros, or rotated.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace stockham::tools {

/// A part of an axis: points begin to end - 1 are those from `from` on in the other array, or zeros.
struct axis_piece {
    std::uint64_t begin, end;
    std::uint64_t from;
};
constexpr std::uint64_t zeros = std::numeric_limits<std::uint64_t>::max();

/// An axis of n points that begins with the first points of one with m points; the rest is zeros. With `rotated`, the
/// axis of m points is first rotated so that its point m / 2 (rounded down) comes first, as numpy.fft.ifftshift does.
std::vector<axis_piece> pieces_of_axis(std::uint64_t n, std::uint64_t m, bool rotated);

/// A packed array whose axes are made of pieces of another packed array. Offsets count elements.
class array_map {
  public:
    /// One axis each: `n` points here, `m` in the other array.
    struct axis {
        std::uint64_t n, m;
        bool rotated = false;
    };
    explicit array_map(const std::vector<axis>& axes);

    /// True if each element has the same place in both arrays.
    bool is_identity() const { return axes_.size() == 1 && axes_[0].pieces.size() == 1 && axes_[0].n == axes_[0].m; }

    /// Calls use(done, count, from) for consecutive runs of elements first to first + count - 1: `done` elements have
    /// come before, and this run of `count` elements starts at `from` in the other array, or is `zeros`.
    template <class Use>
    void runs(std::uint64_t first, std::uint64_t count, Use use) const {
        for (std::uint64_t done = 0; done < count;) {
            const run here = run_at(first + done);
            const std::uint64_t n = std::min(here.count, count - done);
            use(done, n, here.from);
            done += n;
        }
    }

  private:
    struct run {
        std::uint64_t count, from;
    };
    run run_at(std::uint64_t place) const;

    struct mapped_axis {
        std::uint64_t n, m;  // points here and in the other array
        std::vector<axis_piece> pieces;
    };
    std::vector<mapped_axis> axes_;  // slowest first; neighbours without a change are merged
};

}  // namespace stockham::tools
