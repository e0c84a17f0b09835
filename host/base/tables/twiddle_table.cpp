// Factories and names of table definitions.
#include "base/tables/twiddle_table.hpp"

#include "base/text_streams.hpp"

namespace stockham::internal {

twiddle_table twiddle_table::chain(stockham::precision p, std::vector<unsigned> radices) {
    twiddle_table t;
    t.precision = p;
    t.radices = std::move(radices);
    return t;
}

twiddle_table twiddle_table::coarse(stockham::precision p, std::uint64_t order, unsigned split) {
    twiddle_table t;
    t.what = kind::coarse;
    t.precision = p;
    t.order = order;
    t.split = split;
    return t;
}

twiddle_table twiddle_table::fine(stockham::precision p, std::uint64_t order, unsigned split) {
    twiddle_table t = coarse(p, order, split);
    t.what = kind::fine;
    return t;
}

twiddle_table twiddle_table::lanes(stockham::precision p, std::uint64_t order, unsigned growth, unsigned points,
                                   unsigned lane_count) {
    twiddle_table t;
    t.what = kind::lanes;
    t.precision = p;
    t.order = order;
    t.growth = growth;
    t.points = points;
    t.lane_count = lane_count;
    return t;
}

twiddle_table twiddle_table::chirp(stockham::precision p, const internal::chirp& c) {
    twiddle_table t;
    t.what = kind::chirp;
    t.precision = p;
    t.chirped = c;
    return t;
}

twiddle_table twiddle_table::filter(stockham::precision p, std::uint64_t order, const internal::chirp& c,
                                    std::uint64_t before, std::uint64_t after) {
    twiddle_table t = chirp(p, c);
    t.what = kind::filter;
    t.order = order;
    t.before = before;
    t.after = after;
    return t;
}

twiddle_table twiddle_table::powers(std::uint64_t prime) {
    twiddle_table t;
    t.what = kind::powers;
    t.order = prime;
    return t;
}

twiddle_table twiddle_table::rader_filter(stockham::precision p, std::uint64_t prime) {
    twiddle_table t = powers(prime);
    t.what = kind::rader_filter;
    t.precision = p;
    return t;
}

namespace {

std::string chirp_name(const chirp& c) {
    text_writer text;
    text.precision(17);
    text << c.order << ":" << c.square << "," << c.linear << "," << c.constant << " x" << c.count << " " << c.first
         << "," << c.weight << "," << c.last << (c.turned ? " turned" : "");
    return text.str();
}

}  // namespace

std::uint64_t twiddle_table::long_bytes() const {
    const auto entries = what == kind::filter ? order : what == kind::chirp ? chirped.count : 0;
    return entries * (precision == stockham::precision::f32 ? 2 * sizeof(float) : 2 * sizeof(double));
}

std::string twiddle_table::name() const {
    std::string text = precision == stockham::precision::f32 ? "f32 " : "f64 ";
    switch (what) {
    case kind::chain:
        text += "chain";
        for (unsigned r : radices) text += " " + std::to_string(r);
        return text;
    case kind::coarse:
        return text + "coarse " + std::to_string(order) + "/" + std::to_string(split);
    case kind::fine:
        return text + "fine " + std::to_string(order) + "/" + std::to_string(split);
    case kind::chirp:
        return text + "chirp " + chirp_name(chirped);
    case kind::filter:
        return text + "filter " + std::to_string(order) + " " + chirp_name(chirped) + " " + std::to_string(before) +
               "," + std::to_string(after) + (rows > 1 ? " in " + std::to_string(rows) + " rows" : "");
    case kind::powers:
        return "powers modulo " + std::to_string(order);
    case kind::rader_filter:
        return text + "rader filter " + std::to_string(order);
    case kind::lanes:
        break;
    }
    return text + "lanes " + std::to_string(order) + " " + std::to_string(growth) + " " + std::to_string(points) + "x" +
           std::to_string(lane_count);
}

}  // namespace stockham::internal
