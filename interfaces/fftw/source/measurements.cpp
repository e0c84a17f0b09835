// The file: a heading with the version and the names of the columns, then a line for each measurement, with tabs
// between the fields. Each line is appended by a single write, so that processes may share the file. The last line of a
// problem counts. Lines under the heading of another version are left alone.
#include "measurements.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include "base/environment.hpp"
#include "base/own_threads.hpp"
#include "base/plain_text.hpp"
#include "library.hpp"

namespace fftw_device {

namespace {

namespace fs = std::filesystem;

constexpr const char* heading = "#2\tmachine\tthreads\tfftw_seconds\tdevice_seconds\tproblem";
constexpr const char* no_device = "none";  // in place of the device's seconds

std::string environment(const char* name) {
    const char* const value = stockham::internal::from_environment(name);
    return value ? value : "";
}

std::string file_name() {
    if (const auto given = environment("STOCKHAM_FFTW_WISDOM"); !given.empty()) return given == "off" ? "" : given;
    if (const auto base = environment("XDG_CONFIG_HOME"); !base.empty()) return base + "/stockham/fftw.txt";
    if (const auto home = environment("HOME"); !home.empty()) return home + "/.config/stockham/fftw.txt";
    return {};
}

std::string first_line(const fs::path& file, const std::string& start) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
        if (line.compare(0, start.size(), start) == 0) return line;
    return {};
}

/// A word for the machine, the chosen device and the library: homes may be shared by machines with other processors and
/// devices. Calls no OpenCL function, because a program that uses no device must not wait for one.
std::string machine() {
    std::vector<std::string> facts{library_version(), environment("STOCKHAM_DEVICE"),
                                   first_line("/proc/cpuinfo", "model name"),
                                   std::to_string(std::thread::hardware_concurrency())};
    const auto list = [&](const char* folder, const char* file) {
        std::error_code ignored;
        for (const auto& each : fs::directory_iterator(folder, ignored))
            facts.push_back(*file ? first_line(each.path() / file, "") : each.path().filename().string());
    };
    list("/etc/OpenCL/vendors", "");
    list("/sys/class/drm", "device/device");
    list("/proc/driver/nvidia/gpus", "information");
    std::sort(facts.begin(), facts.end());
    std::uint64_t hash = 14695981039346656037u;  // FNV-1a: the same in every build
    for (const auto& fact : facts)
        for (const char c : fact + '\n') hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    std::ostringstream word;
    word.imbue(std::locale::classic());
    word << std::hex << hash;
    return word.str();
}

/// 0 if the text is no time.
double seconds_of(const std::string& text) {
    return std::max(stockham::internal::read_number(text).value_or(0), 0.0);
}

std::string text_of(double seconds) {
    return stockham::internal::number_text(seconds);
}

std::string key_of(const std::string& threads, const std::string& problem) {
    return threads + ' ' + problem;
}

}  // namespace

/// Found once: it takes some hundred microseconds.
const std::string& measurements::here() {
    if (machine_.empty()) machine_ = machine();
    return machine_;
}

void measurements::take(const row& r) {
    if (r.machine != here()) return;
    if (r.device == no_device)
        no_device_ = true;
    else if (const measured_seconds s{seconds_of(r.device), seconds_of(r.fftw)}; s.both())
        all_[key_of(r.threads, r.problem)] = s;
}

void measurements::read() {
    if (is_read_) return;
    is_read_ = true;
    file_ = file_name();
    if (file_.empty()) return;
    std::ifstream in(file_);
    for (std::string line; std::getline(in, line);) {
        if (!line.empty() && line.front() == '#') has_heading_ = line == heading;
        if (!has_heading_) continue;
        std::istringstream fields(line);
        row r;
        if (std::getline(fields, r.machine, '\t') && std::getline(fields, r.threads, '\t') &&
            std::getline(fields, r.fftw, '\t') && std::getline(fields, r.device, '\t') &&
            std::getline(fields, r.problem))
            take(r);
    }
}

void measurements::append(const row& r) {
    if (file_.empty()) return;
    std::string text = has_heading_ ? "" : std::string(heading) + '\n';
    text += r.machine + '\t' + r.threads + '\t' + r.fftw + '\t' + r.device + '\t' + r.problem + '\n';
    stockham::internal::with_blocked_signals([&] {  // a program may limit its files
        std::error_code ignored;
        fs::create_directories(fs::path(file_).parent_path(), ignored);
        std::FILE* const out = std::fopen(file_.c_str(), "a");
        if (!out) return;
        has_heading_ = std::fputs(text.c_str(), out) >= 0;
        has_heading_ = std::fclose(out) == 0 && has_heading_;
    });
}

measured_seconds measurements::recall(const problem& p, int threads) {
    const std::lock_guard lock(mutex_);
    read();
    if (all_.empty()) return {};
    const auto found = all_.find(key_of(std::to_string(threads), to_string(p)));
    return found == all_.end() ? measured_seconds{} : found->second;
}

void measurements::remember(const problem& p, int threads, const measured_seconds& s) {
    const std::lock_guard lock(mutex_);
    read();
    const row r{here(), std::to_string(threads), text_of(s.fftw), text_of(s.device), to_string(p)};
    take(r);
    append(r);
}

bool measurements::has_no_device() {
    const std::lock_guard lock(mutex_);
    read();
    return no_device_;
}

void measurements::remember_no_device() {
    const std::lock_guard lock(mutex_);
    read();
    const row r{here(), "-", "-", no_device, "-"};
    take(r);
    append(r);
}

void measurements::forget() {
    const std::lock_guard lock(mutex_);
    all_.clear();
    no_device_ = false;
}

}  // namespace fftw_device
