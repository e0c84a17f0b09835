// A transform larger than a device's memory, against the rate of its link or of a disk.
#include "experiments/out_of_core.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <thread>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <stockham/out_of_core.hpp>
#include <unistd.h>

#include "host_memory.hpp"
#include "known_signal.hpp"
#include "opencl_target.hpp"
#include "row_file.hpp"
#include "statistics.hpp"
#include "tools/harness/opencl.hpp"
#include "tools/harness/problem_text.hpp"
#include "tools/harness/provenance.hpp"

namespace bench {

namespace {

using stockham::transform;

constexpr std::size_t checked_points = 100000;
constexpr std::size_t fill_elements = std::size_t{1} << 21;

/// A read or write of a storage.
struct access {
    bool is_write;
    std::uint64_t offset;
    std::size_t bytes;
};

/// A file that is read and written past the page cache, and remembers how.
class direct_file final : public stockham::array_storage {
  public:
    direct_file(std::string path, std::size_t bytes, std::vector<access>* log = nullptr)
        : path_(std::move(path)), log_(log) {
        fd_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_DIRECT | O_CLOEXEC, 0600);
        if (fd_ < 0) fail("open");
        if (bytes && ::fallocate(fd_, 0, 0, static_cast<off_t>(bytes)) != 0) fail("reserve");
    }
    ~direct_file() override {
        ::close(fd_);
        ::unlink(path_.c_str());
    }
    direct_file(const direct_file&) = delete;
    direct_file& operator=(const direct_file&) = delete;

    void read(std::uint64_t offset, void* to, std::size_t bytes) override {
        remember({false, offset, bytes});
        move(bytes, [&](std::size_t at) {
            return ::pread(fd_, static_cast<char*>(to) + at, bytes - at, static_cast<off_t>(offset + at));
        });
    }
    void write(std::uint64_t offset, const void* from, std::size_t bytes) override {
        remember({true, offset, bytes});
        move(bytes, [&](std::size_t at) {
            return ::pwrite(fd_, static_cast<const char*>(from) + at, bytes - at, static_cast<off_t>(offset + at));
        });
    }

  private:
    [[noreturn]] void fail(const char* what) const {
        throw std::runtime_error(fmt::format("{} {}: {}", what, path_, std::strerror(errno)));
    }
    void remember(const access& a) {
        if (!log_) return;
        const std::lock_guard lock(mutex_);
        log_->push_back(a);
    }
    template <class Call>
    void move(std::size_t bytes, Call call) const {
        for (std::size_t done = 0; done < bytes;) {
            const ssize_t n = call(done);
            if (n <= 0) fail("access");
            done += static_cast<std::size_t>(n);
        }
    }

    const std::string path_;
    std::vector<access>* log_;
    std::mutex mutex_;
    int fd_;
};

using aligned_bytes = std::unique_ptr<char, decltype(&std::free)>;
aligned_bytes aligned(std::size_t bytes) {
    aligned_bytes made(static_cast<char*>(std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096)), &std::free);
    if (!made) throw std::bad_alloc();
    return made;
}

class experiment_session {
  public:
    explicit experiment_session(const out_of_core_settings& o)
        : options_(o), what_(harness::parse_problem({o.problem})), signal_(what_), file_(o.output, false, {}) {
        if (what_.kind != stockham::kind::c2c || what_.batch != 1 || !what_.loops.empty())
            throw stockham::argument_error("problem", "out-of-core measures c2c transforms without a batch");
        const auto words = o.devices.empty() ? std::vector<std::string>{""} : o.devices;
        for (const auto& word : words) ends_.push_back(std::make_unique<link_end>(stockham::choose_device(word)));
    }

    void run() {
        fmt::print("{}, {:.2f} GiB, {} device(s)\n", to_string(what_),
                   static_cast<double>(stockham::input_bytes(what_)) * 0x1p-30, ends_.size());
        if (options_.folder.empty())
            measure_arrays();
        else
            measure_files();
    }

  private:
    stockham::out_of_core_options limits(bool pinned) const {
        stockham::out_of_core_options o;
        for (const auto& end : ends_) o.devices.push_back(end->device);
        o.device_memory = options_.device_memory;
        o.host_memory = options_.host_memory;
        o.pinned = pinned;
        return o;
    }

    void print_trips(const stockham::out_of_core_estimate& e) const {
        for (const auto& t : e.trips)
            fmt::print("    trip: {} units of {}, rows of {} and {} bytes\n", t.units, t.unit, t.read_row,
                       t.written_row);
    }

