// A thread that starts the process late and waits for its end.
#include "compiled_ahead.hpp"

#include <chrono>
#include <csignal>
#include <system_error>

#include <stockham/program_cache.hpp>
#include <sys/wait.h>

#include "child.hpp"

namespace stockham::tools {

namespace {

constexpr std::chrono::milliseconds patience{150};
/// For larger data, two processes at a time need too much memory, and the transform takes longer than compiling.
constexpr std::size_t most_bytes = std::size_t{1} << 28;

bool is_worth_it(const engine& e, const transform& t) {
    return e.description().kind == device_kind::cpu && std::thread::hardware_concurrency() > 1 &&
           !current_program_cache().folder.empty() && input_bytes(t) <= most_bytes && output_bytes(t) <= most_bytes;
}

}  // namespace

compiled_ahead::compiled_ahead(const engine& e, const std::string& device, const transform& t) {
    if (!is_worth_it(e, t)) return;
    std::vector<std::string> arguments{"plan", to_string(t), compile_ahead_option};
    if (!device.empty()) arguments.insert(arguments.end(), {"--device", device});
    try {
        watching_ = std::thread([this, &e, arguments] { watch(e, arguments); });
    } catch (const std::system_error&) {  // no more threads: the command compiles everything itself
    }
}

compiled_ahead::~compiled_ahead() {
    if (!watching_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    ended_.notify_all();
    watching_.join();
}

void compiled_ahead::watch(const engine& e, const std::vector<std::string>& arguments) {
    std::unique_lock lock(mutex_);
    const auto is_over = [this] { return over_; };
    if (ended_.wait_for(lock, patience, is_over) || e.has_planned()) return;
    const pid_t child = start_child(arguments);
    if (child <= 0) return;  // the command compiles everything itself
    ended_.wait(lock, is_over);
    ::kill(child, SIGTERM);
    ::waitpid(child, nullptr, 0);
}

void compile_ahead(const engine& e, const transform& t) {
    const auto p = e.plan(t);
    const device_buffer in = e.buffer(input_bytes(t)), out = e.buffer(output_bytes(t));
    p->execute(e.queue(), in.get(), out.get());
    e.finish();
}

}  // namespace stockham::tools
