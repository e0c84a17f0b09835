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

bool take_outer_loops(const draft& d, pass_step& s, std::vector<bool>& taken) {
    constexpr std::uint64_t most_launches = 256;
    const auto& lines = d.problem.lines;
    std::size_t loops = 0;
    std::vector<std::size_t> candidates;
    for (std::size_t k = 0; k < lines.size(); ++k) {
        loops += lines[k].lines.n > d.blocks[k] || lines[k].lines.n % d.blocks[k] != 0;
        if (d.blocks[k] == 1 && lines[k].lines.n > 1 && only_moves(lines[k])) candidates.push_back(k);
    }
    if (loops <= LOOP_RANK) return true;
    if (loops - LOOP_RANK > candidates.size()) return false;
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](std::size_t a, std::size_t b) { return lines[a].lines.n < lines[b].lines.n; });
    candidates.resize(loops - LOOP_RANK);
    for (auto k : candidates) {
        taken[k] = true;
        s.outer.push_back(lines[k].lines);
        if (s.launches() > most_launches) return false;
    }
    return true;
}

}  // namespace stockham::internal
