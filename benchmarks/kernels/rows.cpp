// Makes rows of the launches of plans.
#include "rows.hpp"
#include "lowering/lowering.hpp"

#include <map>

#include <fmt/format.h>
#include <stockham/error.hpp>

#include "decompose/pass_problem.hpp"
#include "families/work_group/banks.hpp"
#include "profile/known_profiles.hpp"
#include "systems/planning.hpp"
#include "systems/tensor/formula_plan.hpp"
#include "transpose/numbers.hpp"

namespace bench {

namespace {

using stockham::internal::pass_step;
using stockham::internal::tile_transpose;

/// The points of a pass, without the unused part of partly filled tiles.
std::uint64_t filled_points(const pass_step& s) {
    auto all = s.groups() * s.tile_points();
    for (const auto& g : s.guards) all = all / (s.tile[g.dim].points.n * s.loops[g.loop].n) * g.extent;
    return all;
}

/// The points of a side in memory: a mapped axis stores only some of its points.
std::uint64_t bytes_of(const pass_step& s, const stockham::internal::pass_side& side) {
    return filled_points(s) * stockham::internal::bytes_of(side.form, s.precision);
}

std::uint64_t bytes_of(const pass_step& s) {
    return bytes_of(s, s.in) + bytes_of(s, s.out);
}

std::uint64_t bytes_of(const tile_transpose& s) {
    std::uint64_t elements = s.rows.n * s.columns.n;
    for (const auto& loop : s.loops) elements *= loop.n;
    return 2 * elements * stockham::internal::element_bytes(s.element);
}

std::string points_of(const pass_step& s) {
    return std::to_string(s.family->lane_dim() ? s.tile_points() / s.work_items : s.item_points());
}

std::string points_of(const tile_transpose&) {
    return "-";
}

std::string turns_of(const pass_step& s, const stockham::device_description& device) {
    const auto turns = stockham::internal::turns_of_banks(s, stockham::internal::profile_of(device).banks);
    return turns ? fmt::format("{:.2f}", *turns) : "-";
}

std::string turns_of(const tile_transpose&, const stockham::device_description&) {
    return "-";
}

/// A step's text without its loops: "I->O {d(128,128,128) radix 8.4.4, v(8,1,1)}" or "transpose complex f32 ..".
std::string short_text(const stockham::internal::step& step) {
    auto text = std::visit([](const auto& s) { return to_string(s); }, step);
    for (const char* loops : {" x [", " loops "}) text = text.substr(0, text.find(loops));
    const std::string word = "pass ";
    return text.rfind(word, 0) == 0 ? text.substr(word.size()) : text;
}

/// Joins the texts of steps that share a launch; equal texts appear once.
std::string joined(const std::string& first, const std::string& second, const char* between) {
    return first.empty() || first == second ? second : first + between + second;
}

/// The row of the launch that runs steps [begin, end).
kernel_row row_of(const stockham::internal::step_plan& plan, std::size_t begin, std::size_t end,
                  const stockham::device_description& device) {
    kernel_row row;
    for (auto k = begin; k < end; ++k) {
        const auto& step = plan.steps[k];
        row.passes = joined(row.passes, std::to_string(k + 1), "+");
        row.step = joined(row.step, short_text(step), " ; ");
        row.points = joined(row.points, std::visit([](const auto& s) { return points_of(s); }, step), "+");
        row.turns = joined(row.turns, std::visit([&](const auto& s) { return turns_of(s, device); }, step), "+");
        row.bytes += std::visit([](const auto& s) { return bytes_of(s); }, step);
    }
    return row;
}

/// The distinct kernels so far, by everything that affects compilation.
class distinct_kernels {
  public:
    explicit distinct_kernels(std::vector<planned_kernel>& kernels) : kernels_(kernels) {}

    std::size_t add(stockham::internal::launch launch, const kernel_row& row) {
        const auto [at, is_new] = places_.try_emplace(stockham::internal::program_digest(launch), kernels_.size());
        if (is_new) kernels_.push_back({std::move(launch), row.problem + ", pass " + row.passes});
        return at->second;
    }

  private:
    std::vector<planned_kernel>& kernels_;
    std::map<std::string, std::size_t> places_;
};

/// The planner's choice, or the demanded plan.
stockham::internal::step_plan plan_of(const stockham::transform& t, const own_plan& own,
                                      const stockham::device_description& device) {
    const auto p = stockham::internal::make_problem(own.applied_to(t));
    const auto plan_string = own.plan_string();
    return plan_string.empty() ? make_plan(p, device)
                               : build_plan(p, device, stockham::internal::read_plan(plan_string, p, device)).plan;
}

/// Adds the rows of one plan of a case.
void add_plan(kernel_list& list, distinct_kernels& kernels, const suite_case& c, const own_plan& own,
              const stockham::device_description& device) {
    const auto plan = plan_of(c.what.transform, own, device);
    auto launches = to_launches(plan, device, true);
    const bool shared = launches.size() < plan.steps.size();
    for (std::size_t k = 0; k < launches.size(); ++k) {
        auto row = shared ? row_of(plan, 0, plan.steps.size(), device) : row_of(plan, k, k + 1, device);
        row.problem = to_string(c.what.transform) + (own.name.empty() ? "" : ", " + own.name);
        row.work_items = static_cast<unsigned>(launches[k].work_items);
        row.kernel = kernels.add(std::move(launches[k]), row);
        list.rows.push_back(std::move(row));
    }
}

}  // namespace

kernel_list list_kernels(const std::vector<suite_case>& cases, const stockham::device_description& device) {
    kernel_list list;
    distinct_kernels kernels(list.kernels);
    for (const auto& c : cases) {
        auto plans = c.plans;
        plans.insert(plans.begin(), own_plan{});
        for (const auto& own : plans) {
            try {
                add_plan(list, kernels, c, own, device);
            } catch (const stockham::unsupported_error& e) {
                list.refusals.emplace_back(e.what());
            }
        }
    }
    if (list.rows.empty() && !list.refusals.empty()) throw stockham::unsupported_error("plan", list.refusals.back());
    return list;
}

}  // namespace bench
