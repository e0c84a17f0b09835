// OpenCL for the command: a device with its context, and a function that runs one transform.
#include "engine.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include <fmt/format.h>
#include <stockham/program_cache.hpp>

#include "base/messages/printable.hpp"
#include "bytes.hpp"
#include "fault.hpp"
#include "tools/harness/progress.hpp"

namespace stockham::tools {

namespace {

// Leaves some memory for the driver and other programs.
std::size_t usable_memory(const device_description& d) {
    return d.global_memory == 0 ? ~std::size_t{0} : d.global_memory / 10 * 9;
}

// Keeps the first context until the process ends. PoCL would take 0.1 s to free its compiler.
void keep_first(cl_context context) {
    static const auto* kept = new harness::context_object(harness::context_object::retained(context));
    static_cast<void>(kept);
}

}  // namespace

cl_device_id device_of(const std::string& word) {
    try {
        return choose_device(word);
    } catch (const argument_error& e) {
        const char* preset = std::getenv("STOCKHAM_DEVICE");
        const bool asked = !word.empty() || (preset != nullptr && *preset != '\0');
        if (!asked || devices().empty()) throw job_error(e.what());
        throw usage_error(fmt::format("{}: {}", word.empty() ? "STOCKHAM_DEVICE" : "--device", e.what()));
    }
}

engine::engine(const std::string& word, std::size_t memory) : engine(device_of(word), memory) {}

engine::engine(cl_device_id device, std::size_t memory)
    : device_(device), description_(describe(device_)), memory_(usable_memory(description_)),
      context_(harness::make_context(device_)) {
    if (memory != 0) memory_ = std::min(memory_, memory);
    shared_ = std::make_unique<shared_by_threads>(memory_);
    keep_first(context());
    session_.emplace(context());
}

plan engine::make_plan(const transform& t) const {
    const harness::late_note note(compiling_text(description_));
    plan made(context(), device_, t);
    shared_->has_planned = true;
    return made;
}

std::shared_ptr<const plan> engine::shared_plan(const transform& t) const {
    constexpr std::size_t most_plans = 16;
    const std::string key = to_string(t);
    const std::lock_guard lock(shared_->planning);
    auto& plans = shared_->plans;
    if (const auto found = plans.find(key); found != plans.end()) return found->second;
    if (plans.size() >= most_plans) plans.clear();
    return plans[key] = std::make_shared<const plan>(make_plan(t));
}

const imaging::engine& engine::imaging() const {
    const std::lock_guard lock(shared_->planning);
    auto& made = shared_->imaging;
    if (!made) {
        imaging::engine_options options;
        options.memory = memory_;
        made = std::make_unique<const imaging::engine>(context(), device_, options);
    }
    return *made;
}

harness::queue_object engine::make_queue(cl_command_queue_properties properties) const {
    return harness::make_queue(context(), device_, properties);
}

harness::memory_object engine::make_buffer(std::size_t bytes, cl_mem_flags flags) const {
    return harness::make_buffer(context(), bytes, flags);
}

std::string compiling_text(const device_description& d) {
    const bool kept = !current_program_cache().folder.empty();
    return fmt::format("compiling kernels for {}{}", internal::printable(d.name), kept ? " (kept in the cache)" : "");
}

bool engine::shares_memory() const {
    cl_bool shared = CL_FALSE;
    check_cl(clGetDeviceInfo(device_, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof shared, &shared, nullptr),
             "clGetDeviceInfo");
    return shared == CL_TRUE;
}

std::string engine::shortage(const std::string& job, const std::vector<std::size_t>& buffers) const {
    const std::size_t largest = *std::max_element(buffers.begin(), buffers.end());
    if (const std::size_t most = description_.max_allocation; most != 0 && largest > most)
        return fmt::format("{} needs a buffer of {}; the largest buffer on {} is {}", job, bytes_text(largest),
                           description_.name, bytes_text(most));
    const std::size_t all = std::accumulate(buffers.begin(), buffers.end(), std::size_t{0});
    if (all > memory_)
        return fmt::format("{} needs {} on the device and the limit is {}", job, bytes_text(all), bytes_text(memory_));
    return {};
}

void run_transform(const engine& e, const transform& t, void* data) {
    run_transform(e, t, data, data);
}

void run_transform(const engine& e, const transform& t, const void* in, void* out) {
    if (const std::string shortage = try_transform(e, t, in, out); !shortage.empty()) throw job_error(shortage);
}

std::string try_transform(const engine& e, const transform& t, const void* in, void* out) {
    // Planning may take seconds, so the buffers are checked before it, without the workspace.
    const bool in_place = t.placement == placement::in_place;
    const std::size_t input_size = in_place ? std::max(input_bytes(t), output_bytes(t)) : input_bytes(t);
    std::vector<std::size_t> needed = {input_size};
    if (!in_place) needed.push_back(output_bytes(t));
    if (std::string shortage = e.shortage(to_string(t), needed); !shortage.empty()) return shortage;
    const std::shared_ptr<const plan> p = e.shared_plan(t);
    needed.push_back(p->workspace_size());
    if (std::string shortage = e.shortage(to_string(t), needed); !shortage.empty()) return shortage;
    const auto share = e.take_memory(std::accumulate(needed.begin(), needed.end(), std::size_t{0}));
    const harness::memory_object from = e.make_buffer(input_size);
    harness::memory_object to;
    if (!in_place) to = e.make_buffer(output_bytes(t));
    const cl_mem result = in_place ? from.get() : to.get();
    // Without a workspace of their own, threads would wait for each other.
    harness::memory_object workspace;
    if (p->workspace_size() > 0) workspace = e.make_buffer(p->workspace_size());
    const harness::queue_object queue = e.make_queue();
    check_cl(clEnqueueWriteBuffer(queue.get(), from.get(), CL_TRUE, 0, input_size, in, 0, nullptr, nullptr),
             "clEnqueueWriteBuffer");
    const harness::event_object done(p->enqueue(queue.get(), from.get(), to.get(), workspace.get()));
    const cl_event wait = done.get();
    check_cl(clEnqueueReadBuffer(queue.get(), result, CL_TRUE, 0, output_bytes(t), out, 1, &wait, nullptr),
             "clEnqueueReadBuffer");
    return {};
}

}  // namespace stockham::tools
