// Times compilations by clocks around calls of OpenCL, and by the states of a kernel's first run.
#include "runtime/programs/compilation.hpp"

#include <chrono>
#include <memory>
#include <new>

#include "base/messages/messages.hpp"
#include "base/plain_text.hpp"

namespace stockham::internal {

namespace {

using clock = std::chrono::steady_clock;

/// A first run. PoCL compiles between CL_SUBMITTED and CL_RUNNING, and reports both from a thread of its own.
struct first_run {
    std::string problem;
    double seconds;  ///< of the build
    std::atomic<clock::time_point> submitted{clock::now()};
};

/// Each callback owns one, so that their order does not matter.
using shared_run = std::shared_ptr<first_run>;

void CL_CALLBACK on_submitted(cl_event, cl_int, void* given) {
    const std::unique_ptr<shared_run> run(static_cast<shared_run*>(given));
    (*run)->submitted = clock::now();
}

void CL_CALLBACK on_running(cl_event, cl_int status, void* given) {
    const std::unique_ptr<shared_run> run(static_cast<shared_run*>(given));
    const std::chrono::duration<double> compiling = clock::now() - (*run)->submitted.load();
    if (status >= 0) note_compilation((*run)->problem, (*run)->seconds + compiling.count());
}

void call_at(cl_event event, cl_int state, void(CL_CALLBACK* call)(cl_event, cl_int, void*), const shared_run& run) {
    auto own = std::make_unique<shared_run>(run);
    if (clSetEventCallback(event, state, call, own.get()) == CL_SUCCESS) static_cast<void>(own.release());
}

}  // namespace

std::atomic<double>& note_limit() noexcept {
    static std::atomic<double> limit{1};
    return limit;
}

void note_compilation(const std::string& problem, double seconds) noexcept {
    if (problem.empty() || seconds < note_limit()) return;
    try {
        say_note("compiling a kernel of '" + problem + "' took " + number_text(seconds, 2) + " s");
    } catch (const std::bad_alloc&) {  // then there is no note
    }
}

void compilation::note_build(const std::string& problem) noexcept {
    if (!goes_on_ && !noted_.exchange(true)) note_compilation(problem, seconds_);
}

void compilation::watch_run(cl_event run, const std::string& problem) noexcept {
    if (!goes_on_.exchange(false)) return;
    try {
        const shared_run watched(new first_run{problem, seconds_});
        call_at(run, CL_SUBMITTED, on_submitted, watched);
        call_at(run, CL_RUNNING, on_running, watched);
    } catch (const std::bad_alloc&) {  // then there is no note
    }
}

}  // namespace stockham::internal
