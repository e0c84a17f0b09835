// fftw_compare OURS: executes random problems by the library under test and by FFTW, and compares all bytes of the
// arrays: results up to rounding, gaps exactly, and the input of out-of-place transforms exactly. Environment:
// STOCKHAM_FFTW_CASES (number), STOCKHAM_FFTW_SEED (first), STOCKHAM_FFTW_LINE (most points of a line, 300),
// STOCKHAM_FFTW_HALF_COMPLEX (1: only half-complex and Hartley transforms), STOCKHAM_FFTW_VERBOSE (print every case).
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

#include "libraries.hpp"
#include "random_problem.hpp"

using fftw_device::arrays;
using fftw_device::problem_kind;

namespace {

unsigned number_from(const char* name, unsigned otherwise) {
    const char* value = std::getenv(name);
    return value && *value ? static_cast<unsigned>(std::strtoul(value, nullptr, 10)) : otherwise;
}

constexpr std::size_t margin = 16;  ///< numbers before and behind the elements of an array, to be left alone

/// The arrays of one execution; split sides have two.
template <class Number>
struct data {
    std::vector<Number> input[2], output[2];
    std::size_t shift = 0;

    /// Pointers to element (0, .., 0) of each side, for a problem.
    arrays at(const random_problem& r) {
        const auto& p = r.what;
        const std::int64_t in = complex_input(p) && !p.split ? 2 : 1, out = complex_output(p) && !p.split ? 2 : 1;
        const auto place = [&](std::vector<Number>& list, std::int64_t first) -> void* {
            return list.empty() ? nullptr : list.data() + shift + first;
        };
        arrays a{place(input[0], r.input.first * in), place(input[1], r.input.first * in),
                 place(output[0], r.output.first * out), place(output[1], r.output.first * out)};
        if (p.in_place) a.out = a.in;
        return a;
    }
};

template <class Number>
data<Number> fresh(const random_problem& r, unsigned seed) {
    data<Number> d;
    const auto& p = r.what;
    std::mt19937 random(seed);
    std::uniform_real_distribution<Number> uniform(-1, 1);
    d.shift = margin + (r.unaligned ? 1 : 0);
    const auto fill = [&](std::vector<Number>(&lists)[2], bool is_complex, std::int64_t extent) {
        const bool two = is_complex && p.split;
        const auto numbers = static_cast<std::size_t>(extent) * (is_complex && !two ? 2 : 1) + d.shift + margin;
        for (int k = 0; k < (two ? 2 : 1); ++k) {
            lists[k].resize(numbers);
            for (auto& x : lists[k]) x = uniform(random);
        }
    };
    fill(d.input, complex_input(p), r.input.extent);
    if (!p.in_place) fill(d.output, complex_output(p), r.output.extent);
    return d;
}

template <class Api>
typename Api::plan plan_by(const Api& fftw, const fftw_device::problem& p, const arrays& a, unsigned flags) {
    std::vector<fftw_iodim64> dims, loops;
    for (const auto& d : p.dims) dims.push_back({d.n, d.is, d.os});
    for (const auto& d : p.loops) loops.push_back({d.n, d.is, d.os});
    std::vector<fftw_r2r_kind> kinds;
    for (const int kind : p.kinds) kinds.push_back(static_cast<fftw_r2r_kind>(kind));
    const int rank = static_cast<int>(dims.size()), more = static_cast<int>(loops.size());
    using number = typename Api::number;
    using complex = typename Api::complex;
    const auto real = [](void* x) { return static_cast<number*>(x); };
    const auto pair = [](void* x) { return static_cast<complex*>(x); };
    switch (p.kind) {
    case problem_kind::c2c:
        return p.split ? fftw.plan_guru64_split_dft(rank, dims.data(), more, loops.data(), real(a.in),
                                                    real(a.in_imaginary), real(a.out), real(a.out_imaginary), flags)
                       : fftw.plan_guru64_dft(rank, dims.data(), more, loops.data(), pair(a.in), pair(a.out), p.sign,
                                              flags);
    case problem_kind::r2c:
        return p.split
                   ? fftw.plan_guru64_split_dft_r2c(rank, dims.data(), more, loops.data(), real(a.in), real(a.out),
                                                    real(a.out_imaginary), flags)
                   : fftw.plan_guru64_dft_r2c(rank, dims.data(), more, loops.data(), real(a.in), pair(a.out), flags);
    case problem_kind::c2r:
        return p.split
                   ? fftw.plan_guru64_split_dft_c2r(rank, dims.data(), more, loops.data(), real(a.in),
                                                    real(a.in_imaginary), real(a.out), flags)
                   : fftw.plan_guru64_dft_c2r(rank, dims.data(), more, loops.data(), pair(a.in), real(a.out), flags);
    default:
        return fftw.plan_guru64_r2r(rank, dims.data(), more, loops.data(), real(a.in), real(a.out), kinds.data(),
                                    flags);
    }
}

/// False if FFTW ends the process while it plans: 3.3.10 recurses without end for some negative strides.
template <class Api>
bool fftw_survives(const Api& fftw, const fftw_device::problem& p, const arrays& a, unsigned flags) {
    const auto is_reversed = [](const fftw_device::dimension& d) { return d.is < 0 || d.os < 0; };
    if (std::none_of(p.dims.begin(), p.dims.end(), is_reversed) &&
        std::none_of(p.loops.begin(), p.loops.end(), is_reversed))
        return true;
    const pid_t child = fork();
    if (child == 0) {
        const rlimit none{0, 0};
        setrlimit(RLIMIT_CORE, &none);
        plan_by(fftw, p, a, flags);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status == 0;
}

/// Makes the input of a c2r transform the spectrum of real data, which alone has a defined result. False
/// if FFTW cannot do that.
template <class Api>
bool make_hermitian(const Api& fftw, const random_problem& r, data<typename Api::number>& d) {
    if (r.what.kind != problem_kind::c2r) return true;
    auto forward = r.what;
    forward.kind = problem_kind::r2c;
    forward.in_place = false;
    for (auto* list : {&forward.loops, &forward.dims})
        for (auto& each : *list) each.os = each.is;
    std::int64_t stride = 1;
    for (auto* list : {&forward.dims, &forward.loops})
        for (auto each = list->rbegin(); each != list->rend(); ++each) {
            each->is = stride;
            stride *= each->n;
        }
    std::vector<typename Api::number> reals(static_cast<std::size_t>(stride));
    for (std::size_t i = 0; i < reals.size(); ++i) reals[i] = d.input[0][i % d.input[0].size()];
    const arrays a = d.at(r);
    const arrays from_reals{reals.data(), nullptr, a.in, a.in_imaginary};
    if (!fftw_survives(fftw, forward, from_reals, FFTW_ESTIMATE)) return false;
    const auto plan = plan_by(fftw, forward, from_reals, FFTW_ESTIMATE);
    fftw.execute(plan);
    fftw.destroy_plan(plan);
    return true;
}

/// True for the numbers of the output array that are results.
template <class Number>
std::vector<bool> results_of(const random_problem& r, data<Number>& d) {
    const auto& array = r.what.in_place ? d.input[0] : d.output[0];
    const std::int64_t numbers = complex_output(r.what) && !r.what.split ? 2 : 1;
    std::vector<std::int64_t> places{static_cast<Number*>(d.at(r).out) - array.data()};
    const auto lengths = lengths_of(r.what, false);
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        const auto loops = r.what.loops.size();
        const auto& axis = k < loops ? r.what.loops[k] : r.what.dims[k - loops];
        std::vector<std::int64_t> next;
        for (const auto place : places)
            for (std::int64_t i = 0; i < lengths[k]; ++i) next.push_back(place + i * axis.os * numbers);
        places = next;
    }
    std::vector<bool> is_result(array.size());
    for (const auto place : places)
        for (std::int64_t k = 0; k < numbers; ++k) is_result[static_cast<std::size_t>(place + k)] = true;
    return is_result;
}

/// The relative difference of two results in the L2 norm.
template <class Number>
double difference(const std::vector<bool>& is_result, const std::vector<Number> (&a)[2],
                  const std::vector<Number> (&b)[2]) {
    double error = 0, norm = 0;
    for (int k = 0; k < 2; ++k)
        for (std::size_t i = 0; i < a[k].size(); ++i) {
            if (!is_result[i]) continue;
            error += std::pow(static_cast<double>(a[k][i]) - b[k][i], 2);
            norm += std::pow(static_cast<double>(b[k][i]), 2);
        }
    return std::sqrt(error / std::max(norm, 1e-300));
}

/// True if the numbers between and around the results have kept their values. In place, what lies between real results
/// was input, and may change.
template <class Number>
bool keeps_gaps(const random_problem& r, const std::vector<bool>& is_result, data<Number>& before,
                data<Number>& after) {
    const bool in_place = r.what.in_place, was_input = in_place && r.what.kind == problem_kind::c2r;
    const auto* list = in_place ? after.input : after.output;
    const auto* old = in_place ? before.input : before.output;
    for (int k = 0; k < 2; ++k)
        for (std::size_t i = 0; i < list[k].size(); ++i) {
            const bool is_around = i < after.shift || i >= list[k].size() - margin;
            if (!is_result[i] && (is_around || !was_input) && list[k][i] != old[k][i]) return false;
        }
    return true;
}

/// The fault of a case; empty: none.
template <class Api>
std::string fault_of(const libraries<Api>& both, const random_problem& r, unsigned seed, std::string& outcome) {
    using number = typename Api::number;
    auto ours = fresh<number>(r, seed);
    outcome = "FFTW ends the process";
    if (!make_hermitian(both.theirs, r, ours)) return {};
    auto theirs = ours, before = ours;
    const unsigned flags = r.flags | FFTW_ESTIMATE | (r.unaligned ? FFTW_UNALIGNED : 0);
    if (!fftw_survives(both.theirs, r.what, theirs.at(r), flags)) return {};
    const auto their_plan = plan_by(both.theirs, r.what, theirs.at(r), flags);
    const auto our_plan = plan_by(both.ours, r.what, ours.at(r), flags);
    if (!their_plan != !our_plan) return our_plan ? "FFTW returns no plan" : "ours returns no plan";
    if (!our_plan) {
        outcome = "no plan";
        return {};
    }
    both.theirs.execute(their_plan);
    both.ours.execute(our_plan);
    const double eps = sizeof(number) == 8 ? 0x1p-53 : 0x1p-24;
    const double limit = 20 * eps;
    const auto is_result = results_of(r, ours);
    const double error = r.what.in_place ? difference(is_result, ours.input, theirs.input)
                                         : difference(is_result, ours.output, theirs.output);
    both.theirs.destroy_plan(their_plan);
    both.ours.destroy_plan(our_plan);
    char text[80];
    std::snprintf(text, sizeof text, "difference %.1e", error);
    outcome = text;
    if (!(error <= limit)) return "the results differ";
    if (!keeps_gaps(r, is_result, before, ours)) return "wrote between the results";
    const auto& kinds = r.what.kinds;
    const bool from_spectrum =
        r.what.kind == problem_kind::c2r || std::count(kinds.begin(), kinds.end(), FFTW_HC2R) > 0;
    if (!r.what.in_place && !(r.flags & FFTW_DESTROY_INPUT) && !from_spectrum &&
        (ours.input[0] != before.input[0] || ours.input[1] != before.input[1]))
        return "wrote the input";
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: fftw_compare OURS\n");
        return 2;
    }
    const unsigned first = number_from("STOCKHAM_FFTW_SEED", 1), cases = number_from("STOCKHAM_FFTW_CASES", 40);
    const auto line = static_cast<int>(number_from("STOCKHAM_FFTW_LINE", 300));
    const bool half_complex = number_from("STOCKHAM_FFTW_HALF_COMPLEX", 0) > 0;
    const bool verbose = number_from("STOCKHAM_FFTW_VERBOSE", 0) > 0;
    unsigned faults = 0;
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    try {
        const auto f64 = open_f64(argv[1]);
        const auto f32 = open_f32(argv[1]);
        for (unsigned seed = first; seed < first + cases; ++seed) {
            const auto r = problem_of(seed, line, half_complex);
            std::string outcome;
            if (verbose) std::printf("%u %s\n", seed, to_string(r).c_str());
            const auto fault = r.what.f64 ? fault_of(f64, r, seed, outcome) : fault_of(f32, r, seed, outcome);
            if (!fault.empty()) ++faults;
            if (verbose || !fault.empty())
                std::printf("%u %s | %s%s%s\n", seed, to_string(r).c_str(), outcome.c_str(),
                            fault.empty() ? "" : " <- ", fault.c_str());
        }
    } catch (const std::exception& e) {
        std::fprintf(stderr, "fftw_compare: %s\n", e.what());
        return 2;
    }
    std::printf("%u cases from seed %u, %u faults\n", cases, first, faults);
    return faults ? 1 : 0;
}