    static void print_stages(const stockham::out_of_core_report& report) {
        for (const auto& t : report.trips)
            fmt::print("    trip: {:.3f} s, read {:.3f}, transform {:.3f}, write {:.3f}\n", t.seconds, t.read_seconds,
                       t.transform_seconds, t.write_seconds);
    }

    void measure_arrays() {
        std::vector<double> links;
        for (const bool pinned : {true, false}) {
            const host_arrays arrays(what_, *ends_.front(), pinned);
            stockham::out_of_core ready(what_, limits(pinned));
            const auto planned = ready.estimate();
            if (pinned) print_trips(planned);
            std::vector<double> samples;
            for (unsigned round = 0; round <= options_.rounds; ++round) {  // the first one compiles
                fill(arrays);
                const auto report = ready.run(arrays.input, arrays.output);
                print_stages(report);
                check([&](std::size_t k) { return element(arrays.output, k); });
                if (round == 0) continue;
                samples.push_back(report.seconds);
                if (pinned) links.push_back(static_cast<double>(planned.trips.size()) * link_seconds(ends_, arrays));
            }
            if (pinned) report("links alone", links, links, planned);
            report(pinned ? "pinned" : "pageable", samples, links, planned);
        }
    }

    void fill(const host_arrays& a) const {
        const std::size_t element_bytes = stockham::element_size(what_.precision);
        in_parallel(a.in_bytes / element_bytes, [&](std::size_t first, std::size_t end) {
            signal_.fill(a.input + first * element_bytes, first, end - first);
        });
        if (a.output != a.input)
            in_parallel(a.out_bytes,
                        [&](std::size_t first, std::size_t end) { std::memset(a.output + first, 0x5A, end - first); });
    }

    std::complex<double> element(const char* data, std::size_t k) const {
        if (what_.precision == stockham::precision::f32) {
            const auto* const x = reinterpret_cast<const float*>(data) + 2 * k;
            return {x[0], x[1]};
        }
        const auto* const x = reinterpret_cast<const double*>(data) + 2 * k;
        return {x[0], x[1]};
    }

    template <class At>
    void check(At at) {
        error_ = signal_.error_of(at, checked_points);
        const double most = what_.precision == stockham::precision::f32 ? 1e-6 : 2e-15;
        if (!(error_ <= most)) throw std::runtime_error(fmt::format("wrong result: error {}", error_));
    }

    void measure_files() {
        std::vector<double> samples, alone;
        stockham::out_of_core_estimate planned;
        for (unsigned round = 0; round < options_.rounds; ++round) {
            std::vector<std::vector<access>> logs(3);
            const std::size_t bytes = stockham::input_bytes(what_);
            direct_file input(options_.folder + "/bench-input", bytes, &logs[0]);
            {
                direct_file output(options_.folder + "/bench-output", bytes, &logs[1]);
                direct_file scratch(options_.folder + "/bench-scratch", bytes, &logs[2]);
                measure_run(input, output, scratch, planned, samples, logs[0]);
            }
            direct_file output(options_.folder + "/bench-output", bytes),
                scratch(options_.folder + "/bench-scratch", bytes);
            alone.push_back(replay(planned, logs, input, output, scratch));
        }
        this->report("disk alone", alone, alone, planned);
        this->report("files", samples, alone, planned);
    }

    void measure_run(direct_file& input, direct_file& output, direct_file& scratch,
                     stockham::out_of_core_estimate& planned, std::vector<double>& samples, std::vector<access>& log) {
        fill(input);
        log.clear();
        stockham::out_of_core ready(what_, limits(false));
        planned = ready.estimate_storage();
        if (samples.empty()) print_trips(planned);
        const auto report = ready.run(input, output, &scratch);
        samples.push_back(report.seconds);
        print_stages(report);
        check_file(output);
    }

    void fill(direct_file& input) const {
        const std::size_t element_bytes = stockham::element_size(what_.precision);
        const std::size_t all = stockham::input_bytes(what_) / element_bytes;
        in_parallel(all / fill_elements, [&](std::size_t first, std::size_t end) {
            const auto buffer = aligned(fill_elements * element_bytes);
            for (std::size_t k = first; k < end; ++k) {
                signal_.fill(buffer.get(), k * fill_elements, fill_elements);
                input.write(k * fill_elements * element_bytes, buffer.get(), fill_elements * element_bytes);
            }
        });
    }

