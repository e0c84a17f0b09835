// Search over the rules' sequences, and the plans that are demanded by name.
#include "planner/planner.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include <stockham/error.hpp>

#include "planner/cost.hpp"
#include "planner/rules.hpp"
#include "planner/shape.hpp"

namespace stockham {

namespace {

/// Memory is not free: a plan with a workspace must save this share of a pass.
constexpr double workspace_price = 0.03;

struct candidate {
    step_plan plan;
    double cost = std::numeric_limits<double>::infinity();
};

std::size_t workspace_bytes(const problem& p) {
    return p.points() * element_size(p.precision);
}

/// Shapes of passes, remembered: the sequences of a problem have many passes in common.
class shaper {
  public:
    shaper(const device_description& device, const shape_options& options) : device_(device), options_(options) {}

    const std::optional<shaped_pass>& operator()(const pass_problem& p) {
        auto& known = known_[key_of(p)];
        if (!known) known = shape(p, device_, options_);
        return *known;
    }

    /// Shapes every pass of a sequence; infinite cost if one has no shape, or if all cost more than `bound`.
    candidate all(const std::vector<pass_problem>& passes, double bound) {
        candidate c;
        c.cost = 0;
        for (const auto& pass : passes) {
            const auto& shaped = (*this)(pass);
            if (!shaped || c.cost + shaped->cost >= bound) return {};
            c.cost += shaped->cost;
            c.plan.steps.emplace_back(shaped->step);
        }
        return c;
    }

  private:
    using key = std::vector<std::uint64_t>;
    /// Precision and direction are the same for all passes of a problem.
    static key key_of(const pass_problem& p) {
        key k{static_cast<std::uint64_t>(p.src),
              static_cast<std::uint64_t>(p.dst),
              p.in_offset,
              p.out_offset,
              p.scale != 1,
              p.transforms.size()};
        for (const auto& t : p.transforms) k.insert(k.end(), {t.points.n, t.points.is, t.points.os, t.order});
        for (const auto& l : p.lines) {
            k.insert(k.end(), {l.lines.n, l.lines.is, l.lines.os});
            k.insert(k.end(), l.phase.begin(), l.phase.end());
        }
        return k;
    }

