// Candidates: compiled once, in the background, and measured.
#include "candidate.hpp"

#include <chrono>
#include <cstdlib>
#include <map>
#include <new>
#include <vector>

#include "base/plain_text.hpp"
#include "settings.hpp"

namespace fftw_device {

using stockham::internal::number_text;

namespace {

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point start) {
    return std::chrono::duration<double>(clock::now() - start).count();
}

/// Executions on the device before its time counts: the first one allocates memory.
constexpr int runs_to_judge = 2;

std::atomic<bool> lost{false};

struct candidates {
    std::mutex mutex;
    std::map<std::string, std::shared_ptr<candidate>> all;
};
candidates& known_candidates() {
    static auto* const all = new candidates;  // used until the end of the process
    return *all;
}

constexpr std::size_t most_candidates = 64;  // that no plan uses: a program may make thousands of plans

void drop_unused(std::map<std::string, std::shared_ptr<candidate>>& all) {
    for (auto each = all.begin(); each != all.end();) each = each->second.use_count() == 1 ? all.erase(each) : ++each;
}

}  // namespace

void keep_least(std::atomic<double>& least, double seconds) {
    double present = least.load();
    while ((present == 0 || seconds < present) && !least.compare_exchange_weak(present, seconds)) {
    }
}

candidate::candidate(problem what, shape s, int threads)
    : what_(std::move(what)), shape_(std::move(s)), threads_(threads) {
    const auto known = recall(what_, threads_);
    device_seconds_ = known.device;
    fftw_seconds_ = known.fftw;
    noted_ = known.device > 0;
    device_runs_ = known.device > 0 ? runs_to_judge : 0;
}

void candidate::refuse(const std::string& why) {
    why_ = why;
    state_.store(state::refused, std::memory_order_release);
    if (logs()) log(to_string(what_) + ": FFTW computes: " + why);
}

std::string candidate::why() const {
    const std::lock_guard lock(mutex_);
    return why_;
}

void candidate::prepare(bool demanded) noexcept {
    try {
        const std::lock_guard lock(mutex_);
        if (state_.load() != state::waiting) return;
        try {
            auto& opened = device::open();
            if (!demanded && opened.is_cpu() && environment("STOCKHAM_FFTW_CPU").empty()) {
                remember_no_device();
                return refuse("the OpenCL device is a CPU, on which FFTW is faster");
            }
            if (!demanded && measured().device == 0) {
                const double link = opened.session().shares_host_memory() ? 0 : least_device_seconds(what_);
                const double device = opened.predicted_seconds(shape_) + link;
                const double fftw = expected_fftw_seconds(what_, threads_);
                if (!opened.is_cpu() && device > fftw)
                    return refuse("FFTW is expected to be faster: " + number_text(fftw) + " s against " +
                                  number_text(device) + " s");
            }
            const auto start = clock::now();
            transform_ = prepare_transform(opened, shape_);
            if (logs()) log(to_string(what_) + ": compiled in " + number_text(seconds_since(start)) + " s");
            state_.store(state::ready, std::memory_order_release);
        } catch (const std::exception& e) {
            refuse(e.what());
        }
    } catch (...) {  // no memory even for the reason
        state_.store(state::refused, std::memory_order_release);
    }
}

bool candidate::execute(const arrays& a, bool in_place) noexcept {
    bool computed = false;
    try {
        const auto start = clock::now();
        transform_->run(a, in_place);
        keep_least(device_seconds_, seconds_since(start));
        ++device_runs_;
        note();
        return true;
    } catch (const device_failure& e) {
        computed = dynamic_cast<const partial_failure*>(&e);
        const bool ends = !e.out_of_memory();
        if (ends) lost = true;
        complain(std::string(e.what()) + (ends ? "; FFTW computes from now on" : "; FFTW computes this problem"));
    } catch (const refusal& e) {
        log(to_string(what_) + ": FFTW computes: " + e.what());
    } catch (const std::exception& e) {
        complain(std::string(e.what()) + "; FFTW computes this problem");
    }
    state_.store(state::refused, std::memory_order_release);
    return computed;
}

void candidate::fftw_took(double seconds) {
    keep_least(fftw_seconds_, seconds);
    note();
}

void candidate::note() {
    const auto now = measured();
    if (now.device > 0 && now.fftw > 0 && device_runs_.load() >= runs_to_judge && !noted_.exchange(true)) {
        remember(what_, threads_, now);
        if (logs())
            log(to_string(what_) + ": measured " + number_text(now.device) + " s on the device, " +
                number_text(now.fftw) + " s by FFTW");
    }
}

bool candidate::device_is_faster() const {
    const auto now = measured();
    return now.fftw > 0 && (device_runs_.load() < runs_to_judge || now.device < now.fftw);
}

double candidate::known_saving() const {
    const auto now = measured();
    return now.device > 0 && now.fftw > 0 ? now.fftw - now.device : 0;
}

void candidate::try_out() noexcept {
    constexpr double most = 512e6;  // bytes: larger problems are tried out by an execution of the program's
    if (!is_ready() || device_seconds_.load() > 0 || bytes_of(what_) > most) return;
    try {
        std::vector<char> in(transform_->input_bytes()), out(transform_->output_bytes());
        if (in.empty()) return;
        for (int turn = 0; turn < runs_to_judge; ++turn) execute({in.data(), nullptr, out.data(), nullptr}, false);
    } catch (const std::exception&) {  // no memory to try it out: the program's first execution will tell
    }
}

std::shared_ptr<candidate> candidate_of(const problem& p, int threads) {
    auto& known = known_candidates();
    const std::lock_guard lock(known.mutex);
    const auto key = std::to_string(threads) + ' ' + to_string(p);
    if (const auto found = known.all.find(key); found != known.all.end()) return found->second;
    if (known.all.size() >= most_candidates) drop_unused(known.all);
    auto made = std::make_shared<candidate>(p, shape_of(p), threads);
    known.all.emplace(key, made);
    return made;
}

void forget_candidates() {
    auto& known = known_candidates();
    const std::lock_guard lock(known.mutex);
    drop_unused(known.all);
}

bool device_is_lost() noexcept {
    return lost.load();
}

}  // namespace fftw_device
