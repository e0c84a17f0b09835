// Probes of special loads, stores and lengths.
#include "families/common/probes.hpp"

namespace stockham::internal {

namespace {

/// Real lines, or packed ones: a complex point holds two real numbers. Paired lines have no probe of their own: the
/// probe of single lines checks their exchange and forms of numbers, not the separation of a pair.
pass_probe real_probe(const pass_step& s, const std::string& kind, const std::string& points) {
    const bool packed = s.packs();
    const bool from_real = s.in.form.numbers == numbers::real || s.out.mapped || s.out.packed;
    const std::string transform = from_real ? "r2c" : "c2r";
    const auto plan = (packed ? std::to_string(std::stoul(points) / 2) : points) + " : 0.0";
    return {kind + transform + (packed ? " packed" : ""), transform + number_word(s) + points + probe_lines, plan, 0};
}

}  // namespace

std::string number_word(const pass_step& s) {
    return s.precision == precision::f64 ? " f64 " : " f32 ";
}

std::vector<pass_probe> special_probes(const pass_step& s, const std::string& kind_of_family,
                                       const std::string& real_points) {
    const auto number = number_word(s), kind = kind_of_family + number, complex = "c2c" + number;
    std::vector<pass_probe> all;
    if (s.packs() || s.in.mapped || s.out.mapped || s.paired) all.push_back(real_probe(s, kind, real_points));
    if (!s.inter_pass_twiddles.empty())
        all.push_back({kind + "twiddle factors between passes", complex + "256" + probe_lines, "16*16 : 0.0 ; 0.1", 0});
    if (s.convolution.whole())
        all.push_back({kind + "primes as radices", complex + "74" + probe_lines, "2*37 : 0.0+0.1", 0});
    else if (s.convolution.digit)
        all.push_back({kind + "by Rader's", complex + "37" + probe_lines, "37 : 0.0", 0});
    else if (s.convolution.factor)
        all.push_back({kind + "convolved", complex + "47" + probe_lines, "", 0});
    return all;
}

}  // namespace stockham::internal
