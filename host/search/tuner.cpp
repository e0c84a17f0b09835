// Measures single passes, then complete plans made of the best passes.
#include "search/tuner.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include <stockham/error.hpp>

#include "search/oracle.hpp"
#include "search/pass_times.hpp"
#include "search/trials.hpp"
#include "systems/planning.hpp"

namespace stockham::internal {

namespace {

constexpr double least_total = 20e-3;  // of all samples of a finalist
constexpr double hopeless = 1.3;       // times the best: not measured again

/// The search space with the known plan, if it still fits, after the cost model's.
search_space space_with(const problem& p, const device_description& device, const effort& much,
                        const std::optional<plan_decisions>& known) {
    auto space = space_of(p, device, much);
    if (!known || to_string(*known) == to_string(space.whole.front().how)) return space;
    try {
        auto c = build_plan(p, device, *known);
        space.workspace_bytes = std::max(space.workspace_bytes, c.plan.workspace_bytes);
        space.whole.insert(space.whole.begin() + 1, std::move(c));
    } catch (const error&) {  // written by another version of the planner
    }
    return space;
}

/// Copies, the unit of the times of passes, need an input, too.
bed_sizes sizes_with(const problem& p, const search_space& space, const tuning_limits& asked) {
    auto sizes = sizes_of(p, space.workspace_bytes);
    if (asked.passes) sizes.input = std::max(sizes.input, sizes.output);
    return sizes;
}

/// A measured shape of a pass.
struct measured_shape {
    pass_choice choice;
    double seconds = infinite;
};

class search_run {
  public:
    search_run(context_state& context, cl_device_id device, const problem& p, const device_description& limits,
               const tuning_limits& asked)
        : problem_(p), limits_(limits), asked_(asked), much_(effort_of(asked.how, limits)),
          space_(space_with(p, limits, much_, asked.known)), sizes_(sizes_with(p, space_, asked)),
          trials_(context, device, p, limits, sizes_), shapes_(space_.passes.size()),
          start_(std::chrono::steady_clock::now()) {
        for (const auto& pass : space_.passes) total_ += pass.shapes.size();
        total_ += space_.whole.size() + much_.finalists;
    }

    tuned_plan operator()() {
        const auto estimate = trials_.make_whole(space_.whole.front());
        if (!estimate) throw unsupported_error("tuning", "the cost model's plan does not fit the device");
        const double wrong = oracle_distance(trials_.bed(), *estimate->kernels, problem_);
        if (!(wrong <= trial_tolerance(problem_.precision)))
            throw error("the cost model's plan gives wrong results on this device: " +
                        to_string(space_.whole.front().plan));
        for (const auto& o : space_.outlines)
            for (auto pass : o.passes)
                if (shapes_[pass].empty() && !over()) measure_pass(pass);
        return decide(finalists());
    }

  private:
    bool over() {
        if (cancelled_) return true;
        const auto so_far = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
        return asked_.seconds > 0 && so_far > asked_.seconds;
    }

    void report(const std::string& what, double seconds) {
        ++done_;
        if (asked_.progress && !cancelled_)
            cancelled_ = !asked_.progress({done_, std::max(done_, total_), best_, what, seconds});
    }

