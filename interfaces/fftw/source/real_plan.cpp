// Calls FFTW's guru64 functions for problems of both precisions.
#include "real_plan.hpp"

#include <mutex>
#include <vector>

#include "real_fftw.hpp"

namespace fftw_device {

namespace {

std::vector<fftw_iodim64> dims_of(const std::vector<dimension>& list) {
    std::vector<fftw_iodim64> all;
    for (const auto& d : list)
        all.push_back(
            {static_cast<std::ptrdiff_t>(d.n), static_cast<std::ptrdiff_t>(d.is), static_cast<std::ptrdiff_t>(d.os)});
    return all;
}

template <class Api>
void* plan_by(const Api& fftw, const problem& p, const arrays& a, unsigned flags) {
    using number = typename Api::number;
    using complex = typename Api::complex;
    const auto dims = dims_of(p.dims), loops = dims_of(p.loops);
    const int rank = static_cast<int>(dims.size()), loop_rank = static_cast<int>(loops.size());
    const auto real = [](void* array) { return static_cast<number*>(array); };
    const auto pairs = [](void* array) { return static_cast<complex*>(array); };
    const auto *d = dims.data(), *l = loops.data();
    switch (p.kind) {
    case problem_kind::c2c:
        if (p.split)
            return fftw.plan_guru64_split_dft(rank, d, loop_rank, l, real(a.in), real(a.in_imaginary), real(a.out),
                                              real(a.out_imaginary), flags);
        return fftw.plan_guru64_dft(rank, d, loop_rank, l, pairs(a.in), pairs(a.out), p.sign, flags);
    case problem_kind::r2c:
        if (p.split)
            return fftw.plan_guru64_split_dft_r2c(rank, d, loop_rank, l, real(a.in), real(a.out), real(a.out_imaginary),
                                                  flags);
        return fftw.plan_guru64_dft_r2c(rank, d, loop_rank, l, real(a.in), pairs(a.out), flags);
    case problem_kind::c2r:
        if (p.split)
            return fftw.plan_guru64_split_dft_c2r(rank, d, loop_rank, l, real(a.in), real(a.in_imaginary), real(a.out),
                                                  flags);
        return fftw.plan_guru64_dft_c2r(rank, d, loop_rank, l, pairs(a.in), real(a.out), flags);
    case problem_kind::r2r: {
        std::vector<fftw_r2r_kind> kinds;
        for (const int kind : p.kinds) kinds.push_back(static_cast<fftw_r2r_kind>(kind));
        return fftw.plan_guru64_r2r(rank, d, loop_rank, l, real(a.in), real(a.out), kinds.data(), flags);
    }
    }
    return nullptr;
}

template <class Api>
void execute_by(const Api& fftw, const problem& p, void* plan, const arrays& a) {
    using number = typename Api::number;
    using complex = typename Api::complex;
    const auto made = static_cast<typename Api::plan>(plan);
    const auto real = [](void* array) { return static_cast<number*>(array); };
    const auto pairs = [](void* array) { return static_cast<complex*>(array); };
    switch (p.kind) {
    case problem_kind::c2c:
        if (p.split)
            return fftw.execute_split_dft(made, real(a.in), real(a.in_imaginary), real(a.out), real(a.out_imaginary));
        return fftw.execute_dft(made, pairs(a.in), pairs(a.out));
    case problem_kind::r2c:
        if (p.split) return fftw.execute_split_dft_r2c(made, real(a.in), real(a.out), real(a.out_imaginary));
        return fftw.execute_dft_r2c(made, real(a.in), pairs(a.out));
    case problem_kind::c2r:
        if (p.split) return fftw.execute_split_dft_c2r(made, real(a.in), real(a.in_imaginary), real(a.out));
        return fftw.execute_dft_c2r(made, pairs(a.in), real(a.out));
    case problem_kind::r2r:
        return fftw.execute_r2r(made, real(a.in), real(a.out));
    }
}

}  // namespace

void* make_real_plan(const problem& p, const arrays& a, unsigned flags) {
    const std::lock_guard lock(planner_mutex());
    if (p.f64) return real<f64_api>() ? plan_by(*real<f64_api>(), p, a, flags) : nullptr;
    return real<f32_api>() ? plan_by(*real<f32_api>(), p, a, flags) : nullptr;
}

void execute_real_plan(const problem& p, void* plan, const arrays& a) {
    if (p.f64)
        execute_by(*real<f64_api>(), p, plan, a);
    else
        execute_by(*real<f32_api>(), p, plan, a);
}

void destroy_real_plan(const problem& p, void* plan) {
    const std::lock_guard lock(planner_mutex());
    if (p.f64)
        real<f64_api>()->destroy_plan(static_cast<fftw_plan>(plan));
    else
        real<f32_api>()->destroy_plan(static_cast<fftwf_plan>(plan));
}

bool has_real(bool f64) noexcept {
    return f64 ? real<f64_api>() != nullptr : real<f32_api>() != nullptr;
}

}  // namespace fftw_device
