// What the commands that use the imaging library share.
#include "command/imaging_work.hpp"

#include <algorithm>
#include <atomic>
#include <memory>

#include <fmt/format.h>
#include <stockham/error.hpp>

#include "fault.hpp"
#include "interrupt.hpp"
#include "tools/harness/progress.hpp"
#include "words.hpp"

namespace stockham::tools {

void with_files(const array_files& files, const std::function<void()>& work) {
    try {
        work();
    } catch (const argument_error& e) {
        const std::string what = e.what(), prefix = e.field() + ": ";
        const std::string why = what.rfind(prefix, 0) == 0 ? what.substr(prefix.size()) : what;
        if (const auto file = files.find(e.field()); file != files.end())
            throw job_error(fmt::format("{}: {}", file->second, why));
        std::string option = e.field();
        std::replace(option.begin(), option.end(), '_', '-');
        throw usage_error(fmt::format("--{}: {}", option, why));
    }
}

void compute(const engine& e, const array_files& files, const std::function<void()>& work) {
    static std::atomic<bool> is_first = true;
    const harness::late_note note(compiling_text(e.description()), is_first.exchange(false));
    with_files(files, work);
}

void with_progress(const std::string& what, bool wanted,
                   const std::function<void(const imaging::progress_function&)>& work) {
    if (!wanted) return work({});
    const interrupt_watch watch;
    std::unique_ptr<harness::progress_bar> bar;
    const auto text = [&](std::size_t done, std::size_t total, double seconds) {
        std::string line = harness::bar_text(done, total) + fmt::format("  {} of {} {}", done, total, what);
        if (done > 0 && seconds > 0)
            line += "  " +
                    harness::clock_text(seconds / static_cast<double>(done) * static_cast<double>(total - done)) +
                    " left";
        return line;
    };
    try {
        work([&](const imaging::progress& now) {
            if (!bar) bar = std::make_unique<harness::progress_bar>(now.total, true, text);
            bar->show(now.done);
            return !watch.requested();
        });
    } catch (const imaging::cancelled_error&) {
        throw interrupted_error("interrupted: nothing is written");
    }
}

void add_device_memory_option(CLI::App& command, std::size_t& bytes) {
    command
        .add_option("--memory", bytes,
                    "Limit of the memory on the device, such as 512M or 4G (default: STOCKHAM_MEMORY, else 90 % of "
                    "it, on a CPU 45 %); more is done in tiles")
        ->type_name("BYTES")
        ->transform(amount_of_memory());
}

}  // namespace stockham::tools
