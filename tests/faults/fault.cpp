// Settings, counters and the log of the layer.
#include "fault.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace faults {

namespace {

constexpr std::string_view prefix = "STOCKHAM_FAULT_";

[[noreturn]] void refuse(std::string_view variable, std::string_view value, const std::string& why) {
    throw std::invalid_argument(std::string(variable) + " is '" + std::string(value) + "': " + why);
}

template <class Number>
Number number(std::string_view variable, std::string_view value, Number least, Number most, const std::string& what) {
    Number n{};
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), n);
    if (error != std::errc() || end != value.data() + value.size() || n < least || n > most)
        refuse(variable, value, "must be " + what);
    return n;
}

bool starts_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

/// Objects are released even on a lost device, so these fail only where their names are given.
bool counts_references(std::string_view name) {
    return starts_with(name, "clRelease") || starts_with(name, "clRetain");
}

template <class Predicate>
function_set functions_where(const Predicate& is_meant) {
    function_set all;
    for (std::size_t k = 0; k < function_count; ++k) all[k] = can_fail[k] && is_meant(names[k]);
    return all;
}

function_set functions_like(std::string_view pattern) {
    if (pattern == "any") return functions_where([](auto name) { return !counts_references(name); });
    if (!pattern.empty() && pattern.back() == '*') {
        pattern.remove_suffix(1);
        return functions_where([&](auto name) { return starts_with(name, pattern) && !counts_references(name); });
    }
    return functions_where([&](auto name) { return name == pattern; });
}

}  // namespace

function_set functions_of(std::string_view call) {
    function_set all;
    for (bool more = true; more;) {
        const auto comma = call.find(',');
        const auto pattern = call.substr(0, comma);
        const auto found = functions_like(pattern);
        if (found.none()) refuse("STOCKHAM_FAULT_CALL", pattern, "no OpenCL function of this name can fail");
        all |= found;
        more = comma != call.npos;
        call.remove_prefix(more ? comma + 1 : call.size());
    }
    return all;
}

namespace {

/// "4100:0": the number of a question of clGetDeviceInfo, and the number to answer.
void read_answer(settings& s, std::string_view name, std::string_view value) {
    const auto colon = std::min(value.find(':'), value.size());
    const auto read = [&](std::string_view text, auto least) {
        return number(name, text, least, std::numeric_limits<decltype(least)>::max(), "QUESTION:NUMBER");
    };
    s.question = read(value.substr(0, colon), cl_device_info{1});
    s.answer = read(value.substr(std::min(colon + 1, value.size())), cl_ulong{0});
}

}  // namespace

settings from_environment() {
    settings s;
    bool needs_call = false;
    for (char** variable = environ; *variable; ++variable) {
        const std::string_view assignment = *variable;
        if (!starts_with(assignment, prefix)) continue;
        const auto equals = std::min(assignment.find('='), assignment.size() - 1);
        const auto name = assignment.substr(0, equals), value = assignment.substr(equals + 1);
        const auto flag = [&] { return number(name, value, 0, 1, "0 or 1") == 1; };
        const auto field = name.substr(prefix.size());
        needs_call = needs_call || (field != "CALL" && field != "DEVICE" && field != "LOG" && field != "ANSWER");
        if (field == "CALL")
            s.call = value;
        else if (field == "AT")
            s.at = number(name, value, 1L, std::numeric_limits<long>::max(), "a number from 1");
        else if (field == "CODE")
            s.code = number(name, value, cl_int{-1'000'000}, cl_int{-1}, "a number from -1000000 to -1");
        else if (field == "DEVICE")
            s.device = value;
        else if (field == "FOREVER")
            s.forever = flag();
        else if (field == "EVENTS")
            s.events = flag();
        else if (field == "HANG")
            s.hang = flag();
        else if (field == "SKIP")
            s.skip = flag();
        else if (field == "DELAY")
            s.delay = number(name, value, 0.0, 3600.0, "a number of seconds");
        else if (field == "ANSWER")
            read_answer(s, name, value);
        else if (field != "LOG")
            throw std::invalid_argument("there is no variable " + std::string(name));
    }
    if (needs_call && s.call.empty())
        throw std::invalid_argument("STOCKHAM_FAULT_CALL must name the function that shall fail");
    return s;
}

