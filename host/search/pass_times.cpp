// Measures the choices of passes in turn with a copy of the same bytes.
#include "search/pass_times.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <stockham/error.hpp>

#include "cost/cost.hpp"
#include "decompose/pass_hash.hpp"
#include "families/table.hpp"
#include "lowering/lowering.hpp"
#include "profile/known_profiles.hpp"
#include "search/copy_launch.hpp"

namespace stockham::internal {

namespace {

constexpr std::size_t most_plans = 4;
constexpr std::size_t most_shapes = 3;  // of a pass
constexpr double nearly_least = 1.1;    // times the cheapest: measured, too
constexpr unsigned rounds = 5;

/// The choices of a pass that the cost model prefers, cheapest first, each kernel once.
std::vector<shaped_pass> preferred_shapes(const pass_problem& pass, const device_description& device) {
    std::vector<shaped_pass> all;
    for (const auto& choice : pass_choices(pass, device))
        if (auto shaped = shape_by(pass, device, choice, fidelity::comparable)) all.push_back(std::move(*shaped));
    std::stable_sort(all.begin(), all.end(),
                     [](const shaped_pass& a, const shaped_pass& b) { return a.cost < b.cost; });
    std::vector<shaped_pass> preferred;
    std::set<std::string> known;
    for (const auto& each : all) {
        if (preferred.size() == most_shapes || each.cost > nearly_least * all.front().cost) break;
        auto shaped = shape_by(pass, device, each.choice);
        if (shaped && known.insert(kernel_identity(shaped->step)).second) preferred.push_back(std::move(*shaped));
    }
    return preferred;
}

/// The files of a kernel, sorted.
std::vector<std::string> files_of(const pass_step& s) {
    std::set<std::string> files;
    for (const auto& file : family_of(s).text(s, double_support::khr, {}).files) files.insert(file.path);
    return {files.begin(), files.end()};
}

}  // namespace

std::vector<pass_options> passes_to_measure(const problem& p, const device_description& device,
                                            std::uint64_t& workspace_bytes) {
    workspace_bytes = 0;
    std::vector<pass_options> all;
    std::set<std::pair<std::uint64_t, data_place>> known;
    double most = infinite;
    for (const auto& c : cheapest_plans(p, device, most_plans)) {
        if (!c.how.system.empty() || c.plan.one_launch || c.cost > most) continue;
        most = std::min(most, nearly_least * c.cost);
        const auto form = matching_form(c.how, p);
        auto found = passes_of(form, c.how.sequence, places_of(form));
        workspace_bytes = std::max(workspace_bytes, found.workspace_elements * element_size(p.precision));
        for (auto& pass : found.passes)
            if (can_measure(pass, device) && known.emplace(pass_hash(pass), place_of(pass.plan_bytes, device)).second) {
                auto shapes = preferred_shapes(pass, device);
                all.push_back({std::move(pass), std::move(shapes)});
            }
    }
    return all;
}

bool can_measure(const pass_problem& pass, const device_description& device) {
    return device.vector_bytes || place_of(pass.plan_bytes, device) == data_place::memory;
}

pass_measurement unmeasured(const pass_options& options, const shaped_pass& shaped, const device_description& device,
                            const std::string& problem) {
    pass_measurement m;
    m.pass = pass_hash(options.pass);
    m.choice = to_string(shaped.choice);
    m.kernels = files_of(shaped.step);
    m.place = place_of(options.pass.plan_bytes, device);
    m.bytes = shaped.traffic.bytes;
    m.predicted = model_prediction{shaped.device_seconds / shaped.traffic.correction, problem};
    return m;
}

std::vector<launch> launches_to_measure(const std::vector<pass_options>& passes, const device_description& device) {
    std::vector<launch> all{launch_of_copy(1, device)};
    std::set<std::string> known;
    for (const auto& each : passes)
        for (const auto& shaped : each.shapes)
            if (auto l = to_launch(shaped.step, device.fp64); known.insert(program_digest(l)).second)
                all.push_back(std::move(l));
    return all;
}

double without_launch(double seconds_each, const device_description& device) {
    constexpr double least = 0.2;  // of the time: the gap of a profile may be too long for this host
    return std::max(seconds_each - profile_of(device).launches.gap, least * seconds_each);
}

pass_timer::pass_timer(trials& all, const bed_sizes& sizes, const device_description& device)
    : trials_(all), sizes_(sizes), device_(device) {}

double pass_timer::copy_seconds(std::uint64_t bytes) const {
    return without_launch(copy_->median(), device_) * static_cast<double>(bytes) / static_cast<double>(2 * copied_);
}

void pass_timer::make_copy(const pass_problem& pass) {
    constexpr std::uint64_t element = 16;
    const auto each = (pass.in_bytes() + pass.out_bytes()) / 2;
    const auto copied = std::max(element, std::min({each, sizes_.input, sizes_.output}) / element * element);
    if (!copy_ || copied != copied_) {
        copied_ = copied;
        copy_.emplace();
        copy_->repeats = 1U << 20;
        copy_->kernels = trials_.compiled({launch_of_copy(copied, device_)});
        if (!copy_->kernels) throw unsupported_error("measurements", "the device does not compile a copy");
    }
    copy_->samples.clear();
}

void pass_timer::time_copy(const pass_problem& pass) {
    make_copy(pass);
    for (unsigned round = 0; round < rounds; ++round) trials_.sample(*copy_);
}

std::vector<std::optional<double>> pass_timer::seconds_of(const pass_options& options) {
    std::vector<std::optional<runner>> runners;
    bool first = true;
    for (const auto& shaped : options.shapes) {
        auto r = trials_.make_pass(shaped.step, options.pass);
        if (r && trials_.is_right(*r, first))
            first = false;
        else
            r.reset();
        runners.push_back(std::move(r));
    }
    std::vector<std::optional<double>> seconds(runners.size());
    if (first) return seconds;
    make_copy(options.pass);
    for (unsigned round = 0; round < rounds; ++round) {
        trials_.sample(*copy_);
        for (auto& r : runners)
            if (r) trials_.sample(*r);
    }
    for (std::size_t k = 0; k < runners.size(); ++k)
        if (runners[k]) seconds[k] = device_seconds(*runners[k]);
    return seconds;
}

void add_measured(pass_measurements& to, pass_measurement m, double seconds, const pass_timer& timer) {
    const double copy = timer.copy_seconds(m.bytes);
    m.copies = seconds / copy;
    m.predicted->copies /= copy;
    to.add_copy(m.bytes, static_cast<double>(m.bytes) / copy);
    to.add(std::move(m));
}

}  // namespace stockham::internal
