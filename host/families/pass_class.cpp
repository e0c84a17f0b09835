// Names the class of a pass.
#include "families/pass_class.hpp"

#include <algorithm>

namespace stockham::internal {

namespace {

const char* stored(const pass_problem& p) {
    const auto is_real = [](const pass_side& s) { return s.form.numbers == numbers::real; };
    if (p.in.packed || p.out.packed) return "packed";
    if (has_real_lines(p)) return "real_lines";
    if (is_real(p.in) || is_real(p.out)) return "real";
    return p.in.mapped || p.out.mapped ? "mapped" : "complex";
}

const char* algorithm(const pass_problem& p) {
    const auto convolved = std::find_if(p.transforms.begin(), p.transforms.end(),
                                        [](const digit_transform& t) { return t.convolution.has_value(); });
    if (convolved != p.transforms.end()) return convolved->convolution->permuted() ? "rader" : "bluestein";
    return p.factor ? "filter" : "direct";
}

const char* extent(const pass_problem& p) {
    const bool part = std::any_of(p.transforms.begin(), p.transforms.end(),
                                  [](const digit_transform& t) { return t.order > 1 || t.in_order > 1; });
    return part ? "digits" : "axes";
}

}  // namespace

std::string pass_class_of(const pass_problem& p, const pass_choice& choice, data_place place) {
    std::string text(choice->family());
    std::replace(text.begin(), text.end(), ' ', '-');
    for (const auto& word :
         {std::string(p.precision == precision::f64 ? "f64" : "f32"), std::string(stored(p)), std::string(algorithm(p)),
          std::string(extent(p)), choice->traits(), std::string(place == data_place::cache ? "cache" : "memory")})
        text += "," + word;
    return text;
}

std::uint64_t transformed_points(const pass_problem& p) {
    std::uint64_t points = 1;
    for (const auto& t : p.transforms)
        points *= t.convolution ? std::max(t.convolution->length, t.points.n) : t.points.n;
    return points;
}

}  // namespace stockham::internal
