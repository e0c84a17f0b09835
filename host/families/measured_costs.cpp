// Replaces or corrects predicted costs by the measurements of a profile.
#include "families/measured_costs.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <stockham/error.hpp>

#include "decompose/pass_hash.hpp"
#include "families/choice_text.hpp"
#include "families/table.hpp"
#include "profile/known_profiles.hpp"

namespace stockham::internal {

namespace {

/// The options of a choice as words.
std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find(' ', at), text.size());
        if (end > at) words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

/// Everything that the time of a step of a known pass depends on.
std::string text_of(const pass_step& s) {
    return to_string(s) + '|' + std::to_string(s.min_groups) + (s.non_temporal ? "n" : "") +
           std::to_string(static_cast<int>(s.twiddles));
}

void correct_by(shaped_pass& shaped, double factor, cost_source source, const device_description& device) {
    shaped.traffic.correction = factor;
    shaped.traffic.source = source;
    shaped.device_seconds *= factor;
    shaped.cost = launched_seconds(shaped.device_seconds, shaped.traffic.launches, device);
}

}  // namespace

measured_costs::measured_costs(const pass_problem& p, const device_description& device, const shaper& shape)
    : device_(device), known_(profile_of(device).passes) {
    if (!known_) return;
    place_ = place_of(p.plan_bytes, device);
    for (const auto& m : known_->find(pass_hash(p), place_, p.in_bytes() + p.out_bytes())) add(m, shape);
    double logarithms = 0;
    for (const auto& s : shapes_) logarithms += std::log(s.correction);
    if (!shapes_.empty()) others_ = std::max(others_, std::exp(logarithms / static_cast<double>(shapes_.size())));
}

/// Leaves out a choice of another version of the library, and one that leaves compute units idle with so few lines.
void measured_costs::add(const measured_choice& m, const shaper& shape) {
    std::optional<pass_choice> choice;
    try {
        choice = parse_choice(words_of(*m.choice), default_family(device_));
    } catch (const error&) {
        return;
    }
    const auto shaped = shape(*choice);
    if (!shaped || !(shaped->device_seconds > 0)) return;
    // In the cache, sizes are so close to the measured one that as many units were idle.
    if (place_ == data_place::memory && !device_.vector_bytes && shaped->step.groups() < device_.compute_units) return;
    const double seconds = m.copies * unit_seconds(shaped->traffic.bytes, device_);
    others_ = std::max(others_, m.others);
    shapes_.push_back({*m.choice, text_of(shaped->step), seconds / shaped->device_seconds});
    choices_.push_back(std::move(*choice));
}

void measured_costs::correct(shaped_pass& shaped, const pass_choice& choice) const {
    if (shapes_.empty()) return;
    const auto text = to_string(choice);
    for (const auto& s : shapes_)
        if (s.choice == text) return correct_by(shaped, s.correction, cost_source::measured, device_);
    correct_by(shaped, others_, cost_source::similar, device_);
}

bool measured_costs::gives(const pass_step& s) const {
    if (shapes_.empty()) return false;
    const auto text = text_of(s);
    return std::any_of(shapes_.begin(), shapes_.end(), [&](const measured_shape& m) { return m.step == text; });
}

}  // namespace stockham::internal
