// The device of a command: a session that reports long compiling, and a function that runs one transform on it.
#include "engine.hpp"

#include <cstdlib>

#include <fmt/format.h>
#include <stockham/program_cache.hpp>

#include "base/messages/printable.hpp"
#include "fault.hpp"
#include "tools/harness/progress.hpp"

namespace stockham::tools {

namespace {

session_options within(std::size_t memory) {
    session_options options;
    options.memory = memory;
    return options;
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

engine::engine(const std::string& word, std::size_t memory)
    : session(device_of(word), within(memory)), memory_(usable_memory()), imaging_(*this) {
    // Keeps the first context until the process ends. PoCL would take 0.1 s to free its compiler.
    static const cl_int kept = clRetainContext(context());
    static_cast<void>(kept);
}

// One thread at a time: those that wait for the same plan print no note.
std::shared_ptr<const stockham::plan> engine::plan(const transform& t) const {
    const std::lock_guard lock(planning_);
    const harness::late_note note(compiling_text(description()));
    return session::plan(t);
}

std::string compiling_text(const device_description& d) {
    const bool kept = !current_program_cache().folder.empty();
    return fmt::format("compiling kernels for {}{}", internal::printable(d.name), kept ? " (kept in the cache)" : "");
}

void run_transform(const engine& e, const transform& t, void* data) {
    if (const std::string why = e.shortage(t); !why.empty()) throw job_error(to_string(t) + ' ' + why);
    const auto p = e.plan(t);
    const std::size_t output = t.placement == placement::in_place ? 0 : output_bytes(t);
    const auto share = e.take_memory(input_bytes(t) + output + p->workspace_size());
    e.run(*p, data, data);
}

}  // namespace stockham::tools
