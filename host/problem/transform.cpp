// Both sides of a transform: their element types, layouts and sizes.
#include <algorithm>
#include <limits>
#include <string>

#include <stockham/error.hpp>
#include <stockham/transform.hpp>

#include "base/enumerations.hpp"
#include "base/host_size.hpp"
#include "base/smooth.hpp"
#include "problem/kinds.hpp"
#include "problem/layout.hpp"
#include "problem/loops.hpp"

namespace stockham {

namespace internal {

namespace {

std::size_t extent(const transform& t, side s) {
    const auto l = complete(t, s);
    const auto lengths = lengths_of(t, s);
    std::size_t last =
        l.offset + host_size(reach_of(loops_of(t), s == side::input ? &iodim::is : &iodim::os), "elements");
    for (std::size_t k = 0; k < lengths.size(); ++k) last += (lengths[k] - 1) * l.strides[k];
    return last + 1;
}

std::size_t touched_bytes(const transform& t, side s) {
    const bool one_number = is_real(t, s) || given_layout(t, s).form == storage::planar;
    return extent(t, s) * (one_number ? real_size(t.precision) : element_size(t.precision));
}

std::size_t bytes(const transform& t, side s) {
    check(t);
    if (t.placement == placement::out_of_place) return touched_bytes(t, s);
    return std::max(touched_bytes(t, side::input), touched_bytes(t, side::output));
}

}  // namespace

const layout& given_layout(const transform& t, side s) {
    return s == side::input ? t.input : t.output;
}

bool is_real(const transform& t, side s) {
    return s == side::input ? is_real_input(t.kind) : is_real_output(t.kind);
}

std::vector<std::size_t> lengths_of(const transform& t, side s) {
    auto lengths = t.lengths;
    if (has_hermitian_side(t.kind) && !is_real(t, s) && !t.full_spectrum && !lengths.empty())
        lengths.back() = lengths.back() / 2 + 1;
    return lengths;
}

std::vector<std::size_t> room_of(const transform& t, side s) {
    auto lengths = lengths_of(t, s);
    if (has_hermitian_side(t.kind) && is_real(t, s) && t.placement == placement::in_place)
        lengths.back() = 2 * (lengths.back() / 2 + 1);
    return lengths;
}

layout complete(const transform& t, side s) {
    layout l = given_layout(t, s);
    const auto room = room_of(t, s);
    if (l.strides.empty()) {
        l.strides.resize(room.size());
        std::size_t stride = 1;
        for (std::size_t k = room.size(); k-- > 0; stride *= room[k]) l.strides[k] = stride;
    }
    if (l.distance == 0) {
        l.distance = 1;
        for (std::size_t k = 0; k < room.size(); ++k) l.distance += (room[k] - 1) * l.strides[k];
    }
    return l;
}

}  // namespace internal

using namespace internal;

bool v0_2::is_real_input(kind k) noexcept {
    return facts(k).real_input;
}

bool v0_2::is_real_output(kind k) noexcept {
    return facts(k).real_output;
}

std::vector<std::size_t> v0_2::input_lengths(const transform& t) {
    return lengths_of(t, side::input);
}

std::vector<std::size_t> v0_2::output_lengths(const transform& t) {
    return lengths_of(t, side::output);
}

std::size_t v0_2::input_extent(const transform& t) {
    check(t);
    return extent(t, side::input);
}

std::size_t v0_2::output_extent(const transform& t) {
    check(t);
    return extent(t, side::output);
}

std::size_t v0_2::input_bytes(const transform& t) {
    return bytes(t, side::input);
}

std::size_t v0_2::output_bytes(const transform& t) {
    return bytes(t, side::output);
}

std::size_t v0_2::good_size(std::size_t n) {
    const auto found = n == 0 || n > longest_axis ? 0 : smooth_length(n);
    if (found == 0 || found > std::numeric_limits<std::size_t>::max())
        throw argument_error("n", "n: no length of 1 to " + std::to_string(longest_axis) + " is at least " +
                                      std::to_string(n));
    return static_cast<std::size_t>(found);
}

std::size_t v0_2::good_size(std::size_t n, kind k) {
    check_known("kind", k);
    if (n == 0 || n > longest_axis) return good_size(n);  // throws
    if (k == kind::dct1) return good_size(std::max<std::size_t>(n, 2) - 1) + 1;
    if (k == kind::dst1) return good_size(n + 1) - 1;
    return has_hermitian_side(k) ? 2 * good_size((n + 1) / 2) : good_size(n);
}

std::size_t v0_2::good_convolution_size(std::size_t signal, std::size_t kernel, kind k) {
    if (k != kind::c2c && k != kind::r2c)
        throw argument_error("kind", "kind: signals of convolutions are complex (c2c) or real (r2c)");
    const auto check_length = [](const char* field, std::size_t n) {
        if (n == 0 || n > longest_axis)
            throw argument_error(field, std::string(field) + ": not a length of 1 to " + std::to_string(longest_axis) +
                                            ": " + std::to_string(n));
    };
    check_length("signal", signal);
    check_length("kernel", kernel);
    return good_size(signal + kernel - 1, k);
}

}  // namespace stockham
