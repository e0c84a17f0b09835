// A model of FFTW's speed, and the file of measurements: lines `DEVICE-SECONDS FFTW-SECONDS MACHINE THREADS PROBLEM`,
// each appended by a single write, so that processes may share it. The last line of a problem counts. A machine without
// a device has the line `1 1 MACHINE no device`.
#include "expectation.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>
#include <vector>

#include "host_side.hpp"
#include "library.hpp"
#include "settings.hpp"

namespace fftw_device {

namespace {

std::string file_name() {
    if (const auto given = environment("STOCKHAM_FFTW_WISDOM"); !given.empty()) return given == "off" ? "" : given;
    if (const auto base = environment("XDG_CONFIG_HOME"); !base.empty()) return base + "/stockham/fftw.txt";
    if (const auto home = environment("HOME"); !home.empty()) return home + "/.config/stockham/fftw.txt";
    return {};
}

struct measurements {
    std::mutex mutex;
    std::map<std::string, measured_seconds> all;
    std::string file = file_name();

    measurements() {
        if (file.empty()) return;
        std::ifstream in(file);
        for (std::string line; std::getline(in, line);) {
            std::istringstream fields(line);
            fields.imbue(std::locale::classic());
            measured_seconds seconds;
            std::string key;
            if (fields >> seconds.device >> seconds.fftw && std::getline(fields >> std::ws, key) &&
                seconds.device > 0 && seconds.fftw > 0)
                all[key] = seconds;
        }
    }
};

measurements& known() {
    static auto* const all = new measurements;  // used until the end of the process
    return *all;
}

std::string first_line(const std::filesystem::path& file, const std::string& start) {
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
        for (const auto& each : std::filesystem::directory_iterator(folder, ignored))
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

/// The machine's word, found once.
const std::string& here() {
    static const auto* const word = new std::string(machine());
    return *word;
}

std::string key_of(const problem& p, int threads) {
    return here() + ' ' + std::to_string(threads) + ' ' + to_string(p);
}

std::string key_of_no_device() {
    return here() + " no device";
}

template <class Key>
measured_seconds look_up(const Key& key) {
    auto& k = known();
    const std::lock_guard lock(k.mutex);
    if (k.all.empty()) return {};  // a key takes some hundred microseconds
    const auto found = k.all.find(key());
    return found == k.all.end() ? measured_seconds{} : found->second;
}

void keep(const std::string& key, const measured_seconds& seconds) {
    auto& k = known();
    const std::lock_guard lock(k.mutex);
    k.all[key] = seconds;
    if (k.file.empty()) return;
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(k.file).parent_path(), ignored);
    std::ostringstream line;
    line.imbue(std::locale::classic());
    line << seconds.device << ' ' << seconds.fftw << ' ' << key << '\n';
    if (std::FILE* out = std::fopen(k.file.c_str(), "a")) {
        std::fputs(line.str().c_str(), out);
        std::fclose(out);
    }
}

}  // namespace

double bytes_of(const problem& p) {
    double bytes = 0;
    for (const bool input : {true, false}) {
        const host_side side(p, input);
        bytes += static_cast<double>(side.count()) * static_cast<double>(side.element_bytes());
    }
    return bytes;
}

/// Near the binary logarithm of n >= 1, 0.09 below it at most. The first call of std::log2 takes longer than all else
/// that planning a small problem needs here.
static double logarithm(double n) {
    double whole = 0;
    for (; n >= 2; n /= 2) ++whole;
    return whole + (n - 1);
}

double expected_fftw_seconds(const problem& p, int threads) {
    // Operations per second of one core with wide vectors and data in its cache, the most that FFTW reaches.
    const double rate = p.f64 ? 6e9 : 12e9;
    double log_n = 0;
    for (const auto& d : p.dims) log_n += logarithm(static_cast<double>(d.n));
    return 5 * points(p) * std::max(log_n, 1.0) / (rate * std::max(threads, 1));
}

double least_device_seconds(const problem& p) {
    constexpr double link = 50e9;      // bytes per second of PCI Express 5 with pinned memory
    constexpr double latency = 50e-6;  // of an upload, a launch and a download
    return bytes_of(p) / link + latency;
}

double table_seconds(const problem& p) {
    constexpr double each = 0.5e-6;  // per point of the line, measured on one core
    constexpr std::uint64_t largest_radix = 31;
    double seconds = 0;
    for (const auto& d : p.dims) {
        auto rest = static_cast<std::uint64_t>(d.n);
        for (std::uint64_t prime = 2; prime <= largest_radix; ++prime)
            while (rest > 1 && rest % prime == 0) rest /= prime;
        if (rest > 1) seconds += each * static_cast<double>(d.n);
    }
    return seconds;
}

measured_seconds recall(const problem& p, int threads) {
    return look_up([&] { return key_of(p, threads); });
}

void remember(const problem& p, int threads, const measured_seconds& seconds) {
    keep(key_of(p, threads), seconds);
}

bool recall_no_device() {
    return look_up([] { return key_of_no_device(); }).fftw > 0;
}

void remember_no_device() {
    keep(key_of_no_device(), {1, 1});  // like all lines, two times above 0
}

void forget_measurements() {
    auto& k = known();
    const std::lock_guard lock(k.mutex);
    k.all.clear();
}

}  // namespace fftw_device
