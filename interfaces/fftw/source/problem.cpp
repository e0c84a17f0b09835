// Reduces the arguments of FFTW's planner functions to one description.
#include "problem.hpp"

#include <fftw3.h>

#include <algorithm>

namespace fftw_device {

namespace {

/// True if the strides can address memory: no product or sum of them leaves 62 bits.
bool addressable(const problem& p) {
    constexpr double most = 4e18;
    double in = 0, out = 0, count = 1;
    for (const auto* list : {&p.dims, &p.loops})
        for (const auto& d : *list) {
            const auto n = static_cast<double>(d.n);
            in += n * std::abs(static_cast<double>(d.is));
            out += n * std::abs(static_cast<double>(d.os));
            count *= n;
        }
    return 16 * std::max({in, out, count}) < most;
}

std::optional<problem> checked(problem p) {
    const auto is_positive = [](const dimension& d) { return d.n > 0; };
    if (p.dims.empty() || !std::all_of(p.dims.begin(), p.dims.end(), is_positive) ||
        !std::all_of(p.loops.begin(), p.loops.end(), is_positive) || !addressable(p))
        return std::nullopt;
    return p;
}

/// Room for each axis of one side, as FFTW takes it where the caller gives none: half spectra have n / 2 + 1 points,
/// and the real side of an in-place transform is padded to twice as many numbers.
std::vector<std::int64_t> room_of(const problem& p, const many_arguments& a, bool input) {
    if (const int* given = input ? a.inembed : a.onembed) return {given, given + a.rank};
    std::vector<std::int64_t> room(a.n, a.n + a.rank);
    if (p.kind == problem_kind::r2c || p.kind == problem_kind::c2r) {
        const bool spectrum = input == complex_input(p);
        if (spectrum)
            room.back() = room.back() / 2 + 1;
        else if (p.in_place)
            room.back() = 2 * (room.back() / 2 + 1);
    }
    return room;
}

}  // namespace

std::optional<problem> reduce(problem base, const many_arguments& a) {
    constexpr int most = 64;
    if (a.rank < 1 || a.rank > most || !a.n || a.howmany < 1) return std::nullopt;
    const auto in = room_of(base, a, true), out = room_of(base, a, false);
    base.dims.resize(static_cast<std::size_t>(a.rank));
    std::int64_t is = a.istride, os = a.ostride;
    for (auto k = base.dims.size(); k-- > 0;) {
        base.dims[k] = {a.n[k], is, os};
        if (k > 0 && (__builtin_mul_overflow(is, in[k], &is) || __builtin_mul_overflow(os, out[k], &os)))
            return std::nullopt;
    }
    if (a.howmany > 1) base.loops = {{a.howmany, a.idist, a.odist}};
    return checked(std::move(base));
}

std::optional<problem> reduce(problem base, const std::vector<dimension>& dims, const std::vector<dimension>& loops) {
    base.dims = dims;
    base.loops = loops;
    return checked(std::move(base));
}

problem_kind kind_on_device(const problem& p) {
    if (p.kinds.size() != 1) return p.kind;
    switch (p.kinds.front()) {
    case FFTW_R2HC:
    case FFTW_DHT:
        return problem_kind::r2c;
    case FFTW_HC2R:
        return problem_kind::c2r;
    default:
        return p.kind;
    }
}

double points(const problem& p) {
    double count = 1;
    for (const auto* list : {&p.dims, &p.loops})
        for (const auto& d : *list) count *= static_cast<double>(d.n);
    return p.kind == problem_kind::c2c ? count : count / 2;
}

std::string to_string(const problem& p) {
    static constexpr const char* names[] = {"c2c", "r2c", "c2r", "r2r"};
    std::string text = names[static_cast<int>(p.kind)];
    text += p.f64 ? " f64" : " f32";
    const auto list = [&](const std::vector<dimension>& all) {
        for (std::size_t k = 0; k < all.size(); ++k) {
            const auto& d = all[k];
            text += k ? "," : " ";
            text += std::to_string(d.n) + ':' + std::to_string(d.is) + ':' + std::to_string(d.os);
        }
    };
    list(p.dims);
    if (!p.loops.empty()) text += " loops";
    list(p.loops);
    if (p.kind == problem_kind::c2c) text += p.sign < 0 ? " forward" : " backward";
    for (std::size_t k = 0; k < p.kinds.size(); ++k) text += (k ? "," : " kinds ") + std::to_string(p.kinds[k]);
    if (p.split) text += " split";
    if (p.in_place) text += " in";
    return text;
}

}  // namespace fftw_device
