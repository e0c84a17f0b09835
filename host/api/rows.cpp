// Plans rows as convolutions of one length, and makes the tables of their lengths.
#include "api/rows.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "base/tables/table.hpp"
#include "decompose/passes.hpp"
#include "families/shape.hpp"
#include "lowering/lowering.hpp"
#include "plan/decisions_check.hpp"
#include "problem/roles.hpp"

namespace stockham::internal {

namespace {

constexpr std::uint64_t shortest_convolution = 64;

/// The row as a convolution of a power of two of points.
problem convolved_row(const transform& t) {
    auto p = make_problem(t);
    auto& role = p.roles[0];
    if (!role.filter) make_bluestein_axis(role, p.precision);
    auto length = shortest_convolution;
    while (length < least_filter_points(role)) length *= 2;
    p.axes[0].n = length;
    set_filter_length(role, length);
    return p;
}

bool is_packed(const layout& l) {
    return l.form == storage::interleaved && l.strides.empty() && l.distance == 0 && l.offset == 0;
}

/// A row of the kind for its kernel: one with a scale, so that the kernel reads those of its rows, and long enough that
/// all of its points are more than those of half a spectrum.
transform typical_row(const transform& t) {
    auto row = t;
    row.lengths[0] = std::max<std::size_t>(3, t.lengths[0]);
    row.scale = 0.5;
    return row;
}

std::uint64_t bits_of(double scale, precision p) {
    std::uint64_t bits = 0;
    if (p == precision::f64) {
        std::memcpy(&bits, &scale, sizeof scale);
    } else {
        const auto single = static_cast<float>(scale);
        std::uint32_t low = 0;
        std::memcpy(&low, &single, sizeof single);
        bits = low;
    }
    return bits;
}

const pass_step& pass_of(const candidate& c) {
    return std::get<pass_step>(c.plan.steps[0]);
}

}  // namespace

std::optional<std::string> row_kind(const transform& t) {
    const bool known = t.kind == kind::c2c || t.kind == kind::r2c || t.kind == kind::c2r;
    if (!known || t.lengths.size() != 1 || t.batch != 1 || !t.loops.empty() || t.precision == precision::f16 ||
        !is_packed(t.input) || !is_packed(t.output) || !t.nonzero.empty() || !t.wanted.empty() || t.full_spectrum ||
        t.algorithm != transform{}.algorithm)
        return {};
    auto common = t;
    common.lengths[0] = static_cast<std::size_t>(convolved_row(t).axes[0].n);
    common.scale = 1;
    return to_string(common);
}

row_kernel::row_kernel(candidate plan, const device_description& device, std::uint64_t points)
    : plan_(std::move(plan)), device_(device), points_(points) {}

std::unique_ptr<row_kernel> row_kernel::made(const transform& t, const device_description& device) {
    const auto p = convolved_row(typical_row(t));
    if (p.axes[0].n > tile_capacity(device, p.precision)) return nullptr;
    shape_options options;
    options.real_lines = line_pairing::any;
    options.splits_axes = false;
    for (auto& c : search(p, device, options, places_of(p)))
        if (c.plan.steps.size() == 1 && std::holds_alternative<pass_step>(c.plan.steps[0]))
            return std::unique_ptr<row_kernel>(new row_kernel(std::move(c), device, p.axes[0].n));
    return nullptr;
}

std::uint64_t row_kernel::place_of(const twiddle_table& table) {
    const auto each = element_size(table.precision);
    const auto [at, is_new] = places_.emplace(table.name(), table_.size() / each);
    if (is_new) {
        const auto bytes = internal::table_bytes(table);
        table_.insert(table_.end(), bytes.begin(), bytes.end());
    }
    return at->second;
}

bool row_kernel::add(const transform& t, std::size_t most_bytes) {
    const auto p = convolved_row(t);
    if (table_.size() + 3 * points_ * element_size(p.precision) > most_bytes) return false;
    candidate c;
    const auto found = passes_of(p, plan_.how.sequence, places_of(p));
    c.start(found.workspace_elements, p, device_);
    if (!add_shaped_passes(found.passes, plan_.how.choices.data(), device_, c).empty()) return false;
    const auto& s = pass_of(c);
    row_numbers row;
    row.length = t.lengths[0];
    row.in_chirp = place_of(twiddle_table::chirp(p.precision, *s.in.mapped->chirped));
    row.out_chirp = place_of(twiddle_table::chirp(p.precision, *s.out.mapped->chirped));
    row.filter = place_of(*s.convolution.factor->filter);
    row.scale = bits_of(t.scale, p.precision);
    rows_.push_back(row);
    return true;
}

void row_kernel::finish(context_state& context, cl_device_id id) {
    context_ = &context;
    id_ = id;
    on_device_ = make_buffer(context.context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, table_.size(), table_.data());
    most_ = most_members(to_launches(pass_of(plan_), device_.fp64), id);
    kernels({1, true, true});
    std::vector<std::byte>().swap(table_);
}

const executable& row_kernel::kernels(const member_access& access) const {
    return compiled_.get(*context_, id_, access,
                         [&](const member_access& a) { return to_launches(plan_.plan, device_, a); });
}

many_of_a_kind row_kernel::many(const std::vector<std::size_t>& rows, std::vector<batch_item> items) const {
    many_of_a_kind kind;
    kind.items = std::move(items);
    kind.most = most_;
    kind.kernels = [this](const member_access& access) -> const executable& { return kernels(access); };
    kind.row_tables = on_device_.get();
    for (const auto r : rows) kind.rows.push_back(rows_[r]);
    return kind;
}

}  // namespace stockham::internal