log_file::log_file(const char* name) {
    if (!name || !*name) return;
    file_ = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file_ < 0) refuse("STOCKHAM_FAULT_LOG", name, std::strerror(errno));
}

log_file::~log_file() {
    if (file_ >= 0) close(file_);
}

void log_file::add(const std::string& line) const {
    const auto text = line + '\n';
    if (file_ >= 0 && write(file_, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        end_process("cannot write STOCKHAM_FAULT_LOG");
}

fault::fault(settings s, const dispatch& target, const log_file& log)
    : settings_(std::move(s)), failing_(settings_.call.empty() ? function_set() : functions_of(settings_.call)),
      directory_(target), log_(log) {
    if (settings_.at < 1) refuse("STOCKHAM_FAULT_AT", std::to_string(settings_.at), "must be a number from 1");
    if (settings_.code >= 0) refuse("STOCKHAM_FAULT_CODE", std::to_string(settings_.code), "must be below 0");
    if (settings_.hang && (settings_.forever || settings_.events))
        throw std::invalid_argument(
            "STOCKHAM_FAULT_HANG cannot be combined with STOCKHAM_FAULT_FOREVER or STOCKHAM_FAULT_EVENTS");
    if (settings_.skip && (settings_.forever || settings_.events || settings_.hang))
        throw std::invalid_argument(
            "STOCKHAM_FAULT_SKIP cannot be combined with STOCKHAM_FAULT_FOREVER, _EVENTS or _HANG");
}

bool fault::concerns(const std::vector<cl_device_id>& devices) {
    if (settings_.device.empty()) return true;
    std::call_once(listed_, [&] {
        chosen_ = directory_.named(settings_.device);
        if (chosen_.empty())
            end_process("STOCKHAM_FAULT_DEVICE is '" + settings_.device + "': there is no such device");
    });
    return std::find_first_of(devices.begin(), devices.end(), chosen_.begin(), chosen_.end()) != devices.end();
}

cl_int fault::count(function f) {
    const auto k = static_cast<std::size_t>(f);
    ++calls_[k];
    if (!failing_[k]) return CL_SUCCESS;
    const long turn = ++turn_;
    if (turn < settings_.at || (turn > settings_.at && !settings_.forever)) return CL_SUCCESS;
    const auto call = std::string(name_of(f)) + ' ' + std::to_string(turn);
    if (settings_.delay > 0) {
        log_.add("slow " + call);
        std::this_thread::sleep_for(std::chrono::duration<double>(settings_.delay));
        return CL_SUCCESS;
    }
    if (may_lose_commands() && turn == settings_.at) {
        lost_ = true;
        log_.add((settings_.hang ? "hang " : settings_.skip ? "skip " : "lost ") + call);
    }
    if (may_lose_commands() && !settings_.forever) return CL_SUCCESS;
    log_.add("failed " + call + ' ' + std::to_string(settings_.code));
    return settings_.code;
}

void fault::change_answer(cl_device_info question, std::size_t bytes, void* value) const {
    if (settings_.question == 0 || question != settings_.question || !value) return;
    std::memset(value, 0, bytes);
    std::memcpy(value, &settings_.answer, std::min(bytes, sizeof settings_.answer));
}

long fault::calls(const function_set& functions) const {
    long sum = 0;
    for (std::size_t k = 0; k < function_count; ++k)
        if (functions[k]) sum += calls_[k];
    return sum;
}

void fault::write_counts() const {
    for (std::size_t k = 0; k < function_count; ++k)
        if (const long n = calls_[k]) log_.add("calls " + std::string(names[k]) + ' ' + std::to_string(n));
    log_.add("calls any " + std::to_string(calls(functions_of("any"))));
}

void end_process(const std::string& what) {
    std::fprintf(stderr, "stockham-faults: %s\n", what.c_str());
    std::_Exit(2);
}

}  // namespace faults
