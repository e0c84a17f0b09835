// The numbers of a case.
#include "problem.hpp"

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

std::size_t problem::bytes() const {
    return points() * stockham::element_size(transform.precision);
}

std::size_t problem::traffic() const {
    return 2 * bytes();
}

double problem::flops() const {
    return 5.0 * static_cast<double>(points()) * std::log2(static_cast<double>(length()));
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

/// True if the buffer's size in bytes, and twice it, fit in 63 bits.
bool countable(const stockham::transform& t) {
    long double bytes = 2 * static_cast<long double>(stockham::element_size(t.precision)) * t.batch;
    for (auto n : t.lengths) bytes *= n;
    return bytes < static_cast<long double>(std::numeric_limits<std::ptrdiff_t>::max());
}

}  // namespace

problem parse_problem(std::string_view text) {
    problem p{stockham::parse_transform(text)};
    const auto& t = p.transform;
    const auto refuse = [&](const char* why) {
        throw stockham::argument_error("problem", "problem string '" + std::string(text) + "': " + why);
    };
    const auto plain = [](const stockham::layout& l) {
        return l.strides.empty() && !l.distance && !l.offset && l.form == stockham::storage::interleaved;
    };
    if (t.kind != stockham::kind::c2c || t.precision == stockham::precision::f16)
        refuse("not a complex transform in single or double precision; only those are benchmarked");
    if (t.batch == 0) refuse("a batch of 0");
    for (auto n : t.lengths)
        if (n == 0) refuse("a length of 0");
    if (t.lengths.size() > 3) refuse("more than 3 axes; the rivals know 3");
    if (!plain(t.input) || !plain(t.output) || t.scale != 1 || !t.nonzero.empty())
        refuse("strides, distances, offsets, forms, scales and known zeros are not benchmarked, for not every rival "
               "has them");
    if (!countable(t)) refuse("more bytes than can be counted");
    return p;
}

problem placed(problem p, stockham::placement where) {
    p.transform.placement = where;
    return p;
}

}  // namespace bench
