// Finds the measurements of a pass.
#include "profile/pass_measurements.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace stockham::internal {

namespace {

constexpr double quarters = 4;

int quarters_of(double x) {
    return static_cast<int>(std::lround(quarters * std::log2(std::max(1.0, x))));
}

}  // namespace

std::uint32_t pass_measurements::text_list::number_of(const std::string& text) {
    const auto [at, fresh] = numbers_.emplace(text, static_cast<std::uint32_t>(texts_.size()));
    if (fresh) texts_.push_back(text);
    return at->second;
}

std::optional<std::uint32_t> pass_measurements::text_list::find(const std::string& text) const {
    const auto at = numbers_.find(text);
    return at == numbers_.end() ? std::nullopt : std::make_optional(at->second);
}

/// Whole octaves in memory, where time is proportional to bytes.
int pass_measurements::size_of(const pass_measurement& m) {
    const auto bytes = static_cast<double>(m.bytes);
    return m.place == data_place::cache ? quarters_of(bytes)
                                        : static_cast<int>(quarters * std::round(std::log2(std::max(1.0, bytes))));
}

void pass_measurements::add(pass_measurement m) {
    std::string files;
    for (const auto& file : m.kernels) files += (files.empty() ? "" : " ") + file;
    rows_[{m.pass, m.place, choices_.number_of(m.choice), size_of(m)}] = {kernels_.number_of(files), m.copies, m.others,
                                                                          std::move(m.predicted)};
    least_copies_ = std::min(least_copies_, m.copies);
}

void pass_measurements::add_copy(std::uint64_t bytes, double rate, std::uint64_t count) {
    const auto times = static_cast<double>(count);
    add_sums(copies_, {{quarters_of(static_cast<double>(bytes)), {times * std::log(rate), times}}});
}

void pass_measurements::add_sums(std::map<int, sum>& to, const std::map<int, sum>& from) {
    for (const auto& [at, s] : from) {
        to[at].logarithms += s.logarithms;
        to[at].count += s.count;
    }
}

double pass_measurements::copy_seconds(std::uint64_t bytes) const {
    if (copies_.empty()) return 0;
    const double size = quarters * std::log2(std::max<double>(1, static_cast<double>(bytes)));
    const auto mean = [](const auto& at) { return at->second.logarithms / at->second.count; };
    const auto after = copies_.upper_bound(static_cast<int>(std::floor(size)));
    const auto before = after == copies_.begin() ? after : std::prev(after);
    double rate = mean(before);
    if (after != copies_.end() && after != before) {
        const double part = (size - before->first) / (after->first - before->first);
        rate += part * (mean(after) - rate);
    }
    return static_cast<double>(bytes) / std::exp(rate);
}

void pass_measurements::forget_model() {
    for (auto& [key, r] : rows_) r.predicted.reset();
}

void pass_measurements::merge(const pass_measurements& other) {
    if (other.device_.profile != device_.profile) forget_model();
    device_ = other.device_;
    for (const auto& [key, r] : other.rows_) {
        auto& at = rows_[{key.pass, key.place, choices_.number_of(other.choices_[key.choice]), key.size}];
        at = r;
        at.kernels = kernels_.number_of(other.kernels_[r.kernels]);
    }
    add_sums(copies_, other.copies_);
    least_copies_ = std::min(least_copies_, other.least_copies_);
}

std::vector<measured_choice> pass_measurements::find(std::uint64_t pass, data_place place, std::uint64_t bytes) const {
    std::vector<measured_choice> found;
    const double size = quarters * std::log2(std::max<double>(1, static_cast<double>(bytes)));
    const double range = quarters * std::log2(place == data_place::cache ? cache_range : memory_range);
    double closest = 0;
    for (auto at = rows_.lower_bound({pass, place, 0, 0});
         at != rows_.end() && at->first.pass == pass && at->first.place == place; ++at) {
        const auto distance = std::abs(at->first.size - size);
        if (distance > range) continue;
        const auto* choice = &choices_[at->first.choice];
        const bool again = !found.empty() && found.back().choice == choice;
        if (again && distance >= closest) continue;
        if (again) found.pop_back();
        found.push_back({choice, at->second.copies, at->second.others});
        closest = distance;
    }
    return found;
}

bool pass_measurements::has(const pass_measurement& m) const {
    const auto choice = choices_.find(m.choice);
    return choice && rows_.count({m.pass, m.place, *choice, size_of(m)}) > 0;
}

std::set<std::string> pass_measurements::problems() const {
    std::set<std::string> all;
    for (const auto& [key, r] : rows_)
        if (r.predicted) all.insert(r.predicted->problem);
    return all;
}

std::map<pass_measurements::row_key, pass_measurements::row> pass_measurements::best_rows() const {
    using entry = std::pair<const row_key, row>;
    std::map<std::tuple<std::uint64_t, data_place, int>, std::vector<const entry*>> passes;
    std::map<row_key, row> chosen;
    for (const auto& each : rows_)
        if (each.second.predicted)
            passes[{each.first.pass, each.first.place, each.first.size}].push_back(&each);
        else
            chosen.insert(each);  // measured with another profile
    const auto least = [](const std::vector<const entry*>& all, const auto& value) {
        return *std::min_element(all.begin(), all.end(),
                                 [&](const entry* a, const entry* b) { return value(a->second) < value(b->second); });
    };
    for (const auto& [pass, all] : passes) {
        const auto* best = least(all, [](const row& r) { return r.copies; });
        const auto* preferred = least(all, [](const row& r) { return r.predicted->copies; });
        if (best == preferred && std::abs(best->second.copies / best->second.predicted->copies - 1) < least_difference)
            continue;
        auto kept = best->second;
        for (const auto* each : all)
            kept.others = std::max(kept.others, each->second.copies / each->second.predicted->copies);
        chosen.emplace(best->first, std::move(kept));
    }
    return chosen;
}

}  // namespace stockham::internal
