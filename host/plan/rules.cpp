// The table of rules.
#include "plan/rules.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "decompose/passes.hpp"
#include "plan/launch_sharing.hpp"
#include "plan/tile_lengths.hpp"
#include "problem/algorithms.hpp"

namespace stockham::internal {

namespace {

bool is_automatic(const planning& run) {
    return run.given.algorithm == automatic;
}

std::string not_automatic(const planning& run) {
    return "the problem demands the algorithm " + run.given.algorithm;
}

/// Adds the cheapest plans of each form of this kind; `none` is the reason if there is no such form.
std::string propose(const plan_rule& rule, planning& run, form_kind kind, line_pairing lines, const char* none) {
    if (!is_automatic(run)) return not_automatic(run);
    std::string why = none;
    const auto before = run.proposals.size();
    for (std::size_t k = 0; k < run.forms.size(); ++k) {
        if (run.forms[k].kind != kind) continue;
        const auto& p = run.forms[k].equivalent;
        shape_options options;
        options.real_lines = lines;
        options.splits_axes = kind != form_kind::relengthened;
        auto found = search(p, run.device, options, places_of(p), count_with_shared(run.count, p, run.device));
        if (found.empty()) why = "no split fits the work-groups of the device";
        for (auto& c : found) run.proposals.push_back({rule.name, k, std::move(c)});
    }
    return run.proposals.size() > before ? "" : why;
}

std::string unchanged(const plan_rule& rule, planning& run) {
    return propose(rule, run, form_kind::given, line_pairing::single, "");
}

/// Two real lines as the real and imaginary parts of one complex line.
std::string paired_real_lines(const plan_rule& rule, planning& run) {
    const auto &in = run.given.in_form, &out = run.given.out_form;
    if (in.numbers != numbers::real && out.numbers != numbers::real) return "the transform has no real side";
    if (run.device.vector_bytes) return "lanes do not pair lines";
    return propose(rule, run, form_kind::given, line_pairing::paired, "");
}

/// A real line of 2 n numbers as a complex line of n points.
std::string packed_real_lines(const plan_rule& rule, planning& run) {
    return propose(rule, run, form_kind::packed, line_pairing::any,
                   "the last axis has no real lines of even length whose numbers are adjacent");
}

/// Axes whose length has no chain of radices, by Bluestein's algorithm.
std::string lengthened_axes(const plan_rule& rule, planning& run) {
    const auto shortest = run.forms.size();
    for (std::size_t k = 0; k < shortest && is_automatic(run) && !run.device.vector_bytes; ++k)
        for (auto& p : relengthened_for_passes(run.forms[k].equivalent, tile_capacity(run.device, run.given.precision)))
            run.forms.push_back({form_kind::lengthened, std::move(p)});
    return propose(rule, run, form_kind::lengthened, line_pairing::any,
                   "all axes have a chain of radices or are convolved within a pass");
}

/// The same with other lengths, if one tile holds them: those with the best chains.
std::string lengthened_for_a_tile(const plan_rule& rule, planning& run) {
    if (!is_automatic(run)) return not_automatic(run);
    const auto shortest = run.forms.size();
    for (std::size_t k = 0; k < shortest; ++k)
        for (auto& p : relengthened_for_a_tile(run.forms[k].equivalent, tile_capacity(run.device, run.given.precision)))
            run.forms.push_back({form_kind::relengthened, std::move(p)});
    return propose(rule, run, form_kind::relengthened, line_pairing::any, "no tile holds a lengthened axis");
}

/// The plans of a form, the cheapest of each sequence, cheapest first.
std::vector<const candidate*> plans_of(const planning& run, std::size_t form) {
    std::vector<const candidate*> all, kept;
    for (const auto& p : run.proposals)
        if (p.form == form) all.push_back(&p.plan);
    std::stable_sort(all.begin(), all.end(), [](const candidate* a, const candidate* b) { return a->cost < b->cost; });
    for (const auto* c : all)
        if (std::none_of(kept.begin(), kept.end(),
                         [&](const candidate* k) { return k->how.sequence == c->how.sequence; }))
            kept.push_back(c);
    if (const auto most = std::max(run.count, shared_sequences); kept.size() > most) kept.resize(most);
    return kept;
}

/// Two passes in one launch, where the second waits for the first.
std::string two_passes_in_one_launch(const plan_rule& rule, planning& run) {
    if (!is_automatic(run)) return not_automatic(run);
    std::string why = "no two passes in one launch cost less than the passes apart";
    std::vector<proposal> shared;
    for (std::size_t form = 0; form < run.forms.size(); ++form) {
        const auto& p = run.forms[form].equivalent;
        if (auto fault = why_not_shared(p, run.device); !fault.empty()) {
            why = std::move(fault);
            continue;
        }
        if (auto c = in_one_launch(plans_of(run, form), p, run.device))
            shared.push_back({rule.name, form, std::move(*c)});
    }
    if (!shared.empty()) why.clear();
    for (auto& each : shared) run.proposals.push_back(std::move(each));
    return why;
}

/// Lane passes in one launch, where each work-item runs all passes of a part.
std::string parts_in_one_launch(const plan_rule& rule, planning& run) {
    if (!is_automatic(run)) return not_automatic(run);
    if (!run.device.vector_bytes) return "only lanes run their passes part by part";
    std::vector<proposal> shared;
    for (const auto& each : run.proposals)
        if (auto c = in_parts(each.plan, run.forms[each.form].equivalent, run.device))
            shared.push_back({rule.name, each.form, std::move(*c)});
    for (auto& each : shared) run.proposals.push_back(std::move(each));
    return shared.empty() ? "no plan has parts that cost less together" : "";
}

/// A published system, if the problem demands it or if it competes with the other rules.
std::string published_plan(const plan_rule& rule, planning& run) {
    const auto& system = *rule.system;
    const bool demanded = run.given.algorithm == system.name;
    if (!demanded && !is_automatic(run)) return not_automatic(run);
    if (!demanded && !system.competes) return "only plans that demand it";
    if (!demanded && !system.competes(run.given)) return "does not apply to the transform";
    auto c = system.plan(run.given, run.device);
    if (std::isinf(c.cost)) return "no plan fits the device";
    if (demanded) c.plan.notes.emplace_back(system.note);
    run.proposals.push_back({rule.name, 0, std::move(c)});
    return {};
}

/// The paired form of real lines comes first: it is chosen if both cost the same.
constexpr plan_rule general_rules[] = {
    {"paired real lines", paired_real_lines},
    {"unchanged problem", unchanged},
    {"packed real lines", packed_real_lines},
    {"lengthened axes", lengthened_axes},
    {"axes lengthened for a tile", lengthened_for_a_tile},
    {"two passes in one launch", two_passes_in_one_launch},
    {"parts in one launch", parts_in_one_launch},
};

}  // namespace

std::vector<plan_rule> plan_rules(const system_table& systems) {
    std::vector<plan_rule> all(std::begin(general_rules), std::end(general_rules));
    for (const auto& system : systems) all.push_back({system.name, published_plan, &system});
    return all;
}

std::vector<problem_form> forms_of(const problem& p) {
    std::vector<problem_form> forms{{form_kind::given, p}};
    if (auto half = halved(p)) forms.push_back({form_kind::packed, std::move(*half)});
    const auto shortest = forms.size();
    for (std::size_t k = 0; k < shortest; ++k)
        if (auto longer = lengthened(forms[k].equivalent)) forms.push_back({form_kind::lengthened, std::move(*longer)});
    if (auto longer = with_lengthened_real_lines(p)) forms.push_back({form_kind::lengthened, std::move(*longer)});
    return forms;
}

}  // namespace stockham::internal
