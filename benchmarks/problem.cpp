// Figures of a case.
#include "problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <stockham/error.hpp>

namespace bench {

std::size_t problem::length() const {
    std::size_t n = 1;
    for (auto axis : transform.lengths) n *= axis;
    return n;
}

std::size_t problem::points() const {
    return length() * transform.batch;
}

namespace {

side side_of(const problem& p, const std::vector<std::size_t>& lengths, bool real) {
    const std::size_t last = lengths.back();
    std::size_t rows = 1;
    for (auto n : lengths) rows *= n;
    rows /= last;
    const std::size_t pitch = !real ? 2 * last : p.in_place() && p.is_real() ? 2 * (last / 2 + 1) : last;
    return {real ? 1U : 2U, last, pitch, rows, p.transform.batch};
}

}  // namespace

side problem::input() const {
    return side_of(*this, stockham::input_lengths(transform), stockham::is_real_input(transform.kind));
}

side problem::output() const {
    return side_of(*this, stockham::output_lengths(transform), stockham::is_real_output(transform.kind));
}

std::size_t problem::input_bytes() const {
    return input().all_numbers() * stockham::real_size(transform.precision);
}

std::size_t problem::output_bytes() const {
    return output().all_numbers() * stockham::real_size(transform.precision);
}

std::size_t problem::bytes() const {
    return std::max(input_bytes(), output_bytes());
}

std::size_t problem::traffic() const {
    return (input().touched() + output().touched()) * stockham::real_size(transform.precision);
}

bool problem::is_real() const {
    return transform.kind == stockham::kind::r2c || transform.kind == stockham::kind::c2r;
}

bool problem::in_place() const {
    return transform.placement == stockham::placement::in_place;
}

bool problem::is_double() const {
    return transform.precision == stockham::precision::f64;
}

std::string problem::name() const {
    return to_string(placed(*this, stockham::placement::out_of_place).transform);
}

std::string problem::placement() const {
    return in_place() ? "in" : "out";
}

namespace {

/// True if twice the buffer's size in bytes fits into 63 bits. A Hermitian side is at most as large as a complex one.
bool countable(const stockham::transform& t) {
    long double bytes = 2 * static_cast<long double>(stockham::element_size(t.precision)) * t.batch;
    for (auto n : t.lengths) bytes *= n;
    return bytes < static_cast<long double>(std::numeric_limits<std::ptrdiff_t>::max());
}

/// Why the harness does not measure such a transform; empty if it does.
const char* unmeasured(const stockham::transform& t) {
    const auto plain = [](const stockham::layout& l) { return l.strides.empty() && !l.distance && !l.offset; };
    const auto planar = [](const stockham::layout& l) { return l.form == stockham::storage::planar; };
    const bool forward = t.direction == stockham::direction::forward;
    if (t.kind != stockham::kind::c2c && t.kind != stockham::kind::r2c && t.kind != stockham::kind::c2r)
        return "only c2c, r2c and c2r are benchmarked";
    if ((t.kind == stockham::kind::r2c && !forward) || (t.kind == stockham::kind::c2r && forward))
        return "r2c is forward, c2r is inverse";
    if (t.precision == stockham::precision::f16) return "f16 is not benchmarked";
    if (planar(t.input) || planar(t.output)) return "planar data are not benchmarked";
    if (t.full_spectrum) return "full spectra are not benchmarked, since some rivals lack them";
    if (!t.nonzero.empty()) return "zero-padded input is not benchmarked";
    if (!t.wanted.empty()) return "pruned output is not benchmarked";
    if (t.lengths.size() > 3) return "more than 3 axes are not benchmarked, since the rivals support 3";
    if (!t.loops.empty()) return "loops are not benchmarked, since some rivals lack them; use a batch";
    if (!plain(t.input) || !plain(t.output) || t.scale != 1)
        return "strides, distances, offsets and scales are not benchmarked, since some rivals lack them";
    return "";
}

}  // namespace

bool begins_with_kind(std::string_view text) {
    const auto word = text.substr(0, 3);
    return word == "c2c" || word == "r2c" || word == "c2r";
}

problem measurable(const stockham::transform& t) {
    const auto refuse = [&](const char* why) {
        throw stockham::argument_error("problem", "problem string '" + to_string(t) + "': " + why);
    };
    if (t.batch == 0) refuse("a batch of 0");
    for (auto n : t.lengths)
        if (n == 0) refuse("a length of 0");
    if (const char* why = unmeasured(t); *why) refuse(why);
    if (!countable(t)) refuse("more than 2^62 bytes");
    return {t};
}

problem parse_problem(std::string_view text) {
    return measurable(stockham::parse_transform(text));
}

problem placed(problem p, stockham::placement where) {
    p.transform.placement = where;
    return p;
}

}  // namespace bench
