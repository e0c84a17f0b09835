// Checks of a transform's description, and what its layouts touch.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <stockham/error.hpp>
#include <stockham/transform.hpp>

#include "tensor/layout.hpp"
#include "tensor/uint128.hpp"

namespace stockham {

namespace {

constexpr std::uint64_t most_elements = std::uint64_t{1} << 59;  // bytes of f64 stay below 2^63
constexpr std::size_t longest_axis = std::size_t{1} << 26;

std::string quoted(const transform& t) {
    return " in '" + to_string(t) + "'";
}

/// a * b + c, or argument_error naming the field if that is beyond what any buffer can hold.
std::uint64_t fitted(std::uint64_t a, std::uint64_t b, std::uint64_t c, const char* field, const transform& t) {
    const auto value = static_cast<uint128>(a) * b + c;
    if (value >= most_elements)
        throw argument_error(field, std::string(field) + ": the transform spans more than 2^59 elements" + quoted(t));
    return static_cast<std::uint64_t>(value);
}

void check_lengths(const transform& t) {
    if (t.lengths.empty()) throw argument_error("lengths", "lengths: a transform needs at least one axis");
    std::uint64_t product = 1;
    for (auto n : t.lengths) {
        if (n == 0) throw argument_error("lengths", "lengths: a length is 0" + quoted(t));
        product = fitted(product, n, 0, "lengths", t);
    }
    if (t.batch == 0) throw argument_error("batch", "batch: it is 0" + quoted(t));
    fitted(product, t.batch, 0, "batch", t);
    if (t.lengths.size() > 3)
        throw unsupported_error("rank",
                                "transforms have 1 to 3 axes, not " + std::to_string(t.lengths.size()) + quoted(t));
    for (auto n : t.lengths)
        if (n > longest_axis || (n & (n - 1)) != 0)
            throw unsupported_error("lengths", "length " + std::to_string(n) +
                                                   " is not a power of two from 1 to 67108864" + quoted(t));
}

/// Each dimension must step over everything that the faster ones reach: then no two elements share a place.
void check_distinct(const transform& t, const layout& l, const char* field) {
    struct dimension {
        std::uint64_t n, stride;
    };
    std::vector<dimension> dimensions;
    for (std::size_t k = 0; k < t.lengths.size(); ++k)
        if (t.lengths[k] > 1) dimensions.push_back({t.lengths[k], l.strides[k]});
    if (t.batch > 1) dimensions.push_back({t.batch, l.distance});
    std::sort(dimensions.begin(), dimensions.end(),
              [](const dimension& a, const dimension& b) { return a.stride < b.stride; });
    std::uint64_t reach = 0;
    for (const auto& d : dimensions) {
        if (d.stride <= reach)
            throw argument_error(field, std::string(field) + ": strides or distance let elements overlap" + quoted(t));
        reach = fitted(d.n - 1, d.stride, reach, field, t);
    }
    fitted(1, l.offset, reach, field, t);
}

void check_layout(const transform& t, const layout& given, const char* field) {
    if (!given.strides.empty() && given.strides.size() != t.lengths.size())
        throw argument_error(field, std::string(field) + ": " + std::to_string(given.strides.size()) + " strides for " +
                                        std::to_string(t.lengths.size()) + " axes" + quoted(t));
    for (std::size_t k = 0; k < given.strides.size(); ++k) fitted(t.lengths[k], given.strides[k], 0, field, t);
    check_distinct(t, complete(t, given), field);
}

std::size_t extent(const transform& t, const layout& given) {
    const auto l = complete(t, given);
    std::size_t last = l.offset + (t.batch - 1) * l.distance;
    for (std::size_t k = 0; k < t.lengths.size(); ++k) last += (t.lengths[k] - 1) * l.strides[k];
    return last + 1;
}

bool same(const layout& a, const layout& b) {
    return a.strides == b.strides && a.distance == b.distance && a.offset == b.offset;
}

}  // namespace

layout complete(const transform& t, const layout& given) {
    layout l = given;
    if (l.strides.empty()) {
        l.strides.resize(t.lengths.size());
        std::size_t stride = 1;
        for (std::size_t k = t.lengths.size(); k-- > 0; stride *= t.lengths[k]) l.strides[k] = stride;
    }
    if (l.distance == 0) {
        std::size_t last = 0;
        for (std::size_t k = 0; k < t.lengths.size(); ++k) last += (t.lengths[k] - 1) * l.strides[k];
        l.distance = last + 1;
    }
    return l;
}

void check(const transform& t) {
    check_lengths(t);
    if (!std::isfinite(t.scale)) throw argument_error("scale", "scale: it is not finite" + quoted(t));
    if (t.precision == precision::f32 && t.scale != 0 &&
        !(std::fabs(t.scale) >= std::numeric_limits<float>::min() &&
          std::fabs(t.scale) <= std::numeric_limits<float>::max()))
        throw argument_error("scale", "scale: single precision cannot hold it" + quoted(t));
    check_layout(t, t.input, "input");
    check_layout(t, t.output, "output");
    if (t.placement == placement::in_place && !same(complete(t, t.input), complete(t, t.output)))
        throw argument_error("placement", "placement: in place, input and output layouts must be the same" + quoted(t));
    if (t.algorithm == algorithm::row_transpose && t.lengths.size() != 2)
        throw unsupported_error("row_transpose", "row_transpose is a scheme for two axes" + quoted(t));
}

std::size_t input_extent(const transform& t) {
    check(t);
    return extent(t, t.input);
}

std::size_t output_extent(const transform& t) {
    check(t);
    return extent(t, t.output);
}

}  // namespace stockham
