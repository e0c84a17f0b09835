// FFTW's long double transforms.
#include <mutex>

#include <fftw3.h>

#include "fourier.hpp"

namespace reference {

namespace {

fftwl_r2r_kind real_kind(stockham::kind k) {
    constexpr fftwl_r2r_kind kinds[] = {FFTW_REDFT00, FFTW_REDFT10, FFTW_REDFT01, FFTW_REDFT11,
                                        FFTW_RODFT00, FFTW_RODFT10, FFTW_RODFT01, FFTW_RODFT11};
    return kinds[static_cast<int>(k) - static_cast<int>(stockham::kind::dct1)];
}

/// FFTW's planner is not made for threads.
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
    const std::vector<fftwl_r2r_kind> kinds(lengths.size(), real_kind(t.kind));
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
