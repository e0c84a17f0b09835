// Builds the search space before measuring, so that its kernels can be compiled ahead.
#include "search/search_space.hpp"
#include "lowering/lowering.hpp"
#include "plan/launch_sharing.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace stockham::internal {

namespace {

class shape_list {
  public:
    void add(shape_result shaped) {
        if (shaped && known_.insert(kernel_identity(shaped->step)).second) shapes.push_back(std::move(*shaped));
    }
    std::vector<shaped_pass> shapes;

  private:
    std::set<std::string> known_;
};

std::vector<shaped_pass> shapes_of(const pass_problem& pass, const device_description& device, const effort& much) {
    std::vector<shaped_pass> all;
    for (const auto& choice : pass_choices(pass, device))
        if (auto shaped = shape_by(pass, device, choice)) all.push_back(std::move(*shaped));
    std::stable_sort(all.begin(), all.end(),
                     [](const shaped_pass& a, const shaped_pass& b) { return a.cost < b.cost; });
    shape_list list;
    for (auto& shaped : all)
        if (list.shapes.size() < much.shapes) list.add(std::move(shaped));
    const auto varied = std::min(much.varied, list.shapes.size());
    for (std::size_t k = 0; k < varied; ++k)
        for (const auto& choice : variations(list.shapes[k].choice, device)) list.add(shape_by(pass, device, choice));
    return std::move(list.shapes);
}

/// Adds the passes of a sequence to the space.
outline outline_of(search_space& space, std::map<pass_key, std::size_t>& known, const problem& p,
                   const device_description& device, const pass_sequence& sequence, const effort& much) {
    outline o{sequence, {}};
    const auto found = passes_of(p, sequence, places_of(p));
    space.workspace_bytes = std::max(space.workspace_bytes, found.workspace_elements * element_size(p.precision));
    for (const auto& pass : found.passes) {
        const auto [at, fresh] = known.try_emplace(key_of(pass), space.passes.size());
        if (fresh) space.passes.push_back({pass, shapes_of(pass, device, much)});
        o.passes.push_back(at->second);
    }
    return o;
}

}  // namespace

// Texts are compared, not steps: steps that differ in cost, effort or unused options may have the same kernel.
std::string kernel_identity(const pass_step& s) {
    const auto l = to_launch(s, double_support::khr);
    return std::to_string(l.groups) + '|' + program_digest(l);
}

effort effort_of(rigor r, const device_description& device) {
    switch (r) {
    case rigor::patient:
        return {12, 12, 3, 12, 9};
    case rigor::exhaustive:
        return {1000, 1000, 1000, 40, 9};
    default:
        return device.vector_bytes ? effort{2, 3, 1, 3, 7} : effort{4, 5, 1, 6, 7};
    }
}

search_space space_of(const problem& p, const device_description& device, const effort& much) {
    search_space space;
    std::map<pass_key, std::size_t> known;
    for (auto& c : cheapest_plans(p, device, much.sequences)) {
        if (c.how.system.empty())
            space.outlines.push_back(outline_of(space, known, matching_form(c.how, p), device, c.how.sequence, much));
        if (space.whole.empty() || !c.how.system.empty() || c.how.one_launch) space.whole.push_back(std::move(c));
    }
    for (auto& c : shared_launches(p, device)) space.whole.push_back(std::move(c));
    for (const auto& c : space.whole) space.workspace_bytes = std::max(space.workspace_bytes, c.plan.workspace_bytes);
    return space;
}

std::vector<launch> launches_of(const search_space& space, const device_description& device) {
    std::vector<launch> all;
    std::set<std::string> known;
    const auto add = [&](launch l) {
        if (known.insert(program_digest(l)).second) all.push_back(std::move(l));
    };
    for (const auto& c : space.whole)
        for (auto& l : to_launches(c.plan, device, true)) add(std::move(l));
    for (const auto& pass : space.passes)
        for (const auto& shaped : pass.shapes) add(to_launch(shaped.step, device.fp64));
    return all;
}

}  // namespace stockham::internal
