// Fits the numbers of a GPU to the times of plans: Gauss-Newton steps of nonnegative least squares. Each number has a
// typical value and a tolerance around it. Otherwise numbers that few plans depend on would take up the errors of the
// model: on an NVIDIA H100 all exchanges in the cache became 0.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "calibration/fit.hpp"
#include "calibration/least_squares.hpp"

namespace stockham::internal {

namespace {

constexpr double us = 1e-6;

/// A number of a profile to fit.
struct gpu_number {
    double& (*of)(profile_data&);
    double typical;        ///< measured on an NVIDIA H200; 0: what the copies of this device show
    double tolerance;      ///< a deviation from the typical value that counts as much as an error of `usual_error`
    bool is_rate = false;  ///< the tolerance is a share of the typical value, and 0 is not a rate: it stays
};

constexpr double usual_error = 0.1;  // of a prediction

constexpr gpu_number fitted_numbers[] = {
    {[](profile_data& p) -> double& { return p.in_cache.rate; }, 0, 0.5, true},
    {[](profile_data& p) -> double& { return p.launches.gap; }, 0, 1 * us},
    {[](profile_data& p) -> double& { return p.launches.handover; }, 2.4 * us, 1 * us},
    {[](profile_data& p) -> double& { return p.in_cache.stage; }, 0, 0.1 * us},
    {[](profile_data& p) -> double& { return p.in_cache.parts; }, 0.19 * us, 0.1 * us},
    {[](profile_data& p) -> double& { return p.in_cache.twiddles; }, 1.02 * us, 0.4 * us},
    {[](profile_data& p) -> double& { return p.in_cache.scattered; }, 0.3 * us, 0.2 * us},
    {[](profile_data& p) -> double& { return p.in_cache.packed; }, 1.4 * us, 0.5 * us},
    {[](profile_data& p) -> double& { return p.in_cache.paired; }, 1.1 * us, 0.5 * us},
    {[](profile_data& p) -> double& { return p.in_cache.exchange; }, 0.36, 0.15},
    {[](profile_data& p) -> double& { return p.in_cache.exchange_alone; }, 0.51, 0.2},
    {[](profile_data& p) -> double& { return p.in_cache.wide_radix; }, 0.22, 0.1},
    {[](profile_data& p) -> double& { return p.beyond.wait; }, 1.57 * us, 1 * us},
    {[](profile_data& p) -> double& { return p.work.exchange[0]; }, 0.13, 0.05},
    {[](profile_data& p) -> double& { return p.work.exchange[1]; }, 0.025, 0.02},
    {[](profile_data& p) -> double& { return p.work.exchange[2]; }, 0.01, 0.01},
    {[](profile_data& p) -> double& { return p.work.sparse; }, 0.08, 0.04},
    {[](profile_data& p) -> double& { return p.work.packed; }, 0.2, 0.1},
    {[](profile_data& p) -> double& { return p.work.paired; }, 0.27, 0.1},
    {[](profile_data& p) -> double& { return p.work.unhidden; }, 0.4, 0.15},
};

using values = std::vector<double>;

values values_of(profile_data p) {
    values x;
    for (const auto& n : fitted_numbers) x.push_back(n.of(p));
    return x;
}

profile_data with_values(profile_data p, const values& x) {
    for (std::size_t k = 0; k < x.size(); ++k) fitted_numbers[k].of(p) = x[k];
    return p;
}

values predictions(const std::vector<plan_time>& plans, const device_description& device, const profile_data& p) {
    const auto profiled = with_profile(device, p);
    values all;
    for (const auto& m : plans) all.push_back(predicted_seconds(m, profiled));
    return all;
}

/// The weight of an equation: outliers, such as a plan whose registers the compiler spills, count less.
double weight_of(double relative_error) {
    return std::min(1.0, 2 * usual_error / std::abs(relative_error));
}

/// The fit of one profile.
class gpu_fit {
  public:
    gpu_fit(const profile_data& start, const device_description& device, const std::vector<plan_time>& plans)
        : plans_(plans), device_(device), now_(start), typical_(values_of(start)) {
        for (std::size_t k = 0; k < typical_.size(); ++k)
            tolerance_.push_back(fitted_numbers[k].tolerance * (fitted_numbers[k].is_rate ? typical_[k] : 1));
    }

    profile_data run() {
        constexpr int most_steps = 12;
        double error = error_of(now_);
        for (int k = 0; k < most_steps; ++k) {
            auto next = improved();
            const double next_error = error_of(next);
            if (!(next_error < error)) break;
            std::swap(now_, next);
            const bool enough = next_error > 0.999 * error;
            error = next_error;
            if (enough) break;
        }
        return now_;
    }

