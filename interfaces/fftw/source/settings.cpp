// The variables of this library; writes the log.
#include "settings.hpp"

#include <unistd.h>

#include <cstdio>
#include <mutex>
#include <set>

#include "base/environment.hpp"

namespace fftw_device {

namespace {

mode read_mode() noexcept {
    const char* value = stockham::internal::from_environment("STOCKHAM_FFTW");
    const std::string word = value ? value : "";
    if (word.empty() || word == "auto") return mode::automatic;
    if (word == "device") return mode::device;
    if (word == "fftw") return mode::fftw;
    complain("STOCKHAM_FFTW=" + word + " is ignored: it must be auto, device or fftw");
    return mode::automatic;
}

std::mutex& writing() {
    static auto* const mutex = new std::mutex;
    return *mutex;
}

}  // namespace

mode chosen_mode() noexcept {
    static const mode chosen = read_mode();
    return chosen;
}

bool logs() noexcept {
    const char* name = stockham::internal::from_environment("STOCKHAM_FFTW_LOG");
    return name && *name;
}

void log(const std::string& line) noexcept {
    const char* name = stockham::internal::from_environment("STOCKHAM_FFTW_LOG");
    if (!name || !*name) return;
    const std::string_view where = name;
    const bool on_stderr = where == "1" || where == "stderr";
    const std::lock_guard lock(writing());
    std::FILE* file = on_stderr ? stderr : std::fopen(name, "a");
    if (!file) return;
    std::fprintf(file, "stockham-fftw[%d]: %s\n", static_cast<int>(getpid()), line.c_str());
    if (!on_stderr) std::fclose(file);
}

void complain(const std::string& line) noexcept {
    try {
        static auto* const said = new std::set<std::string>;
        {
            const std::lock_guard lock(writing());
            if (!said->insert(line).second) return;
            std::fprintf(stderr, "stockham-fftw: %s\n", line.c_str());
        }
        log(line);
    } catch (const std::exception&) {
        std::fputs("stockham-fftw: out of memory\n", stderr);
    }
}

std::string environment(const char* name) {
    const char* value = stockham::internal::from_environment(name);
    return value ? value : "";
}

}  // namespace fftw_device