    /// Measures all shapes of a pass once, and the good ones again.
    void measure_pass(std::size_t number) {
        const auto& options = space_.passes[number];
        std::vector<std::pair<const shaped_pass*, runner>> good;
        double best = infinite;
        for (const auto& shaped : options.shapes) {
            if (over()) break;
            auto r = trials_.make_pass(shaped.step, options.pass);
            if (!r || !trials_.is_right(*r, good.empty())) {
                ++rejected_;
                report(to_string(shaped.step), 0);
                continue;
            }
            trials_.sample(*r);
            report(to_string(shaped.step) + " " + to_string(shaped.choice), r->median());
            best = std::min(best, r->median());
            good.emplace_back(&shaped, std::move(*r));
        }
        for (unsigned round = 0; round < 4 && !over(); ++round)
            for (auto& [shaped, r] : good)
                if (r.median() < (round ? 1.05 : hopeless) * best) trials_.sample(r);
        tried_ += good.size();
        for (const auto& [shaped, r] : good) shapes_[number].push_back({shaped->choice, r.median()});
        if (asked_.passes && !good.empty() && !over() && can_measure(options.pass, limits_)) keep_times(options, good);
        std::stable_sort(shapes_[number].begin(), shapes_[number].end(),
                         [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
        if (shapes_[number].empty())
            shapes_[number].push_back({});  // marks the pass as measured, without a usable shape
    }

    /// Only those that were measured several times.
    void keep_times(const pass_options& options, std::vector<std::pair<const shaped_pass*, runner>>& good) {
        pass_timer timer(trials_, sizes_, limits_);
        timer.time_copy(options.pass);
        for (auto& [shaped, r] : good)
            if (r.samples.size() > 1)
                add_measured(*asked_.passes, unmeasured(options, *shaped, limits_, asked_.problem),
                             timer.device_seconds(r), timer);
    }

    /// Adds the sequence with the best shape of each pass, except the second best for pass `second`. Its cost is the
    /// sum of the times.
    void assemble(const outline& o, std::size_t second, std::vector<candidate>& into) {
        plan_decisions how;
        how.sequence = o.sequence;
        double sum = 0;
        for (std::size_t k = 0; k < o.passes.size(); ++k) {
            const auto& shapes = shapes_[o.passes[k]];  // empty if the search stopped before
            const std::size_t which = k == second ? 1 : 0;
            if (shapes.size() <= which || std::isinf(shapes[which].seconds)) return;
            how.choices.push_back(shapes[which].choice);
            sum += shapes[which].seconds;
        }
        auto c = build_plan(problem_, limits_, how);
        c.cost = sum;
        into.push_back(std::move(c));
    }

    std::vector<candidate> finalists() {
        std::vector<candidate> made;
        for (const auto& o : space_.outlines)
            for (std::size_t second = 0; second <= o.passes.size(); ++second) assemble(o, second, made);
        std::stable_sort(made.begin(), made.end(),
                         [](const candidate& a, const candidate& b) { return a.cost < b.cost; });
        if (made.size() > much_.finalists) made.resize(much_.finalists);
        std::vector<candidate> all = std::move(space_.whole);
        for (auto& c : made)
            if (to_string(c.how) != to_string(all.front().how)) all.push_back(std::move(c));
        return all;
    }

    /// Compares complete plans in rounds; the first is the cost model's.
    tuned_plan decide(const std::vector<candidate>& plans) {
        std::vector<std::pair<const candidate*, runner>> good;
        unsigned measured = 0;
        for (const auto& c : plans) {
            if (over() && measured > (asked_.known ? 1U : 0U)) break;
            ++measured;
            auto r = trials_.make_whole(c);
            if (!r || !trials_.is_right(*r, good.empty())) {
                ++rejected_;
                report(to_string(c.how), 0);
                continue;
            }
            trials_.sample(*r);
            best_ = std::min(best_, r->median());
            report(to_string(c.how), r->median());
            good.emplace_back(&c, std::move(*r));
        }
        tried_ += good.size();
        const auto still_in = [&](std::size_t k) { return k == 0 || good[k].second.median() < 1.1 * best_; };
        const auto samples = std::clamp(least_total / sample_seconds, 1.0 * much_.rounds, 41.0);
        for (unsigned round = 0; round < samples && !(over() && round > 2); ++round) {
            for (std::size_t k = 0; k < good.size(); ++k)
                if (still_in(k)) trials_.sample(good[k].second);
            for (const auto& g : good) best_ = std::min(best_, g.second.median());
        }
        const auto* winner = &good.front();
        for (const auto& g : good)
            if (g.second.samples.size() > 2 && g.second.median() < winner->second.median()) winner = &g;
        const auto& estimate = good.front().second;
        const double gain = 1 - winner->second.median() / estimate.median();
        if (gain <= std::max(winner->second.spread(), estimate.spread())) winner = &good.front();
        return {
            winner->first->how, winner->second.median(), winner->second.spread(), estimate.median(), tried_, rejected_,
            cancelled_};
    }

    const problem& problem_;
    const device_description& limits_;
    const tuning_limits& asked_;
    effort much_;
    search_space space_;
    bed_sizes sizes_;
    trials trials_;
    std::vector<std::vector<measured_shape>> shapes_;
    std::chrono::steady_clock::time_point start_;
    std::size_t total_ = 0, done_ = 0, tried_ = 0, rejected_ = 0;
    double best_ = infinite;
    bool cancelled_ = false;
};

}  // namespace

bool can_tune(const problem& p) {
    const auto known = [](const memory_form& f) { return !f.half && f.numbers != numbers::planar; };
    const auto* system = published(p.algorithm);
    return (!system || system->is_searched) && !p.is_special() && known(p.in_form) && known(p.out_form);
}

tuned_plan tune(context_state& context, cl_device_id device, const problem& p, const device_description& limits,
                const tuning_limits& asked) {
    return search_run(context, device, p, limits, asked)();
}

}  // namespace stockham::internal
