// Reduces axis permutations to the essential axes, and chooses the two axes of the tile.
#include "transpose/permutation.hpp"

#include <limits>

#include <stockham/error.hpp>

#include "base/enumerations.hpp"
#include "base/host_size.hpp"
#include "transpose/numbers.hpp"

namespace stockham::internal {

namespace {

constexpr std::size_t most_axes = 8;

/// product * factor. Throws argument_error for `field` if that is too large.
std::uint64_t grown(std::uint64_t product, std::uint64_t factor, const char* field) {
    constexpr std::uint64_t most = std::uint64_t{1} << most_bytes_log2;
    if (product > most / factor)
        throw argument_error(field, "the array has more than 2^" + std::to_string(most_bytes_log2) + " bytes (field " +
                                        field + ")");
    return product * factor;
}

void check_order(const permutation& p) {
    if (p.order.size() != p.lengths.size())
        throw argument_error("order", "order has " + std::to_string(p.order.size()) + " entries for " +
                                          std::to_string(p.lengths.size()) + " axes");
    std::vector<bool> seen(p.order.size());
    for (const std::size_t axis : p.order) {
        if (axis >= seen.size())
            throw argument_error("order", "order names axis " + std::to_string(axis) + ", but the last one is " +
                                              std::to_string(seen.size() - 1));
        if (seen[axis]) throw argument_error("order", "order names axis " + std::to_string(axis) + " twice");
        seen[axis] = true;
    }
}

}  // namespace

void check(const permutation& p) {
    check_known("element", p.element);
    check_known("placement", p.placement);
    if (p.lengths.empty() || p.lengths.size() > most_axes)
        throw argument_error("lengths", "a permutation has 1 to 8 axes, not " + std::to_string(p.lengths.size()));
    if (p.batch == 0) throw argument_error("batch", "the batch is 0; it must be 1 or more");
    std::uint64_t bytes = element_bytes(p.element);
    for (const std::size_t n : p.lengths) {
        if (n == 0) throw argument_error("lengths", "an axis has length 0; every length must be 1 or more");
        bytes = grown(bytes, n, "lengths");
    }
    grown(bytes, p.batch, "batch");
    check_order(p);
}

std::uint64_t element_count(const permutation& p) {
    std::uint64_t count = p.batch;
    for (const std::size_t n : p.lengths) count *= n;
    return count;
}

std::vector<iodim> reduced_dimensions(const permutation& p) {
    const std::size_t rank = p.lengths.size();
    std::vector<std::uint64_t> is(rank, 1);
    for (std::size_t axis = rank; axis-- > 1;) is[axis - 1] = is[axis] * p.lengths[axis];

    std::vector<iodim> dimensions{{p.batch, is[0] * p.lengths[0], 0}};
    for (const std::size_t axis : p.order) dimensions.push_back({p.lengths[axis], is[axis], 0});

    std::vector<iodim> reduced;
    for (const iodim& next : dimensions) {
        if (next.n == 1) continue;
        // They are adjacent in the packed output, too.
        if (!reduced.empty() && reduced.back().is == next.n * next.is)
            reduced.back() = {reduced.back().n * next.n, next.is, 0};
        else
            reduced.push_back(next);
    }
    std::uint64_t os = 1;
    for (std::size_t d = reduced.size(); d-- > 0; os *= reduced[d].n) reduced[d].os = os;
    return reduced;
}

tile_transpose out_of_place_step(const permutation& p) {
    tile_transpose step;
    step.element = p.element;
    step.plain = p.plain;
    step.loops = reduced_dimensions(p);
    const auto take = [&](std::size_t d) {
        const iodim dim = step.loops[d];
        step.loops.erase(step.loops.begin() + static_cast<std::ptrdiff_t>(d));
        return dim;
    };
    // Columns are contiguous in the input, rows in the output. If one dimension is both, rows are the next one.
    for (std::size_t d = 0; d < step.loops.size(); ++d)
        if (step.loops[d].is == 1) {
            step.columns = take(d);
            break;
        }
    if (!step.loops.empty()) step.rows = take(step.loops.size() - 1);
    return step;
}

in_place_transpose in_place_step(const permutation& p) {
    if (p.plain) throw unsupported_error("plain in place", "the plain transpose is available only out of place");
    const std::vector<iodim> dims = reduced_dimensions(p);
    if (dims.size() < 2) return {p.element, 1, element_count(p), 1};  // nothing moves
    const iodim& rows = dims[dims.size() - 1];
    const iodim& columns = dims[dims.size() - 2];
    const bool matrices =
        columns.is == 1 && rows.is == columns.n && (dims.size() == 2 || (dims.size() == 3 && dims[0].is == dims[0].os));
    if (!matrices)
        throw unsupported_error("in place", "in place, only matrices can be transposed: order {1, 0}, or an order that "
                                            "reduces to a batch of matrix transposes");
    return {p.element, rows.n, columns.n, dims.size() == 3 ? dims[0].n : 1};
}

transpose_plan plan_permutation(const permutation& p, const device_description& device) {
    if (p.placement == placement::in_place) return plan_in_place(in_place_step(p), device);
    const tile_transpose step = out_of_place_step(p);
    return {{to_launch(step, device)}, 0, to_string(step)};
}

}  // namespace stockham::internal
