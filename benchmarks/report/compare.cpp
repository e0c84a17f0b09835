// Finds the ratios that changed by more than their spread, and which library caused it.
#include "compare.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "comparison.hpp"
#include "library.hpp"
#include "text.hpp"

namespace bench::report {

namespace {

// A ratio of two times and its range by their quartiles.
struct ratio_range {
    double middle = 0;
    double low = 0;
    double high = 0;
};

ratio_range ratio_of(const timing& time, const timing& base) {
    return {time.median / base.median, time.q1 / base.q3, time.q3 / base.q1};
}

// Compares old and new: 1 for an increase beyond spread and threshold, -1 for a decrease, 0 for neither.
int direction(const ratio_range& before, const ratio_range& after, double threshold_percent) {
    const double factor = 1 + threshold_percent / 100;
    if (after.low > before.high && after.middle > before.middle * factor) return 1;
    return after.high < before.low && after.middle * factor < before.middle ? -1 : 0;
}

// The gate is the error limit that we guarantee. A rival beyond it is merely less accurate unless its status is wrong.
bool is_wrong(const result_row& row) {
    const bool beyond_gate = row.error.l2 && row.error.gate && *row.error.l2 > *row.error.gate;
    return row.status == row_status::wrong || (row.status == row_status::ok && is_ours(row.library) && beyond_gate);
}

std::optional<ratio_range> to_copy(const case_entry& entry, const std::string& library) {
    const result_row* row = entry.find_timed(library);
    if (row == nullptr) return std::nullopt;
    const result_row* copy = floor_copy(entry);
    if (copy == nullptr) return std::nullopt;
    return ratio_of(*row->time_us, *copy->time_us);
}

std::optional<ratio_range> to_rival(const case_entry& entry, const std::string& library, const std::string& rival) {
    const result_row* row = entry.find_timed(library);
    const result_row* base = entry.find_timed(rival);
    if (row == nullptr || base == nullptr) return std::nullopt;
    return ratio_of(*row->time_us, *base->time_us);
}

// One case in both files.
class case_comparison {
  public:
    case_comparison(const std::string& suite, const case_entry& before, const case_entry& after,
                    const compare_options& options, comparison_result& result)
        : suite_(suite), before_(before), after_(after), options_(options), result_(result),
          first_change_(result.changes.size()) {}

    void run() {
        if (compare_status()) return;
        for (const api_side side : {api_side::same, api_side::other}) compare_best(side);
        const int copy_moved = compare_copy();
        for (const auto& [rival, row] : before_.rows)
            if (rival != options_.library && !is_copy(rival)) compare_rival(rival, copy_moved);
        (measured_ ? result_.compared : result_.unmeasured) += 1;
    }

  private:
    void add(verdict what, const std::vector<std::string>& against, const std::string& before, const std::string& after,
             double percent = 0) {
        result_.changes.push_back(
            {what, suite_, after_.problem.text, after_.placement, against, before, after, percent});
    }

    // One line per case and verdict: a ratio that changed against the copy usually changed against every rival.
    void add_ratio(verdict what, const std::string& against, const ratio_range& before, const ratio_range& after) {
        for (std::size_t i = first_change_; i < result_.changes.size(); ++i) {
            if (result_.changes[i].what != what) continue;
            result_.changes[i].against.push_back(against);
            return;
        }
        const auto text = [](const ratio_range& r) {
            return fmt::format("{} ({} .. {})", figure(r.middle), figure(r.low), figure(r.high));
        };
        add(what, {against}, text(before), text(after), (after.middle / before.middle - 1) * 100);
    }

    // True if the results alone decide the case, without comparing times.
    bool compare_status() {
        const result_row& before = *before_.find(options_.library);
        const result_row& after = *after_.find(options_.library);
        const auto text = [](const result_row& row) {
            std::string word = is_wrong(row) ? "wrong" : status_name(row.status);
            if (is_wrong(row) && row.error.l2) word += " (L2 " + error_text(*row.error.l2) + ")";
            return word;
        };
        const bool was_good = before.status == row_status::ok && !is_wrong(before);
        const bool is_good = after.status == row_status::ok && !is_wrong(after);
        if (is_wrong(after)) {
            add(verdict::wrong, {}, text(before), text(after));
        } else if (was_good && !is_good) {
            add(verdict::lost, {}, text(before), text(after));
        } else if (!was_good && is_good) {
            add(verdict::fixed, {}, text(before), text(after));
        }
        if (was_good && is_good) return false;
        ++result_.compared;
        return true;
    }

    int compare_copy() {
        const auto before = to_copy(before_, options_.library);
        const auto after = to_copy(after_, options_.library);
        if (!before || !after) return 0;
        measured_ = true;
        has_copy_ = true;
        const int moved = direction(*before, *after, options_.threshold_percent);
        if (moved != 0) add_ratio(moved > 0 ? verdict::slower : verdict::faster, "copy", *before, *after);
        return moved;
    }

    // The rival has another version, or changed against the copy while we did not.
    bool rival_moved(const std::string& rival, int copy_moved) {
        if (!has_copy_ || copy_moved != 0) return false;
        if (before_.find(rival)->version != after_.find(rival)->version) return true;
        const auto before = to_copy(before_, rival);
        const auto after = to_copy(after_, rival);
        return before && after && direction(*before, *after, options_.threshold_percent) != 0;
    }

