// Where the elements of one array lie in another one: axes are cut, extended by zeros, or rotated.
#include "array/array_map.hpp"

namespace stockham::tools {

std::vector<axis_piece> pieces_of_axis(std::uint64_t n, std::uint64_t m, bool rotated) {
    std::vector<axis_piece> pieces;
    const auto add = [&](std::uint64_t begin, std::uint64_t end, std::uint64_t from) {
        if (begin < std::min(end, n)) pieces.push_back({begin, std::min(end, n), from});
    };
    const std::uint64_t half = rotated ? m / 2 : 0;
    add(0, m - half, half);
    add(m - half, m, 0);
    add(m, n, zeros);
    return pieces;
}

array_map::array_map(const std::vector<axis>& axes) {
    for (const axis& each : axes) {
        mapped_axis next{each.n, each.m, pieces_of_axis(each.n, each.m, each.rotated)};
        const bool same = each.n == each.m && next.pieces.size() == 1;
        if (same && !axes_.empty()) {
            // A row of unchanged points multiplies all places of the axis before it.
            mapped_axis& before = axes_.back();
            before.n *= each.n;
            before.m *= each.m;
            for (axis_piece& piece : before.pieces) {
                piece.begin *= each.n;
                piece.end *= each.n;
                if (piece.from != zeros) piece.from *= each.n;
            }
        } else {
            axes_.push_back(std::move(next));
        }
    }
}

array_map::run array_map::run_at(std::uint64_t place) const {
    run here{0, 0};
    std::uint64_t step = 1;  // elements of the other array from one point of the axis to the next
    std::uint64_t rest = place;
    bool is_zero = false;
    for (std::size_t k = axes_.size(); k-- > 0; step *= axes_[k].m, rest /= axes_[k].n) {
        const std::uint64_t at = rest % axes_[k].n;
        const auto piece = std::find_if(axes_[k].pieces.begin(), axes_[k].pieces.end(),
                                        [&](const axis_piece& p) { return at < p.end; });
        if (k + 1 == axes_.size()) here.count = piece->end - at;
        if (piece->from == zeros)
            is_zero = true;
        else
            here.from += (piece->from + at - piece->begin) * step;
    }
    if (is_zero) here.from = zeros;
    return here;
}

}  // namespace stockham::tools
