// Leaves out of a pass problem what its time per byte does not depend on, and hashes the rest.
#include "decompose/pass_hash.hpp"

#include <algorithm>

#include "decompose/pass_key.hpp"

namespace stockham::internal {

namespace {

using stride_member = std::uint64_t iodim::*;

/// The largest stride of the other dimensions on one side, and where a further dimension would continue them.
struct side_extent {
    std::uint64_t largest = 0, next = 1;
    void add(const iodim& d, stride_member along) {
        largest = std::max(largest, d.*along);
        next = std::max(next, d.n * (d.*along));
    }
};

side_extent extent_without(const pass_problem& p, const line_dim* left_out, stride_member along) {
    side_extent all;
    for (const auto& t : p.transforms) all.add(t.points, along);
    for (const auto& l : p.lines)
        if (&l != left_out) all.add(l.lines, along);
    return all;
}

/// True if nothing but the addresses depends on the line.
bool only_repeats(const line_dim& l) {
    const auto none = [](const phases& all) { return std::all_of(all.begin(), all.end(), [](auto x) { return !x; }); };
    return none(l.phase) && none(l.in_phase) && !l.grows.in_index && !l.grows.out_index && !l.grows.spectrum;
}

/// The dimension of the batch, or of rows that continue in it: the slowest on both sides. Null if there is none.
line_dim* batch_of(pass_problem& p) {
    for (auto& l : p.lines)
        if (only_repeats(l) && l.lines.is > extent_without(p, &l, &iodim::is).largest &&
            l.lines.os > extent_without(p, &l, &iodim::os).largest)
            return &l;
    return nullptr;
}

/// Makes all batches equal, also a batch of one. Of a mapped side, which holds a part of the points, the distance
/// between transforms is left out.
void forget_batch(pass_problem& p) {
    auto* batch = batch_of(p);
    line_dim any{{0, extent_without(p, batch, &iodim::is).next, extent_without(p, batch, &iodim::os).next}};
    if (batch) {
        any = *batch;
        p.lines.erase(p.lines.begin() + (batch - p.lines.data()));
    }
    any.lines.n = 0;
    if (p.in.mapped || p.in.packed) any.lines.is = 0;
    if (p.out.mapped || p.out.packed) any.lines.os = 0;
    p.lines.push_back(any);
}

void forget_direction(pass_problem& p) {
    const auto is_complex = [](const pass_side& s) { return s.form.numbers == numbers::interleaved && !s.mapped; };
    if (is_complex(p.in) && is_complex(p.out)) p.in.swapped = p.out.swapped = false;
}

void forget_buffers(pass_problem& p) {
    const bool in_place = p.in.where == p.out.where;
    p.in.where = buffer::input;
    p.out.where = in_place ? buffer::input : buffer::output;
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

}  // namespace

std::uint64_t pass_hash(const pass_problem& given) {
    auto p = given;
    p.scale = 1;
    p.in_elements = p.out_elements = p.plan_bytes = 0;
    p.powers_of_two = false;
    forget_buffers(p);
    forget_direction(p);
    forget_batch(p);
    std::uint64_t hash = 0;
    for (const auto number : key_of(p)) hash = mixed(hash + 0x9e3779b97f4a7c15U + number);
    // Eight digits in base 36 are left: two of 20,000 passes are equal once in 10,000 files.
    constexpr unsigned unused = 23;
    return hash >> unused;
}

}  // namespace stockham::internal