    void compare_rival(const std::string& rival, int copy_moved) {
        const auto before = to_rival(before_, options_.library, rival);
        const auto after = to_rival(after_, options_.library, rival);
        if (!before || !after) return;
        measured_ = true;
        const int moved = direction(*before, *after, options_.threshold_percent);
        if (moved == 0) return;
        if (!rival_moved(rival, copy_moved)) {
            add_ratio(moved > 0 ? verdict::slower : verdict::faster, rival, *before, *after);
        } else if (moved > 0) {
            add_ratio(verdict::rival_gained, rival, *before, *after);
        }
    }

    // Our comparison with the best rivals, in any case.
    void compare_best(api_side side) {
        const result_row* before = best_rival(before_, options_.library, side);
        const result_row* after = best_rival(after_, options_.library, side);
        if (before == nullptr || after == nullptr) return;
        auto found = std::find_if(result_.best_rivals.begin(), result_.best_rivals.end(),
                                  [&](const best_rival_change& b) { return b.side == side; });
        if (found == result_.best_rivals.end()) found = result_.best_rivals.insert(found, {side, {}, 0, 1, 1});
        if (std::find(found->apis.begin(), found->apis.end(), after->api) == found->apis.end())
            found->apis.push_back(after->api);
        const auto ratio = [&](const case_entry& entry, const result_row& rival) {
            return rival.time_us->median / entry.find(options_.library)->time_us->median;
        };
        add_to_mean(found->before, found->cases, ratio(before_, *before));
        add_to_mean(found->after, found->cases, ratio(after_, *after));
        ++found->cases;
    }

    const std::string& suite_;
    const case_entry& before_;
    const case_entry& after_;
    const compare_options& options_;
    comparison_result& result_;
    std::size_t first_change_;
    bool measured_ = false;
    bool has_copy_ = false;
};

std::string list(std::vector<std::string> words) {
    std::sort(words.begin(), words.end());
    return fmt::format("{}", fmt::join(words, ", "));
}

void require_same_devices(const results_file& before, const results_file& after) {
    const std::string old_devices = list(devices_of(before));
    const std::string new_devices = list(devices_of(after));
    if (old_devices != new_devices)
        throw results_error(fmt::format("different devices, nothing to compare: {} is of {}, {} of {}", before.path,
                                        old_devices, after.path, new_devices));
}

std::string driver_of(const results_file& file) {
    std::vector<std::string> drivers;
    for (const result_row& row : file.rows)
        if (!row.driver.empty() && std::find(drivers.begin(), drivers.end(), row.driver) == drivers.end())
            drivers.push_back(row.driver);
    return list(drivers);
}

// The library's cases, each with its suite.
struct found_case {
    const suite_group* suite;
    const case_entry* entry;
};

std::vector<found_case> cases_of(const device_group& group, const std::string& library) {
    std::vector<found_case> cases;
    for (const suite_group& suite : group.suites)
        for (const case_entry& entry : suite.cases)
            if (entry.find(library) != nullptr) cases.push_back({&suite, &entry});
    return cases;
}

void compare_device(const device_group& before, const device_group& after, const compare_options& options,
                    comparison_result& result) {
    const std::vector<found_case> olds = cases_of(before, options.library);
    const std::vector<found_case> news = cases_of(after, options.library);
    std::size_t common = 0;
    for (const found_case& now : news) {
        const auto then = std::find_if(olds.begin(), olds.end(), [&](const found_case& c) {
            return c.suite->name == now.suite->name && c.entry->problem.text == now.entry->problem.text &&
                   c.entry->placement == now.entry->placement;
        });
        if (then == olds.end()) continue;
        ++common;
        case_comparison(now.suite->name, *then->entry, *now.entry, options, result).run();
    }
    result.only_old += olds.size() - common;
    result.only_new += news.size() - common;
}

}  // namespace

bool comparison_result::got_worse() const {
    return std::any_of(changes.begin(), changes.end(), [](const change& c) {
        return c.what == verdict::wrong || c.what == verdict::lost || c.what == verdict::slower;
    });
}

comparison_result compare_results(const results_file& before, const results_file& after,
                                  const compare_options& options) {
    require_same_devices(before, after);
    comparison_result result;
    result.device = list(devices_of(after));
    result.library = options.library;
    if (driver_of(before) != driver_of(after))
        result.notes.push_back(fmt::format("the driver changed: {}, then {}", driver_of(before), driver_of(after)));
    const std::vector<device_group> olds = group_by_device({before});
    const std::vector<device_group> news = group_by_device({after});
    for (const device_group& now : news)
        for (const device_group& then : olds)
            if (then.device == now.device) compare_device(then, now, options, result);
    if (result.compared + result.unmeasured == 0)
        throw results_error(
            fmt::format("no case of {} is in both {} and {}", options.library, before.path, after.path));
    std::sort(result.best_rivals.begin(), result.best_rivals.end(),
              [](const best_rival_change& a, const best_rival_change& b) { return a.side < b.side; });
    std::stable_sort(result.changes.begin(), result.changes.end(),
                     [](const change& a, const change& b) { return a.what < b.what; });
    return result;
}

}  // namespace bench::report
