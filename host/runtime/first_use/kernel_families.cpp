// Classifies a plan's steps into kernel families, and defines the transforms that probe them.
#include "runtime/first_use/kernel_families.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <stockham/error.hpp>

#include "base/host_size.hpp"
#include "base/tables/host_dft.hpp"
#include "kernel/fingerprint.hpp"
#include "kernel/launches.hpp"
#include "plan/planner.hpp"
#include "runtime/first_use/first_use.hpp"
#include "runtime/first_use/transpose_families.hpp"
#include "runtime/first_use/trial_run.hpp"

namespace stockham::internal {

namespace {

/// A family of passes: its name, a sample problem, and the plan string that selects its kernels (empty: the cheapest).
struct pass_family {
    std::string name;
    std::string problem;
    std::string plan;
    double tolerance = 0;  ///< accepted error if above that of the precision; 0: the precision's

    bool operator<(const pass_family& other) const { return name < other.name; }
};

/// A length of two stages, and a batch that does not fill whole tiles. Small radices: PoCL takes seconds to compile
/// stages of radix 16.
constexpr const char* some_points = "24";
constexpr const char* half_of_some_points = "12";
constexpr const char* power_of_two = "256";  // word groups and split halves support nothing else
constexpr const char* awkward_points = "47";
constexpr const char* rader_points = "37";
constexpr const char* some_lines = " b19";

pass_family word_group_family_of(const pass_step& s, const std::string& number) {
    const auto& g = *s.word_groups();
    word_group_choice own;
    own.geometry = g.points;
    own.schedule = g.schedule;
    own.conventional = g.conventional;
    own.barrier_per_stage = g.barrier_per_stage;
    own.global_twiddles = g.global_twiddles;
    const auto choice = to_string(pass_choice(own));
    return {"word groups," + choice + number, std::string("c2c") + number + power_of_two + some_lines,
            power_of_two + std::string(" : 0.0") + choice};
}

pass_family halves_family_of(const pass_step& s, const std::string& number) {
    unsigned radix = 4;
    for (const auto& stage : s.stages) radix = std::max(radix, stage.radix);
    const auto choice = " radix=" + std::to_string(radix) + " points=" + std::to_string(std::max(16U, radix)) +
                        " split_half=" + std::to_string(s.split_half());
    constexpr double rounded_matrices = 1e-2;  // radices from 8 on with unsplit half-precision matrices
    // In a small tile some work-items hold fewer points, which compilers handle by different code.
    const bool small = s.tile_points() <= 64;
    const std::string points = small ? "64" : power_of_two;
    return {"products of halves," + choice + (small ? " alone" : "") + " units " +
                std::to_string(static_cast<int>(s.units())),
            "c2c" + number + points + (small ? "" : some_lines), points + " : 0.0" + choice,
            s.split_half() == 1 && radix > 4 ? rounded_matrices : 1e-5};
}

/// The family by the way in which work-items or lanes exchange their points.
pass_family exchange_family_of(const pass_step& s, const std::string& number) {
    const auto problem = std::string("c2c") + number + some_points;
    const auto plan = some_points + std::string(" : 0.0");
    if (s.lanes()) {
        const auto& across = s.tile[s.lanes()->dim].points;
        const bool one_line = across.is == 0 && across.os == 0;
        const auto name = std::to_string(s.lane_count()) + " lanes," + number;
        return one_line ? pass_family{name + "of one line", problem, plan, 0}
                        : pass_family{name + "of many lines", problem + some_lines, plan, 0};
    }
    work_group_choice own;
    own.exchange = s.exchange();
    own.twiddles = s.twiddles();
    const auto choice = to_string(pass_choice(own));
    constexpr double native_sines = 1e-3;  // OpenCL leaves their accuracy to the device
    return {"work-groups," + number + "exchange" + choice, problem + some_lines, plan + choice,
            own.twiddles == twiddle_source::native ? native_sines : 0};
}

/// Real data, either as they are or packed: two real numbers as one complex point, half the length. Paired lines need
/// no family of their own: both belong to one transform, and they load and store like single lines.
pass_family real_family_of(const pass_step& s, const std::string& kind) {
    const bool packed = s.in.packed || s.out.packed;
    const bool from_real = s.in.form.numbers == numbers::real || s.out.mapped || s.out.packed;
    const std::string transform = from_real ? "r2c" : "c2r", number = s.precision == precision::f64 ? " f64 " : " f32 ";
    const auto plan = std::string(packed ? half_of_some_points : some_points) + " : 0.0";
    return {kind + transform + (packed ? " packed" : ""), transform + number + some_points + some_lines, plan, 0};
}

/// The families of a pass: its method, and special loads, stores and lengths.
void add_families(const pass_step& s, std::set<pass_family>& families) {
    const std::string number = s.precision == precision::f64 ? " f64 " : " f32 ";
    const std::string kind = s.lanes() ? "lanes," : "work-groups,";
    if (s.word_groups()) {
        families.insert(word_group_family_of(s, number));
        return;
    }
    if (s.split_half()) {
        families.insert(halves_family_of(s, number));
        return;
    }
    families.insert(exchange_family_of(s, number));
    if (s.in.packed || s.in.mapped || s.out.packed || s.out.mapped || s.paired)
        families.insert(real_family_of(s, kind + number));
    if (!s.inter_pass_twiddles.empty())
        families.insert({kind + number + "twiddle factors between passes",
                         std::string("c2c") + number + power_of_two + some_lines, "16*16 : 0.0 ; 0.1", 0});
    if (s.convolved)
        families.insert({kind + number + "by Rader's", "c2c" + number + rader_points + some_lines,
                         rader_points + std::string(" : 0.0"), 0});
    else if (s.factor)
        families.insert({kind + number + "convolved", "c2c" + number + awkward_points + some_lines, "", 0});
}

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
candidate plan_of(const pass_family& family, const problem& p, const device_description& limits) {
    try {
        if (!family.plan.empty()) return build_plan(p, limits, parse_plan_string(family.plan, own_family_of(limits)));
    } catch (const unsupported_error&) {  // the device is too small for it
    }
    return std::move(cheapest_plans(p, limits, 1).front());
}

probe probe_of(const pass_family& family, const device_description& limits) {
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

checked_family checked(const pass_family& family, const device_description& limits) {
    plan_decisions with_systems;
    work_group_choice halves;
    halves.split_half = 1;
    with_systems.choices = {word_group_choice{}, halves};
    return {family.name, kernel_fingerprint(with_systems), [family, limits] { return probe_of(family, limits); }};
}

/// The family of passes that share a launch.
pass_family shared_launch_of(const step_plan& plan) {
    if (plan.waits())
        return {"work-groups, two passes in one launch", "c2c f32 256 b3",
                "16*16 : 0.0 items=64 ; 0.1 items=64 ; one_launch"};
    const bool doubles = std::get<pass_step>(plan.steps.front()).precision == precision::f64;
    const std::string number = doubles ? " f64 " : " f32 ";
    return {"lanes," + number + "two passes in one launch", "c2c" + number + "256 b3",
            "16*16 : 0.0 ; 0.1 ; one_launch"};
}

struct families_of_plan {
    std::vector<checked_family> steps;
    std::optional<checked_family> shared_launch;
    bool rounded = false;  ///< a family is less accurate than its precision

    std::vector<checked_family> all() const {
        auto both = steps;
        if (shared_launch) both.push_back(*shared_launch);
        return both;
    }
};

families_of_plan families_of(const step_plan& plan, const device_description& limits) {
    std::set<pass_family> passes;
    std::set<element> transposed;
    for (const auto& any : plan.steps) {
        if (const auto* pass = std::get_if<pass_step>(&any))
            add_families(*pass, passes);
        else
            transposed.insert(std::get<tile_transpose>(any).element);
    }
    families_of_plan families;
    for (const auto& family : passes) {
        families.steps.push_back(checked(family, limits));
        families.rounded = families.rounded || family.tolerance > 0;
    }
    for (const auto e : transposed) families.steps.push_back(transpose_family(e, limits));
    if (plan.one_launch) families.shared_launch = checked(shared_launch_of(plan), limits);
    return families;
}

/// The message of an unsupported_error that `examine_it` throws; otherwise empty.
template <class Examine>
std::string fault_of(const Examine& examine_it) {
    try {
        examine_it();
        return {};
    } catch (const unsupported_error& e) {
        return e.what();
    }
}

/// Checks the families by small transforms if the plan itself cannot be run, and records the correct ones.
std::string check_by_small_transforms(context_state& context, cl_device_id device, const families_of_plan& families) {
    if (families.shared_launch) {
        auto fault = fault_of([&] { check_first_use(context, device, *families.shared_launch); });
        if (!fault.empty()) return fault;
    }
    for (const auto& family : families.steps) check_first_use(context, device, family);
    return {};
}

/// Finds the family at fault if the plan itself is wrong. Records nothing, since the small transforms may all pass.
std::string find_fault(context_state& context, cl_device_id device, const families_of_plan& families,
                       const std::string& what, const std::string& why) {
    if (families.shared_launch) {
        auto fault = fault_of([&] { examine(context, device, *families.shared_launch); });
        if (!fault.empty()) return fault;
    }
    for (const auto& family : families.steps) examine(context, device, family);
    const auto& first = families.steps.front().name;
    if (!families.shared_launch) refuse(context.description(device), first, what, why);
    return fault_of([&] { refuse(context.description(device), first, what, why); });
}

}  // namespace

std::string check_plan(context_state& context, cl_device_id device, const step_plan& plan, const executable& kernels,
                       const problem& p, const buffer_needs& needs, const device_description& planned_for) {
    if (!checks_first_use()) return {};
    auto limits = planned_for;
    limits.fp64 = context.description(device).fp64;  // the extension that this device's compiler supports
    const auto families = families_of(plan, limits);
    const auto all = families.all();
    const auto known = [&](const checked_family& family) { return is_known_correct(context, device, family); };
    if (std::all_of(all.begin(), all.end(), known)) return {};
    const auto fault = families.rounded ? std::nullopt : fault_of_trial_run(context, device, kernels, p, needs);
    if (!fault) return check_by_small_transforms(context, device, families);
    if (!fault->empty()) return find_fault(context, device, families, "the plan itself", *fault);
    for (const auto& family : all) record_correct(context, device, family);
    return {};
}

}  // namespace stockham::internal
