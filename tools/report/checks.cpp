// The stage that checks random problems of all kinds against sums in long double.
#include <algorithm>

#include <fmt/format.h>

#include "report/stage.hpp"
#include "tools/harness/oracle/random_problem.hpp"
#include "tools/harness/oracle/run_trial.hpp"

namespace stockham::tools::report {

namespace {

/// Problems with the same kernels, which drivers compile for seconds.
constexpr std::size_t layouts = 4;
/// Most points of problems of any length: the sums of a prime length take the square of it.
constexpr std::size_t most_points_of_any = 1 << 12;

/// Most points of powers of two: a small part of the device's memory, and of the time of the stage.
std::size_t most_points_of_powers(const engine& e) {
    constexpr std::size_t most = 1 << 17, part = 1 << 12;
    return std::clamp(e.usable_memory() / part, most_points_of_any, most);
}

/// Draws the problems one after the other.
class problem_source {
  public:
    problem_source(const stage_options& o, std::size_t most_points, bool doubles)
        : random_(o.seed), most_points_(most_points), doubles_(doubles) {}

    transform next() {
        if (drawn_++ % layouts != 0) return varied(base_, random_);
        base_ = random_() % 4 ? random_any(random_, most_points_of_any) : random_problem(random_, most_points_);
        if (!doubles_ && base_.precision == precision::f64) base_.precision = precision::f32;
        return base_;
    }

  private:
    std::mt19937 random_;
    std::size_t most_points_, drawn_ = 0;
    bool doubles_;
    transform base_;
};

std::string fault_of(const reference::verdict& found, double gate) {
    if (!(found.error <= gate)) return "the error is too large";
    if (found.spoilt) return fmt::format("{} numbers outside the layout were written", found.spoilt);
    if (found.unreal) return fmt::format("{} points that are their own conjugates are not real", found.unreal);
    return found.input_written ? "the input was written" : "";
}

/// problem, state, error, largest right error, problem string, reason
row checked(const engine& e, const transform& t, unsigned seed) {
    const auto text = to_string(t);
    const double gate = reference::gate(t);
    const auto numbers = [](double x) { return fmt::format("{:.3g}", x); };
    try {
        const auto plan = e.plan(t);
        std::mt19937 generator(seed);
        const auto trial = make_trial(t, generator);
        const auto found = reference::judge(*plan, trial, e.context(), e.queue());
        const auto fault = fault_of(found, gate);
        const char* state = fault.empty() ? "right" : found.untouched ? "unwritten" : "wrong";
        return {"problem", state, numbers(found.error), numbers(gate), text, fault};
    } catch (const unsupported_error& why) {
        return {"problem", "refused", "-", numbers(gate), text, impersonal(why.what())};
    } catch (const error& why) {
        return {"problem", "failed", "-", numbers(gate), text, impersonal(why.what())};
    }
}

}  // namespace

void run_checks(stage_run& run) {
    const auto& o = run.options();
    problem_source source(o, most_points_of_powers(run.device()), run.has_double());
    for (std::size_t k = 0; k < o.problems; ++k) {
        const auto t = source.next();
        // After a fault, problems with the same kernels are left out.
        if (o.first > 0 && k / layouts <= (o.first - 1) / layouts) continue;
        run.begin(k, o.problems, to_string(t));
        run.add(checked(run.device(), t, o.seed + static_cast<unsigned>(k)));
    }
}

}  // namespace stockham::tools::report
