// Runs child processes with their own caches and reads their output.
#include "plan_probe.hpp"

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include <sys/wait.h>
#include <unistd.h>

#include "data.hpp"
#include "statistics.hpp"

namespace bench {

namespace {

using clock = std::chrono::steady_clock;

double milliseconds_since(clock::time_point start) {
    return std::chrono::duration<double, std::milli>(clock::now() - start).count();
}

/// The time to plan and run once, less the time of a later run.
double plan_cost(adapter& library, const problem& p, const void* input, std::unique_ptr<execution>& kept) {
    auto start = clock::now();
    auto ready = library.prepare(p);
    const double creation = milliseconds_since(start);
    ready->upload(input);
    const bool fresh = p.in_place() || ready->spoils_input();
    if (fresh) ready->refill();
    start = clock::now();
    ready->run(1);
    const double first = milliseconds_since(start);
    std::vector<double> later;
    for (int k = 0; k < 5; ++k) {
        if (fresh) ready->refill();
        start = clock::now();
        ready->run(1);
        later.push_back(milliseconds_since(start));
    }
    kept = std::move(ready);
    return creation + std::max(0.0, first - median_of(later));
}

/// A temporary folder, removed by the destructor.
class cache_folder {
  public:
    cache_folder() {
        auto pattern = (std::filesystem::temp_directory_path() / "stockham-bench-XXXXXX").string();
        if (mkdtemp(pattern.data())) path_ = pattern;
    }
    ~cache_folder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    cache_folder(const cache_folder&) = delete;
    cache_folder& operator=(const cache_folder&) = delete;
    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

/// In the child: points every cache of OpenCL and CUDA libraries to the folder.
[[noreturn]] void become_probe(const std::string& cache, const std::vector<std::string>& arguments, int out) {
    for (const char* name :
         {"XDG_CACHE_HOME", "STOCKHAM_CACHE_DIR", "POCL_CACHE_DIR", "CUDA_CACHE_PATH", "CLFFT_CACHE_PATH"})
        setenv(name, cache.c_str(), 1);
    dup2(out, STDOUT_FILENO);
    std::vector<char*> raw;
    for (const auto& a : arguments) raw.push_back(const_cast<char*>(a.c_str()));
    raw.push_back(nullptr);
    execv("/proc/self/exe", raw.data());
    _exit(127);
}

std::optional<probe_result> run_probe(const std::string& cache, const std::vector<std::string>& arguments) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) return {};
    const pid_t child = fork();
    if (child == 0) become_probe(cache, arguments, ends[1]);
    close(ends[1]);
    std::string text;
    std::array<char, 256> block{};
    for (ssize_t n = 0; (n = read(ends[0], block.data(), block.size())) > 0;)
        text.append(block.data(), static_cast<std::size_t>(n));
    close(ends[0]);
    int state = 0;
    if (child < 0 || waitpid(child, &state, 0) != child || !WIFEXITED(state) || WEXITSTATUS(state) != 0) return {};
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object()) return {};
    return probe_result{json.value("first", 0.0), json.value("again", 0.0)};
}

}  // namespace

probe_result probe(adapter& library, const problem& p) {
    host_buffer memory;
    fill_random(memory.reserve(p.input_bytes()), p, p.in_place() ? 0x1p-100 : 1, 1);
    std::unique_ptr<execution> first, again;
    probe_result result;
    result.first = plan_cost(library, p, memory.data(), first);
    result.again = plan_cost(library, p, memory.data(), again);
    return result;
}

std::optional<plan_times> measure_plan_times(const std::string& library, const problem& p, const std::string& device) {
    const cache_folder cache;
    if (cache.path().empty()) return {};
    std::vector<std::string> arguments{"stockham-bench", "probe", library, to_string(p.transform)};
    if (!device.empty()) arguments.insert(arguments.end(), {"--device", device});
    const auto cold = run_probe(cache.path(), arguments), disk = run_probe(cache.path(), arguments);
    if (!cold || !disk) return {};
    return plan_times{cold->first, disk->first, disk->again};
}

}  // namespace bench
