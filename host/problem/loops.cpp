// Loops: merging, counting, and the test for overlaps.
#include "problem/loops.hpp"

#include <algorithm>

#include "base/host_size.hpp"
#include "problem/layout.hpp"

namespace stockham::internal {

namespace {

/// The axes and loops of a transform on one side.
std::vector<iodim> dimensions_of(const transform& t, side s) {
    const auto l = complete(t, s);
    const auto lengths = lengths_of(t, s);
    auto all = loops_of(t);
    for (std::size_t k = 0; k < lengths.size(); ++k) all.push_back({lengths[k], l.strides[k], l.strides[k]});
    return all;
}

/// Removes strides and distances that equal the packed defaults.
void leave_out_defaults(transform& t, side s) {
    auto& l = s == side::input ? t.input : t.output;
    auto packed = l;
    packed.strides.clear();
    packed.distance = 0;
    auto plain = t;
    (s == side::input ? plain.input : plain.output) = packed;
    if (complete(plain, s).strides == l.strides) l.strides.clear();
    (s == side::input ? plain.input : plain.output).strides = l.strides;
    if (t.batch == 1 || complete(plain, s).distance == l.distance) l.distance = 0;
}

bool merge_one_pair(std::vector<iodim>& loops) {
    for (auto& fast : loops)
        for (auto slow = loops.begin(); slow != loops.end(); ++slow)
            if (&*slow != &fast && slow->is == fast.n * fast.is && slow->os == fast.n * fast.os) {
                fast.n *= slow->n;
                loops.erase(slow);
                return true;
            }
    return false;
}

}  // namespace

std::vector<iodim> loops_of(const transform& t) {
    if (t.loops.empty()) return {{t.batch, complete(t, side::input).distance, complete(t, side::output).distance}};
    std::vector<iodim> all;
    for (const auto& l : t.loops) all.push_back({l.n, l.input_stride, l.output_stride});
    return all;
}

std::vector<iodim> merged(std::vector<iodim> loops) {
    loops.erase(std::remove_if(loops.begin(), loops.end(), [](const iodim& d) { return d.n == 1; }), loops.end());
    while (merge_one_pair(loops)) {
    }
    std::sort(loops.begin(), loops.end(),
              [](const iodim& a, const iodim& b) { return a.os != b.os ? a.os > b.os : a.is > b.is; });
    return loops;
}

std::uint64_t transforms_of(const std::vector<iodim>& loops) {
    std::uint64_t product = 1;
    for (const auto& d : loops) product *= d.n;
    return product;
}

std::uint64_t reach_of(const std::vector<iodim>& loops, std::uint64_t iodim::*stride) {
    std::uint64_t last = 0;
    for (const auto& d : loops) last += (d.n - 1) * (d.*stride);
    return last;
}

bool are_distinct(std::vector<iodim> all, std::uint64_t iodim::*stride) {
    all.erase(std::remove_if(all.begin(), all.end(), [](const iodim& d) { return d.n == 1; }), all.end());
    std::sort(all.begin(), all.end(), [&](const iodim& a, const iodim& b) { return a.*stride < b.*stride; });
    std::uint64_t reach = 0;
    for (const auto& d : all) {
        if (d.*stride <= reach) return false;
        reach += (d.n - 1) * (d.*stride);
    }
    return true;
}

transform in_simplest_form(transform t) {
    const bool has_axes = !t.lengths.empty() && (t.input.strides.empty() || t.input.strides.size() == t.lengths.size());
    if (!has_axes) return t;
    if (!t.loops.empty()) {
        const auto loops = merged(loops_of(t));
        const auto size = [](std::uint64_t n) { return host_size(n, "elements"); };
        const auto is_batch = [&] {
            return loops.size() == 1 && are_distinct(dimensions_of(t, side::input), &iodim::is);
        };
        const bool batch = loops.empty() || is_batch();
        t.loops.clear();
        if (!batch) {
            for (const auto& d : loops) t.loops.push_back({size(d.n), size(d.is), size(d.os)});
        } else if (!loops.empty()) {
            t.batch = size(loops[0].n);
            t.input.distance = size(loops[0].is);
            t.output.distance = size(loops[0].os);
        }
    }
    leave_out_defaults(t, side::input);
    leave_out_defaults(t, side::output);
    return t;
}

}  // namespace stockham::internal
