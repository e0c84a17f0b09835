// Lists every field of a pass problem. Each structured binding names all members of its struct, so that this file no
// longer compiles once a member is added.
#include "decompose/pass_key.hpp"

#include <array>
#include <cstring>
#include <string>
#include <type_traits>

namespace stockham::internal {

namespace {

class key_writer {
  public:
    template <class... T>
    void add_all(const T&... values) {
        (add(values), ...);
    }
    pass_key take() { return std::move(key_); }
    void reserve(std::size_t numbers) { key_.reserve(numbers); }

  private:
    template <class T>
    std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>> add(T number) {
        key_.push_back(static_cast<std::uint64_t>(number));
    }
    void add(double number) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &number, sizeof bits);
        key_.push_back(bits);
    }
    void add(const std::string& text) {
        add(text.size());
        for (char c : text) add(c);
    }
    template <class T, std::size_t count>
    void add(const T (&all)[count]) {
        for (const auto& each : all) add(each);
    }
    template <class T, std::size_t count>
    void add(const std::array<T, count>& all) {
        for (const auto& each : all) add(each);
    }
    template <class T>
    void add(const std::vector<T>& all) {
        add(all.size());
        for (const auto& each : all) add(each);
    }
    template <class T>
    void add(const std::optional<T>& value) {
        add(value.has_value());
        if (value) add(*value);
    }

    void add(const iodim& d) {
        const auto& [n, is, os] = d;
        add_all(n, is, os);
    }
    void add(const chirp& c) {
        const auto& [order, square, linear, constant, count, first, last, weight, turned] = c;
        // No weight is negative. Hashes of measured passes stay if a new member is not a new number of the key.
        add_all(order, square, linear, constant, count, first, last, turned ? -weight : weight);
    }
    void add(const twiddle_table& t) {
        const auto& [what, precision, order, split, radices, growth, points, lane_count, chirped, before, after, rows] =
            t;
        add_all(what, precision, order, split, radices, growth, points, lane_count, chirped, before, after, rows);
    }
    void add(const memory_form& f) {
        const auto& [numbers, half, callback] = f;
        add_all(numbers, half, callback);
    }
    void add(const pass_index::axis_map& m) {
        const auto& [unit, n, extent, held, rows] = m;
        add_all(unit, n, extent, held, rows);
    }
    void add(const pass_index::axis_growth& g) {
        const auto& [tile, loop] = g;
        add_all(tile, loop);
    }
    void add(const pass_index::coordinate& c) { add(c.at); }
    void add(const mapping& m) {
        const auto& [numbers, growth, hermitian, folded, real_ends, real_periods, chirped] = m;
        add_all(numbers, growth, hermitian ? 1 : folded ? 2 : 0, real_ends, real_periods, chirped);
    }
    void add(const pass_side& s) {
        const auto& [where, offset, form, swapped, inverse, packed, held, mapped, shared] = s;
        add_all(where, offset, form, swapped, inverse, packed, held, mapped, shared);
    }
    void add(const growth& g) {
        const auto& [in_index, out_index, spectrum] = g;
        add_all(in_index, out_index, spectrum);
    }
    void add(const digit_convolution& c) {
        const auto& [points, length, filter, weights] = c;
        add_all(points, length, filter, weights);
    }
    void add(const digit_transform& t) {
        const auto& [points, order, in_order, grows, real_period, convolution, precedes, phase] = t;
        add_all(points, order, in_order, grows, real_period, convolution, precedes, phase);
    }
    void add(const line_dim& l) {
        const auto& [lines, phase, in_phase, grows] = l;
        add_all(lines, phase, in_phase, grows);
    }
    void add(const problem_factor& f) {
        const auto& [filter, conjugated] = f;
        add_all(filter, conjugated);
    }

    pass_key key_;
};

}  // namespace

pass_key key_of(const pass_problem& p) {
    constexpr std::size_t usual = 128;
    const auto& [precision, scale, in, out, in_elements, out_elements, plan_bytes, transforms, lines, factor,
                 bit_reversed, powers_of_two] = p;
    key_writer key;
    key.reserve(usual);
    key.add_all(precision, scale, in, out, in_elements, out_elements, plan_bytes, transforms, lines, factor,
                bit_reversed + 2 * powers_of_two);
    return key.take();
}

}  // namespace stockham::internal