    const device_description& device_;
    shape_options options_;
    std::map<key, std::optional<std::optional<shaped_pass>>> known_;
};

/// Calls `use` for each choice of one split an axis.
template <class Use>
void each_choice(const std::vector<std::vector<axis_split>>& options, std::vector<axis_split>& chosen, const Use& use) {
    if (chosen.size() == options.size()) return use(chosen);
    for (const auto& option : options[chosen.size()]) {
        chosen.push_back(option);
        each_choice(options, chosen, use);
        chosen.pop_back();
    }
}

/// The splits worth a try: every balanced one of each axis; on GPUs any uneven one of one axis, where the others stay
/// whole or (in two dimensions) are split evenly.
template <class Use>
void each_split(const problem& p, const device_description& device, const Use& use) {
    const auto capacity = tile_capacity(device, p.precision);
    std::vector<std::vector<axis_split>> balanced;
    std::vector<axis_split> chosen;
    for (const auto& axis : p.axes) balanced.push_back(splits(axis.n, capacity));
    each_choice(balanced, chosen, use);
    if (device.vector_bytes) return;
    for (std::size_t a = 0; a < p.axes.size(); ++a)
        for (const auto& uneven : uneven_splits(p.axes[a].n, capacity)) {
            auto options = balanced;
            for (std::size_t other = 0; other < p.axes.size(); ++other)
                if (p.axes.size() > 2) options[other] = {{{p.axes[other].n}, false}};
            options[a] = {uneven};
            each_choice(options, chosen, use);
        }
}

candidate search(const problem& p, const device_description& device, const shape_options& options,
                 const memory_places& places) {
    const auto capacity = tile_capacity(device, p.precision);
    const double least = pass_floor(2 * workspace_bytes(p));
    shaper shapes(device, options);
    candidate best;
    each_split(p, device, [&](const std::vector<axis_split>& split) {
        for (const auto& sequence : sequences(split, capacity)) {
            if (static_cast<double>(sequence.passes.size()) * least >= best.cost) continue;
            bool uses_workspace = false;
            auto c = shapes.all(passes_of(p, sequence, places, uses_workspace), best.cost);
            if (uses_workspace) c.cost += workspace_price * least;
            if (c.cost >= best.cost) continue;
            c.plan.workspace_bytes = uses_workspace ? workspace_bytes(p) : 0;
            best = std::move(c);
        }
    });
    return best;
}

element complex_element(precision p) {
    return p == precision::f32 ? element::complex_f32 : element::complex_f64;
}

/// The transpose of a 2-D batch from one place to another: axis 0 is the rows, in either place at its stride there.
tile_transpose transpose_step(const problem& p, const memory_place& from, const memory_place& into) {
    tile_transpose t;
    t.element = complex_element(p.precision);
    t.rows = {p.axes[0].n, from.axis_stride[0], into.axis_stride[0]};
    t.columns = {p.axes[1].n, from.axis_stride[1], into.axis_stride[1]};
    if (p.batch.n > 1) t.loops.push_back({p.batch.n, from.distance, into.distance});
    t.in_offset = from.offset;
    t.out_offset = into.offset;
    t.src = from.where;
    t.dst = into.where;
    return t;
}

/// The cheapest FFT of one axis between two places of a 2-D problem; sets `spare` if it goes through places.workspace.
candidate search_rows(const problem& p, std::size_t axis, const device_description& device,
                      const shape_options& options, const memory_places& places, bool& spare) {
    candidate best;
    shaper shapes(device, options);
    for (const auto& split : splits(p.axes[axis].n, tile_capacity(device, p.precision))) {
        pass_sequence rows;
        for (const auto& a : p.axes) rows.splits.push_back({{a.n}, false});
        rows.splits[axis] = split;
        for (std::size_t d = 0; d < split.digits.size(); ++d) rows.passes.push_back({{axis, d}});
        bool uses_workspace = false;
        const auto passes = passes_of(p, rows, places, uses_workspace);
        auto c = shapes.all(passes, best.cost);
        if (c.cost >= best.cost) continue;
        best = std::move(c);
        spare = uses_workspace;
    }
    return best;
}

/// Row FFT, transpose, row FFT, transpose ("2D Complex to Complex FFT for AMD GPUs", AMD 2011), rows of radix 2, 4
/// and 8 with 64-point stages as 8 x 8 through local memory.
candidate row_transpose(const problem& p, const device_description& device) {
    const shape_options radix8{8};
    const auto places = places_of(p);
    memory_place turned = places.workspace;  // the transposed matrix
    turned.axis_stride = {1, p.axes[0].n};
    memory_place beside = turned;
    beside.offset = p.points();
    problem unscaled = p;
    unscaled.scale = 1;
    bool spare_before = false, spare_between = false;
    auto first = search_rows(unscaled, 1, device, radix8, places, spare_before);
    auto second = search_rows(p, 0, device, radix8, {turned, turned, beside}, spare_between);
    candidate c;
    if (std::isinf(first.cost) || std::isinf(second.cost)) return c;
    const auto bytes = workspace_bytes(p);
    c.cost = first.cost + second.cost + 2 * transpose_cost(2 * bytes, device);
    c.plan.steps = std::move(first.plan.steps);
    c.plan.steps.emplace_back(transpose_step(p, places.output, turned));
    for (auto& step : second.plan.steps) c.plan.steps.push_back(std::move(step));
    c.plan.steps.emplace_back(transpose_step(p, turned, places.output));
    c.plan.workspace_bytes = (spare_between ? 2 : 1) * bytes;
    return c;
}

/// Whether two passes may share a launch: on devices that go on running every work-group that has begun (NVIDIA's do).
bool may_share_a_launch(const step_plan& plan) {
    if (plan.steps.size() != 2) return false;
    const auto* a = std::get_if<pass_step>(&plan.steps[0]);
    const auto* b = std::get_if<pass_step>(&plan.steps[1]);
    return a && b && a->lanes == 1 && b->lanes == 1 && !a->wide() && !b->wide() && a->scale == 1 &&
           a->work_items == b->work_items;
}

/// Lets two passes share a launch if the transform is so small that a launch takes about as long as it; with other
/// shapes if these have different work-items and the launch saved is worth it.
void share_a_launch(candidate& best, const problem& p, const device_description& device) {
    constexpr std::size_t most_bytes = 4 << 20;
    if (device.vendor.find("NVIDIA") == std::string::npos || workspace_bytes(p) > most_bytes) return;
    if (best.plan.steps.size() != 2) return;
    if (!may_share_a_launch(best.plan)) {
        shape_options options;
        for (const auto& step : best.plan.steps) {
            const auto* pass = std::get_if<pass_step>(&step);
            if (!pass) return;
            options.work_items = std::min(options.work_items ? options.work_items : ~0U, pass->work_items);
        }
        auto shared = search(p, device, options, places_of(p));
        if (!may_share_a_launch(shared.plan) || shared.cost - shared_launch_gain() >= best.cost) return;
        best = std::move(shared);
    }
    best.plan.one_launch = true;
    best.cost -= shared_launch_gain();
}

}  // namespace

step_plan make_plan(const problem& p, const device_description& device) {
    if (p.precision == precision::f64 && device.fp64 == double_support::none)
        throw unsupported_error("double precision", "the device '" + device.name + "' has no double precision");
    candidate best;
    if (p.algorithm == algorithm::automatic) {
        best = search(p, device, {}, places_of(p));
        share_a_launch(best, p, device);
    }
    if (p.axes.size() == 2) {  // demanded by name, or where it is the cheapest
        auto transposed = row_transpose(p, device);
        if (transposed.cost < best.cost) best = std::move(transposed);
    }
    if (std::isinf(best.cost))
        throw unsupported_error("local memory", "no tile of the device '" + device.name + "' (" +
                                                    std::to_string(device.local_memory) + " bytes of local memory, " +
                                                    std::to_string(device.max_work_group) +
                                                    " work-items) holds any split of this transform");
    return std::move(best.plan);
}

}  // namespace stockham
