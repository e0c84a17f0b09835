// The table of stages, and the child's side of the pipe.
#include "report/stage.hpp"

#include <algorithm>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/messages/printable.hpp"
#include "fault.hpp"

namespace stockham::tools::report {

namespace {

using clock = std::chrono::steady_clock;

/// Moves the pipe away from the standard output, where compilers of drivers print.
int take_standard_output() {
    const int pipe = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    return pipe;
}

void write_row(int to, const row& r) {
    const std::string line = line_of(r);
    // A pipe takes a line of this size at once. If the parent is gone, this process ends with it.
    if (::write(to, line.data(), line.size()) != static_cast<ssize_t>(line.size())) ::_exit(exit_failed);
}

}  // namespace

stage_run::stage_run(const stage_options& o)
    : options_(o), output_(take_standard_output()),
      end_(clock::now() + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(o.seconds))) {}

const engine& stage_run::device() {
    if (!engine_) engine_.emplace(options_.device);
    return *engine_;
}

bool stage_run::has_double() {
    return !options_.single_precision && device().description().fp64 != double_support::none;
}

void stage_run::begin(std::size_t k, std::size_t count, const std::string& name) {
    if (clock::now() >= end_) throw time_is_up();
    add({item_row, std::to_string(k), std::to_string(count), name});
}

void stage_run::add(const row& r) const {
    write_row(output_, r);
}

const std::vector<stage>& stages() {
    static const std::vector<stage> all = {
        {"execution", run_execution, 0.10, true},
        {"checks", run_checks, 0.25, true},
        {"calibration", run_calibration, 0.35, false},
        {"pow2", run_pow2, 0.15, true},
        {"images", run_images, 0.15, true},
    };
    return all;
}

const stage& stage_named(const std::string& name) {
    const auto& all = stages();
    const auto found = std::find_if(all.begin(), all.end(), [&](const stage& s) { return s.name == name; });
    if (found == all.end()) throw usage_error(name + " is not a stage");
    return *found;
}

void run_in_child(const stage& s, const stage_options& o) {
    stage_run run(o);
    try {
        s.run(run);
        run.add({end_row, "all"});
    } catch (const time_is_up&) {
        run.add({end_row, "time"});
    } catch (const std::exception& e) {
        run.add({end_row, "fault", impersonal(e.what())});
    }
}

}  // namespace stockham::tools::report
