// Child processes of this program that compile candidates ahead of the process that measures.
#include "compile_jobs.hpp"

#include <algorithm>
#include <charconv>
#include <csignal>

#include <fmt/format.h>
#include <sys/wait.h>

#include "base/messages/printable.hpp"
#include "child.hpp"
#include "command/command.hpp"
#include "fault.hpp"

namespace stockham::tools {

shard parse_shard(const std::string& text) {
    shard s;
    const char* end = text.data() + text.size();
    const auto number = std::from_chars(text.data(), end, s.number);
    const bool slash = number.ec == std::errc() && number.ptr != end && *number.ptr == '/';
    const auto count = slash ? std::from_chars(number.ptr + 1, end, s.count) : number;
    if (!slash || count.ec != std::errc() || count.ptr != end || s.number >= s.count)
        throw usage_error(fmt::format("{}: {} is not a shard, such as 0/4", shard_option, internal::in_quotes(text)));
    return s;
}

compile_jobs::compile_jobs(unsigned count, const std::vector<std::string>& arguments) {
    for (unsigned k = 0; k < count; ++k) {
        std::vector<std::string> own = arguments;
        own.insert(own.end(), {shard_option, fmt::format("{}/{}", k, count)});
        const pid_t child = start_child(own);
        if (child > 0) running_.push_back(child);
    }
    if (running_.size() < count)
        print_remark(fmt::format("{} of {} compiling processes did not start", count - running_.size(), count));
}

compile_jobs::~compile_jobs() {
    for (const pid_t child : running_) ::kill(child, SIGTERM);
    for (const pid_t child : running_) ::waitpid(child, nullptr, 0);
}

void compile_jobs::reap() {
    bool failed = false;
    const auto has_ended = [&](pid_t child) {
        int status = 0;
        if (::waitpid(child, &status, WNOHANG) == 0) return false;
        failed = failed || status != 0;
        return true;
    };
    running_.erase(std::remove_if(running_.begin(), running_.end(), has_ended), running_.end());
    if (failed && !reported_) print_remark("a compiling process failed; the search continues without it");
    reported_ = reported_ || failed;
}

}  // namespace stockham::tools