    void check_file(direct_file& output) {
        const std::size_t element_bytes = stockham::element_size(what_.precision);
        const auto page = aligned(4096);
        error_ = signal_.error_of(
            [&](std::size_t k) {
                const std::size_t at = k * element_bytes / 4096 * 4096;
                output.read(at, page.get(), 4096);
                return element(page.get(), k - at / element_bytes);
            },
            checked_points / 50);
        if (!(error_ <= 1e-6)) throw std::runtime_error(fmt::format("wrong result: error {}", error_));
    }

    /// The same reads and writes in the same order, by as many threads, without a transform. Returns seconds.
    double replay(const stockham::out_of_core_estimate& planned, const std::vector<std::vector<access>>& logs,
                  direct_file& input, direct_file& output, direct_file& scratch) const {
        direct_file* const files[] = {&input, &output, &scratch};
        const std::size_t trips = planned.trips.size();
        const auto start = bench_clock::now();
        for (std::size_t k = 0; k < trips; ++k) {
            // As out_of_core places the arrays: the last trip writes the output, the one before the scratch.
            const std::size_t to = (trips - 1 - k) % 2 ? 2 : 1, from = k == 0 ? 0 : (trips - k) % 2 ? 2 : 1;
            const auto reads = pick(logs[from], false), writes = pick(logs[to], true);
            std::atomic<std::size_t> next_read{0}, next_write{0};
            std::vector<std::thread> threads;
            for (unsigned n = 0; n < 12; ++n) {
                threads.emplace_back([&, file = files[from]] { transfer(*file, reads, next_read); });
                threads.emplace_back([&, file = files[to]] { transfer(*file, writes, next_write); });
            }
            for (auto& thread : threads) thread.join();
        }
        return seconds_since(start);
    }

    static std::vector<access> pick(const std::vector<access>& log, bool writes) {
        std::vector<access> some;
        for (const auto& a : log)
            if (a.is_write == writes) some.push_back(a);
        return some;
    }

    static void transfer(direct_file& file, const std::vector<access>& all, std::atomic<std::size_t>& next) {
        std::size_t most = 0;
        for (const auto& a : all) most = std::max(most, a.bytes);
        const auto buffer = aligned(most);
        for (;;) {
            const std::size_t k = next++;
            if (k >= all.size()) return;
            if (all[k].is_write)
                file.write(all[k].offset, buffer.get(), all[k].bytes);
            else
                file.read(all[k].offset, buffer.get(), all[k].bytes);
        }
    }

    void report(const std::string& name, const std::vector<double>& samples, const std::vector<double>& alone,
                const stockham::out_of_core_estimate& planned) {
        const double median = median_of(samples), reference = median_of(alone);
        fmt::print("    {:<12} {:>9.3f} s, {:>5.2f} times the transfers alone, error {:.2g}\n", name, median,
                   median / reference, error_);
        auto row = nlohmann::ordered_json{
            {"suite", "out-of-core"}, {"case", to_string(what_)}, {"library", name}, {"status", "ok"}};
        row["devices"] = ends_.size();
        row["device"] = stockham::describe(ends_.front()->device).name;
        row["trips"] = planned.trips.size();
        row["device_memory"] = options_.device_memory;
        row["host_memory"] = options_.host_memory;
        row["estimated_s"] = planned.seconds;
        row["ms"] = 1e3 * median;
        row["samples_s"] = samples;
        row["of_transfers"] = median / reference;
        row["error"] = error_;
        file_.add(row);
    }

    const out_of_core_settings& options_;
    const transform what_;
    const known_signal signal_;
    std::vector<std::unique_ptr<link_end>> ends_;
    row_file file_;
    double error_ = 0;
};

}  // namespace

void add_out_of_core_command(CLI::App& app, out_of_core_settings& o, int& exit_code) {
    auto& command = *app.add_subcommand("out-of-core", "Measure a transform larger than a device's memory");
    command.add_option("problem", o.problem, "Problem string: c2c without a batch")->required();
    command
        .add_option("--device", o.devices, "Devices, separated by commas (default: STOCKHAM_DEVICE, else the first)")
        ->delimiter(',')
        ->allow_extra_args(false);
    command.add_option("--output,-o", o.output, "Append rows as JSON lines to this file");
    command.add_option("--files", o.folder, "Folder for files of three times the array's size");
    command.add_option("--rounds", o.rounds, "Number of rounds")->capture_default_str()->check(CLI::Range(1, 1000));
    command.add_option("--device-memory", o.device_memory, "Limit of the memory on each device, in bytes");
    command.add_option("--host-memory", o.host_memory, "Limit of the host's memory between files, in bytes");
    command.callback([&] {
        fmt::print("{}", harness::run_comment());
        experiment_session(o).run();
        exit_code = 0;
    });
}

}  // namespace bench
