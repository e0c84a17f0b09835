// Which transforms a published system fits.
#include <algorithm>
#include <string>

#include <stockham/error.hpp>

#include "tensor/check_algorithm.hpp"
#include "tensor/smooth.hpp"

namespace stockham {

namespace {

std::string fits_several_axes(const transform& t) {
    return t.lengths.size() >= 2 ? "" : "is a scheme for two axes or more";
}

std::string fits_three_axes(const transform& t) {
    if (t.lengths.size() != 3) return "is a scheme for three axes";
    for (std::size_t a = 0; a < 3; ++a)
        if (!is_power_of_two(t.lengths[a]) || (a < 2 && (t.lengths[a] < 4 || t.lengths[a] > 1024)))
            return "wants lengths that are powers of two, the outer two from 4 to 1024";
    return "";
}

std::string fits_powers_of_two(const transform& t) {
    return std::all_of(t.lengths.begin(), t.lengths.end(), is_power_of_two) ? ""
                                                                            : "wants lengths that are powers of two";
}

std::string fits_matrices(const transform& t) {
    return t.precision == precision::f32 ? fits_powers_of_two(t) : "wants f32";
}

struct rule {
    algorithm name;
    const char* word;
    std::string (*objection)(const transform&);
};
constexpr rule rules[] = {
    {algorithm::row_transpose, "row_transpose", fits_several_axes},
    {algorithm::five_step, "five_step", fits_three_axes},
    {algorithm::tensor, "tensor", fits_powers_of_two},
    {algorithm::constant_geometry, "constant_geometry", fits_powers_of_two},
    {algorithm::constant_geometry_bit_reversed, "constant_geometry_bit_reversed", fits_powers_of_two},
    {algorithm::split_half, "split_half", fits_matrices},
};

std::string objection_to(const rule& r, const transform& t) {
    const bool planar = t.input.form == storage::planar || t.output.form == storage::planar;
    if (t.kind != kind::c2c || planar || t.precision == precision::f16 || !t.nonzero.empty())
        return "is a scheme for interleaved complex numbers of f32 or f64, none of them known to be zero";
    return r.objection(t);
}

}  // namespace

void check_algorithm(const transform& t) {
    for (const auto& r : rules) {
        if (r.name != t.algorithm) continue;
        const auto objection = objection_to(r, t);
        if (!objection.empty())
            throw unsupported_error(r.word, std::string(r.word) + " " + objection + ", not '" + to_string(t) + "'");
    }
}

}  // namespace stockham
