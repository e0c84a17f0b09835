// The transforms that probe the kernel families, and their errors.
#include "runtime/first_use/probes.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include <stockham/error.hpp>

#include "base/host_size.hpp"
#include "base/tables/host_dft.hpp"
#include "families/table.hpp"
#include "lowering/lowering.hpp"
#include "plan/fingerprint.hpp"
#include "systems/planning.hpp"

namespace stockham::internal {

namespace {

/// Input lines and their transforms by the definition.
struct sample {
    std::vector<complex_double_double> input, output;
};

std::vector<complex_double_double> random_line(std::size_t n, bool real, std::mt19937& generator) {
    std::uniform_real_distribution<float> number(-1, 1);  // exact in every precision
    std::vector<complex_double_double> line(n);
    for (auto& x : line) {
        const auto re = number(generator), im = number(generator);
        x = {double_double(re), double_double(real ? 0 : im)};
    }
    return line;
}

/// Appends a line; the Hermitian side holds only points 0 .. n / 2.
void add_line(kind k, std::size_t n, std::mt19937& generator, sample& all) {
    auto x = random_line(n, k != kind::c2c, generator);
    auto spectrum = host_dft(x);
    if (k != kind::c2c) spectrum.resize(n / 2 + 1);
    if (k == kind::c2r) {
        for (auto& point : x) point = point * double_double(static_cast<double>(n));
        std::swap(x, spectrum);
    }
    all.input.insert(all.input.end(), x.begin(), x.end());
    all.output.insert(all.output.end(), spectrum.begin(), spectrum.end());
}

template <class Real>
std::vector<std::byte> bytes_of(const std::vector<complex_double_double>& values, bool real) {
    std::vector<Real> numbers;
    for (const auto& v : values) {
        numbers.push_back(static_cast<Real>(v.real));
        if (!real) numbers.push_back(static_cast<Real>(v.imag));
    }
    std::vector<std::byte> bytes(numbers.size() * sizeof(Real));
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}
std::vector<std::byte> bytes_of(const std::vector<complex_double_double>& values, bool real, precision p) {
    return p == precision::f64 ? bytes_of<double>(values, real) : bytes_of<float>(values, real);
}

template <class Real>
double distance(const std::vector<std::byte>& found, const std::vector<std::byte>& wanted) {
    std::vector<Real> a(found.size() / sizeof(Real)), b(a.size());
    std::memcpy(a.data(), found.data(), found.size());
    std::memcpy(b.data(), wanted.data(), found.size());
    double difference = 0, norm = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const double d = static_cast<double>(a[k]) - static_cast<double>(b[k]);
        difference += d * d;
        norm += static_cast<double>(b[k]) * static_cast<double>(b[k]);
    }
    return std::sqrt(difference / norm);
}

/// The family's own plan. If the device cannot run it, the cheapest plan, which is at least a partial check.
candidate plan_of(const pass_probe& family, const problem& p, const device_description& limits) {
    try {
        if (!family.plan.empty()) return build_plan(p, limits, parse_plan_string(family.plan, default_family(limits)));
    } catch (const unsupported_error&) {  // the device is too small for it
    }
    return std::move(cheapest_plans(p, limits, 1).front());
}

probe probe_of(const pass_probe& family, const device_description& limits) {
    const auto t = parse_transform(family.problem);
    const auto p = make_problem(t);
    const auto chosen = plan_of(family, p, limits);
    std::mt19937 generator(1976);
    sample lines;
    for (std::size_t k = 0; k < t.batch; ++k) add_line(t.kind, t.lengths.front(), generator, lines);
    probe made;
    made.what = '\'' + family.problem + '\'';
    made.launches = to_launches(chosen.plan, limits, true);
    made.input = bytes_of(lines.input, t.kind == kind::r2c, t.precision);
    made.workspace_bytes = host_size(chosen.plan.workspace_bytes, "bytes of workspace");
    auto wanted = bytes_of(lines.output, t.kind == kind::c2r, t.precision);
    made.output_bytes = wanted.size();
    made.error = [wanted = std::move(wanted), p = t.precision](const std::vector<std::byte>& found) {
        return p == precision::f64 ? distance<double>(found, wanted) : distance<float>(found, wanted);
    };
    made.most = std::max(max_error(t.precision), family.tolerance);
    return made;
}

/// The digest of the kernels of all families.
std::string digest_of_families() {
    plan_decisions all;
    for (const auto* family : kernel_families()) all.choices.push_back(family->default_choice());
    return kernel_fingerprint(all);
}

}  // namespace

checked_family probed_family(const pass_probe& family, const device_description& limits) {
    return {family.name, digest_of_families(), [family, limits] { return probe_of(family, limits); }};
}

pass_probe shared_launch_of(const step_plan& plan) {
    if (plan.waits())
        return {"work-groups, two passes in one launch", "c2c f32 256 b3",
                "16*16 : 0.0 items=64 ; 0.1 items=64 ; one_launch"};
    const bool doubles = std::get<pass_step>(plan.steps.front()).precision == precision::f64;
    const std::string number = doubles ? " f64 " : " f32 ";
    return {"lanes," + number + "two passes in one launch", "c2c" + number + "256 b3",
            "16*16 : 0.0 ; 0.1 ; one_launch"};
}

}  // namespace stockham::internal
