// Jobs: the public class.
#include <stockham/job.hpp>

#include <utility>

#include <stockham/error.hpp>

#include "job/engine.hpp"
#include "job/problem.hpp"

namespace stockham {
inline namespace v0_2 {

using namespace internal;

struct job::state : job_engine {
    using job_engine::job_engine;
};

job::job(const transform& t, const job_options& options)
    : state_(std::make_unique<state>(transform_job(t, options.plan), options)) {}
job::job(const transform& unit, std::size_t units, const job_options& options)
    : state_(std::make_unique<state>(unit_job(unit, units, options.plan), options)) {}
job::job(const convolution_description& c, const void* spectrum, const job_options& options)
    : state_(std::make_unique<state>(convolution_job(c, spectrum, options.plan), options)) {}
job::~job() = default;
job::job(job&&) noexcept = default;
job& job::operator=(job&&) noexcept = default;

std::size_t job::units() const {
    return get().problem->units;
}
std::size_t job::input_pitch() const {
    return get().problem->input.bytes;
}
std::size_t job::output_pitch() const {
    return get().problem->output.bytes;
}

job::state& job::get() const {
    if (!state_) throw argument_error("job", "the job has been moved from");
    return *state_;
}

job_report job::run(const job_source& source, const job_sink& sink) {
    if (!source) throw argument_error("source", "the source of the job is empty");
    if (!sink) throw argument_error("sink", "the sink of the job is empty");
    job_data data;
    data.read = source;
    data.write = sink;
    return get().run(data);
}

job_report job::run(const void* input, void* output) {
    auto& s = get();
    const auto& p = *s.problem;
    if (!input) throw argument_error("input", "the input of the job is null");
    if (p.in_place && output && output != input)
        throw argument_error("output", "in place, the output must be the input or null");
    if (p.in_place) output = const_cast<void*>(input);
    if (!output) throw argument_error("output", "the output of the job is null");
    const auto* const from = static_cast<const std::byte*>(input) + p.input.offset;
    auto* const to = static_cast<std::byte*>(output) + p.output.offset;
    const auto extent = [&](const unit_side& side) { return p.units ? (p.units - 1) * side.pitch + side.bytes : 0; };
    if (!p.in_place && from < to + extent(p.output) && to < from + extent(p.input))
        throw argument_error("output", "the input and output of the job must not overlap");
    const bool gaps = p.input.pitch != p.input.bytes || p.output.pitch != p.output.bytes;
    job_data data;
    data.read = [&](std::size_t first, std::size_t units, void* there) {
        s.copies.pool()->copy({static_cast<std::byte*>(there), p.input.bytes, from + first * p.input.pitch,
                               p.input.pitch, p.input.bytes, units, true});
    };
    data.write = [&](std::size_t first, std::size_t units, const void* there) {
        s.copies.pool()->copy({to + first * p.output.pitch, p.output.pitch, static_cast<const std::byte*>(there),
                               p.output.bytes, p.output.bytes, units});
    };
    data.in_place = p.in_place;
    if (!gaps) data.shared_input = from, data.shared_output = to;
    if (!gaps && s.options.pinned) data.input = from, data.output = to;
    return s.run(data);
}

}  // namespace v0_2
}  // namespace stockham
