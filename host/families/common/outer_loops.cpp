// The shortest loops become launches if a launch cannot number all loops.
#include "families/common/outer_loops.hpp"

namespace stockham::internal {

namespace {

/// True if a step along the line only changes offsets, not phases or indices.
bool only_moves(const line_dim& l) {
    const auto none = [](const auto& phases) {
        return std::all_of(phases.begin(), phases.end(), [](std::uint32_t phase) { return phase == 0; });
    };
    return none(l.phase) && none(l.in_phase) && !l.grows.in_index && !l.grows.out_index && !l.grows.spectrum;
}

}  // namespace

std::optional<numbered_loops> number_loops(const draft& d) {
    constexpr std::uint64_t most_launches = 256;
    const auto& lines = d.problem.lines;
    numbered_loops found;
    for (std::size_t k = 0; k < lines.size(); ++k)
        if (lines[k].lines.n != d.blocks[k]) found.loops.push_back(k);
    if (found.loops.size() <= LOOP_RANK) return found;
    for (auto k : found.loops)
        if (d.blocks[k] == 1 && only_moves(lines[k])) found.outer.push_back(k);
    const auto excess = found.loops.size() - LOOP_RANK;
    if (excess > found.outer.size()) return {};
    std::stable_sort(found.outer.begin(), found.outer.end(),
                     [&](std::size_t a, std::size_t b) { return lines[a].lines.n < lines[b].lines.n; });
    found.outer.resize(excess);
    std::uint64_t launches = 1;
    for (auto k : found.outer) {
        launches *= lines[k].lines.n;
        if (launches > most_launches) return {};
        found.loops.erase(std::find(found.loops.begin(), found.loops.end(), k));
    }
    return found;
}

}  // namespace stockham::internal