  private:
    double error_of(const profile_data& p) const {
        const auto x = values_of(p);
        double sum = 0;
        for (std::size_t k = 0; k < x.size(); ++k) {
            if (tolerance_[k] == 0) continue;
            const double off = usual_error * (x[k] - typical_[k]) / tolerance_[k];
            sum += off * off;
        }
        const auto predicted = predictions(plans_, device_, p);
        for (std::size_t i = 0; i < plans_.size(); ++i) {
            const double off = std::abs(predicted[i] / plans_[i].seconds - 1), knee = 2 * usual_error;
            sum += off <= knee ? off * off : knee * (2 * off - knee);  // Huber's loss, as weight_of()
        }
        return sum;
    }

    /// The profile after the best of some steps towards the solution of the equations at the present one.
    profile_data improved() const {
        const auto from = values_of(now_), to = least_squares(equations()).x;
        profile_data best = now_;
        double least = error_of(now_);
        for (double step = 1; step > 0.1; step /= 2) {
            values x;
            for (std::size_t k = 0; k < from.size(); ++k) x.push_back(from[k] + step * (to[k] - from[k]));
            auto tried = with_values(now_, x);
            const double error = error_of(tried);
            if (error >= least) continue;
            least = error;
            best = std::move(tried);
        }
        return best;
    }

    std::vector<equation> equations() const {
        const auto at = predictions(plans_, device_, now_);
        const auto x = values_of(now_);
        std::vector<equation> all;
        for (std::size_t i = 0; i < plans_.size(); ++i) all.push_back({values(x.size()), at[i], plans_[i].seconds});
        for (std::size_t k = 0; k < x.size(); ++k) {
            if (tolerance_[k] == 0) continue;  // a number in no equation becomes 0
            const double change = tolerance_[k] / 10;
            auto changed = x;
            changed[k] += change;
            const auto after = predictions(plans_, device_, with_values(now_, changed));
            for (std::size_t i = 0; i < plans_.size(); ++i) {
                all[i].slope[k] = (after[i] - at[i]) / change;
                all[i].at_zero -= all[i].slope[k] * x[k];
            }
        }
        for (std::size_t i = 0; i < plans_.size(); ++i) weigh(all[i], weight_of(at[i] / plans_[i].seconds - 1));
        for (std::size_t k = 0; k < x.size(); ++k)
            if (tolerance_[k] > 0) all.push_back(tie(k));
        return all;
    }

    /// Scales the relative error of an equation.
    static void weigh(equation& e, double weight) {
        e.at_zero = e.measured + weight * (e.at_zero - e.measured);
        for (auto& s : e.slope) s *= weight;
    }

    /// The equation that holds a number near its typical value.
    equation tie(std::size_t k) const {
        equation e{values(typical_.size()), 1, 1};
        e.slope[k] = usual_error / tolerance_[k];
        e.at_zero -= e.slope[k] * typical_[k];
        return e;
    }

    const std::vector<plan_time>& plans_;
    const device_description& device_;
    profile_data now_;
    values typical_, tolerance_;
};

/// The larger of two curves at the points of both. Constant between two points of `b`.
curve larger_of(const curve& a, const curve& b) {
    std::vector<curve::point> all;
    for (const auto* some : {&a.points(), &b.points()})
        for (const auto& at : *some) all.push_back({at.x, std::max(a.step(at.x), b.step(at.x))});
    std::sort(all.begin(), all.end(), [](const curve::point& l, const curve::point& r) { return l.x < r.x; });
    all.erase(
        std::unique(all.begin(), all.end(), [](const curve::point& l, const curve::point& r) { return !(l.x < r.x); }),
        all.end());
    return curve(std::move(all));
}

}  // namespace

void set_typical(profile_data& p) {
    for (const auto& n : fitted_numbers)
        if (n.typical > 0) n.of(p) = n.typical;
    p.in_cache.stage = 0;
    p.in_cache.last_round = 0.67;
    p.cached.runs = curve({{0, 8.3}, {32, 2.36}, {64, 1.41}, {128, 1}});
    p.cached.strides = curve({{0, 0}});
    // Short runs and long strides cost passes more than copies, which do nothing else.
    p.beyond.runs = larger_of(p.beyond.runs, curve({{0, 4.5}, {16, 2.6}, {32, 1.45}, {64, 1.09}, {128, 1.03}}));
    p.beyond.strides = larger_of(p.beyond.strides, curve({{0, 0}, {32768, 0.08}, {262144, 0.13}, {1048576, 0.16}}));
    if (!(p.cached_bytes > 0)) return;
    constexpr double share = 4;  // of the cache: on an NVIDIA H200 larger transforms gained nothing from one launch
    p.launches.shared_bytes = p.cached_bytes / share;
    p.in_cache.rate = 1.5 * p.copy.between(p.cached_bytes);
}

void fit_gpu(profile_data& p, const device_description& device, const std::vector<plan_time>& plans) {
    if (!plans.empty()) p = gpu_fit(p, device, plans).run();
    p.launches.gap = std::min(p.launches.gap, p.launches.every);  // a device waits for the host, if at all
}

}  // namespace stockham::internal
