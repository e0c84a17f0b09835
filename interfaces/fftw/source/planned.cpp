// The candidate of a plan, and FFTW's times.
#include "planned.hpp"

#include <chrono>
#include <exception>
#include <utility>

#include "base/plain_text.hpp"
#include "expectation.hpp"
#include "real_fftw.hpp"
#include "real_plan.hpp"
#include "settings.hpp"

namespace fftw_device {

using stockham::internal::number_text;

namespace {

/// Why earlier runs leave a problem to FFTW; empty: they do not. Calls no OpenCL function.
std::string left_by_measurements(const problem& p, int threads) {
    if (chosen_mode() == mode::device || !has_real(p.f64)) return {};
    if (recall_no_device() && environment("STOCKHAM_FFTW_CPU").empty())
        return "this machine had no OpenCL device other than a CPU";
    if (const auto known = recall(p, threads); known.device > 0 && known.device >= known.fftw)
        return "measured to take it " + number_text(known.fftw) + " s, the device " + number_text(known.device);
    return {};
}

}  // namespace

planned::planned(problem what, const arrays& at, void* fftw, int threads)
    : what_(std::move(what)), at_(at), fftw_(fftw), threads_(threads) {}

planned::~planned() {
    if (fftw_) destroy_real_plan(what_, fftw_);
}

void* planned::release() {
    return std::exchange(fftw_, nullptr);
}

std::shared_ptr<candidate> planned::find() const {
    std::string why;
    try {
        why = left_by_measurements(what_, threads_);
        if (why.empty()) {
            auto found = candidate_of(what_, threads_);
            if (!found->is_refused()) return found;
            why = found->why();
        }
    } catch (const std::exception& e) {
        why = e.what();
    }
    if (logs()) log(to_string(what_) + ": FFTW computes: " + why);
    return nullptr;
}

candidate* planned::on_device() const {
    std::call_once(once_, [this] {
        candidate_ = find();
        if (const double seconds = fftw_seconds_.load(); candidate_ && seconds > 0) candidate_->fftw_took(seconds);
        known_.store(candidate_.get(), std::memory_order_release);
        left_to_fftw_.store(!candidate_, std::memory_order_release);
    });
    return on_device_if_known();
}

double planned::execute_by_fftw(const arrays& a) const {
    using clock = std::chrono::steady_clock;
    const auto start = clock::now();
    execute_real_plan(what_, fftw_, a);
    const double seconds = std::chrono::duration<double>(clock::now() - start).count();
    if (auto* candidate = on_device_if_known())
        candidate->fftw_took(seconds);
    else
        keep_least(fftw_seconds_, seconds);
    return seconds;
}

}  // namespace fftw_device
