// Evaluates the tables of the cost model for each part of a plan.
#include "plan/plan_terms.hpp"

#include <cmath>
#include <functional>
#include <utility>
#include <variant>

#include "cost/terms.hpp"
#include "profile/known_profiles.hpp"
#include "transpose/numbers.hpp"

namespace stockham::internal {

namespace {

/// Collects terms for one part of a plan after another.
class term_list {
  public:
    explicit term_list(const device_description& device) : device_(device), p_(profile_of(device)) {}

    void begin(std::string part) { part_ = std::move(part); }

    void add(const char* name, double seconds) {
        constexpr double rounding = 1e-15;  // differences of equal estimates
        if (std::abs(seconds) > rounding) all_.push_back({part_, name, seconds});
    }

    double add_pass(const pass_traffic& t) { return add_view(view_of(t, p_, device_), t); }

    double add_part(const std::vector<pass_traffic>& passes, std::size_t k, std::uint64_t parts) {
        return add_view(view_of_part(passes, k, parts, p_, device_), passes[k]);
    }

    double add_transpose(const tile_transpose& t) {
        return sum_of(transpose_terms, {p_, static_cast<double>(2 * bytes_of_array(t))}, 0, adder());
    }

    void add_launches(double device_seconds, std::uint64_t count) {
        sum_of(launch_terms, {p_.launches, static_cast<double>(count), device_seconds}, device_seconds, adder());
    }

    std::vector<plan_term> take() { return std::move(all_); }

  private:
    static std::uint64_t bytes_of_array(const tile_transpose& t) {
        auto elements = t.rows.n * t.columns.n;
        for (const auto& loop : t.loops) elements *= loop.n;
        return elements * element_bytes(t.element);
    }

    double add_view(pass_view v, const pass_traffic& t) {
        const double predicted = seconds_of(v, adder());
        add(t.source == cost_source::measured ? measured_term : similar_term, (t.correction - 1) * predicted);
        return t.correction * predicted;
    }

    std::function<void(const char*, double)> adder() {
        return [this](const char* name, double seconds) { add(name, seconds); };
    }

    const device_description& device_;
    const profile_data& p_;
    std::string part_;
    std::vector<plan_term> all_;
};

std::string numbered(const char* what, std::size_t index) {
    return what + std::string(" ") + std::to_string(index + 1);
}

void add_parts(term_list& terms, const candidate& c, const device_description& device) {
    double seconds = 0;
    for (std::size_t k = 0; k < c.traffic.size(); ++k) {
        terms.begin(numbered("pass", k));
        seconds += terms.add_part(c.traffic, k, c.plan.parts);
    }
    terms.begin("launch");
    const double whole = parts_with_idle(seconds, c.plan.parts, device);
    terms.add("idle compute units", whole - seconds);
    terms.add_launches(whole, 1);
}

void add_shared_launch(term_list& terms, const candidate& c, const device_description& device) {
    double seconds = 0;
    for (std::size_t k = 0; k < c.traffic.size(); ++k) {
        terms.begin(numbered("pass", k));
        seconds += terms.add_pass(c.traffic[k]);
    }
    terms.begin("launch");
    const double handover = handover_seconds(c.traffic.front(), c.traffic.back(), device);
    terms.add("handover", handover);
    terms.add_launches(seconds + handover, 1);
}

void add_steps(term_list& terms, const candidate& c) {
    std::size_t pass = 0, transpose = 0;
    for (const auto& step : c.plan.steps) {
        if (const auto* moved = std::get_if<tile_transpose>(&step)) {
            terms.begin(numbered("transpose", transpose++));
            terms.add_launches(terms.add_transpose(*moved), 1);
            continue;
        }
        const auto& t = c.traffic[pass];
        terms.begin(numbered("pass", pass++));
        terms.add_launches(terms.add_pass(t), t.launches);
    }
}

}  // namespace

std::vector<plan_term> terms_of(const candidate& c, const device_description& device) {
    term_list terms(device);
    if (c.plan.one_launch && c.plan.parts)
        add_parts(terms, c, device);
    else if (c.plan.one_launch)
        add_shared_launch(terms, c, device);
    else
        add_steps(terms, c);
    terms.begin("workspace");
    terms.add("least gain", c.workspace_cost);
    return terms.take();
}

}  // namespace stockham::internal
