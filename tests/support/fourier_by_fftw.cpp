// FFTW's long double transforms.
#include <mutex>

#include <fftw3.h>

#include "fftw_kinds.hpp"
#include "tools/harness/oracle/fourier.hpp"

namespace reference {

namespace {

/// FFTW's planner is not thread-safe.
template <class Make>
void run_plan(const Make& make) {
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    const auto plan = make();
    fftwl_execute(plan);
    fftwl_destroy_plan(plan);
}

}  // namespace

void fourier(const stockham::transform& t, std::vector<number>& points) {
    const std::vector<int> lengths(t.lengths.begin(), t.lengths.end());
    const auto rank = static_cast<int>(lengths.size()), batch = static_cast<int>(points.size() / product(t.lengths)),
               distance = static_cast<int>(product(t.lengths));
    const int sign = t.direction == stockham::direction::forward ? FFTW_FORWARD : FFTW_BACKWARD;
    auto* data = reinterpret_cast<fftwl_complex*>(points.data());
    run_plan([&] {
        return fftwl_plan_many_dft(rank, lengths.data(), batch, data, nullptr, 1, distance, data, nullptr, 1, distance,
                                   sign, FFTW_ESTIMATE);
    });
}

void real_to_real(const stockham::transform& t, std::vector<number>& points) {
    const std::vector<int> lengths(t.lengths.begin(), t.lengths.end());
    const std::vector<fftwl_r2r_kind> kinds(lengths.size(), fftw_kind(t.kind));
    const auto rank = static_cast<int>(lengths.size()), batch = static_cast<int>(points.size() / product(t.lengths)),
               distance = static_cast<int>(product(t.lengths));
    std::vector<long double> data;
    for (const auto& z : points) data.push_back(z.real());
    run_plan([&] {
        return fftwl_plan_many_r2r(rank, lengths.data(), batch, data.data(), nullptr, 1, distance, data.data(), nullptr,
                                   1, distance, kinds.data(), FFTW_ESTIMATE);
    });
    for (std::size_t k = 0; k < data.size(); ++k) points[k] = data[k];
}

}  // namespace reference
