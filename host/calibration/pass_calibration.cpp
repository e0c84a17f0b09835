// Measures the passes of problems and adds them to the file of a device.
#include <stockham/calibration.hpp>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>

#include <stockham/device.hpp>
#include <stockham/transform.hpp>

#include "base/files/settings_file.hpp"
#include "base/messages/printable.hpp"
#include "calibration/bench.hpp"
#include "profile/known_measurements.hpp"
#include "profile/known_profiles.hpp"
#include "runtime/execute/execution.hpp"
#include "search/collected_passes.hpp"
#include "search/pass_times.hpp"
#include "search/tuner.hpp"

namespace stockham {

namespace internal {

namespace {

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point start) {
    return std::chrono::duration<double>(clock::now() - start).count();
}

/// The device with predictions by the model alone.
device_description predicted_device(context_state& context, cl_device_id id) {
    auto d = probed_description(context, id);
    d.profile = without_measurements(device_profile::known(d));
    return d;
}

/// A problem that the device can measure, with its passes.
struct measured_problem {
    problem what;
    std::vector<pass_options> passes;
    bed_sizes sizes;
};

/// Empty if the device cannot measure it, or none of its passes.
std::optional<measured_problem> passes_of_problem(const transform& t, const device_description& device) {
    if (t.precision == precision::f64 && device.fp64 == double_support::none) return {};
    auto p = make_problem(t);
    if (!can_tune(p)) return {};
    std::uint64_t workspace = 0;
    auto passes = passes_to_measure(p, device, workspace);
    if (passes.empty()) return {};
    auto sizes = sizes_of(p, workspace);
    sizes.input = std::max(sizes.input, sizes.output);  // also copies need an input
    if (std::max(sizes.input, sizes.workspace) > most_bench_bytes(device)) return {};
    return measured_problem{std::move(p), std::move(passes), sizes};
}

class pass_campaign {
  public:
    pass_campaign(cl_context context, cl_device_id id, const pass_calibration_options& options)
        : state_(context, purpose::trial), id_(id), options_(options), device_(predicted_device(state_, id)),
          fresh_(measured_device_of(device_, profile_of(device_).digest)) {
        result_.file = options.file.empty() ? user_measurements_file(device_) : options.file;
        known_ = measurements_in(result_.file, fresh_.device());
        // Fails now rather than after the measurements if the file cannot be written.
        keep_measurements(fresh_, result_.file);
        problems_ = known_.problems();
    }

    pass_calibration operator()(const std::vector<std::string>& problems) {
        try {
            for (const auto& text : problems) {
                if (options_.time_limit > 0 && seconds_since(start_) > options_.time_limit) break;
                if (options_.progress && !options_.progress({result_.done, problems.size(), result_.measured, text}))
                    break;
                measure(text);
                ++result_.done;
                constexpr double apart = 20;
                if (seconds_since(kept_) > apart) keep();
            }
        } catch (...) {
            keep();
            throw;
        }
        keep();
        return result_;
    }

  private:
    void keep() {
        if (fresh_.size() > 0) keep_measurements(fresh_, result_.file);
        fresh_ = pass_measurements(fresh_.device());
        kept_ = clock::now();
    }

    void measure(const std::string& text) {
        const auto t = parse_transform(text);
        if (problems_.count(text) > 0) {
            ++result_.known;
            return;
        }
        auto found = passes_of_problem(t, device_);
        if (!found) {
            ++result_.skipped;
            return;
        }
        const auto is_known = [&](const pass_options& pass) {
            return std::all_of(pass.shapes.begin(), pass.shapes.end(), [&](const shaped_pass& shaped) {
                return known_.has(unmeasured(pass, shaped, device_, text));
            });
        };
        auto& passes = found->passes;
        passes.erase(std::remove_if(passes.begin(), passes.end(), is_known), passes.end());
        if (passes.empty()) {
            ++result_.known;
            return;
        }
        trials all(state_, id_, found->what, device_, found->sizes);
        pass_timer timer(all, found->sizes, device_);
        for (const auto& pass : passes) add(pass, timer, text);
        problems_.insert(text);
    }

    void add(const pass_options& pass, pass_timer& timer, const std::string& text) {
        const auto seconds = timer.seconds_of(pass);
        for (std::size_t k = 0; k < seconds.size(); ++k) {
            if (!seconds[k]) {
                ++result_.rejected;
                continue;
            }
            auto m = unmeasured(pass, pass.shapes[k], device_, text);
            known_.add(m);
            add_measured(fresh_, std::move(m), *seconds[k], timer);
            ++result_.measured;
        }
    }

    context_state state_;
    cl_device_id id_;
    const pass_calibration_options& options_;
    device_description device_;
    pass_measurements known_, fresh_;
    std::set<std::string> problems_;
    pass_calibration result_;
    clock::time_point start_ = clock::now(), kept_ = start_;
};

}  // namespace

}  // namespace internal

using namespace internal;

pass_calibration v0_2::calibrate_passes(cl_context context, cl_device_id device,
                                        const std::vector<std::string>& problems,
                                        const pass_calibration_options& options) {
    check_device(context, device);
    for (const auto& text : problems) check(parse_transform(text));
    return pass_campaign(context, device, options)(problems);
}

std::string v0_2::compact_passes(const std::string& file) {
    const auto read = read_settings(file);
    if (!read.fault.empty()) throw argument_error("measurements", "cannot read " + in_quotes(file) + ": " + read.fault);
    return pass_measurements::parse(read.text, in_quotes(file)).text(pass_measurements::detail::compact);
}

pass_collection::pass_collection() {
    collect_passes(true);
}

pass_collection::~pass_collection() {
    collect_passes(false);
}

std::size_t pass_collection::keep() {
    std::size_t count = 0;
    for (const auto& [file, passes] : take_collected_passes()) {
        keep_measurements(passes, file);
        count += passes.size();
    }
    return count;
}

std::size_t v0_2::compile_passes(cl_context context, cl_device_id device, const std::vector<std::string>& problems,
                                 const std::string& file, unsigned shard, unsigned shards) {
    check_device(context, device);
    if (shards == 0) throw argument_error("shards", "shards: must be at least 1");
    context_state state(context, purpose::trial);
    const auto limits = predicted_device(state, device);
    const auto known = measurements_in(file.empty() ? user_measurements_file(limits) : file,
                                       measured_device_of(limits, profile_of(limits).digest))
                           .problems();
    std::size_t count = 0;
    for (std::size_t k = shard; k < problems.size(); k += shards) {
        if (known.count(problems[k]) > 0) continue;
        const auto found = passes_of_problem(parse_transform(problems[k]), limits);
        if (!found) continue;
        for (const auto& l : launches_to_measure(found->passes, limits)) {
            try {
                state.program(device, l);
                ++count;
            } catch (const opencl_error&) {  // the measurement skips it, too
            }
        }
    }
    return count;
}

}  // namespace stockham
