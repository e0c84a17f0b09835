// Collects the passes that searches measure, and keeps them in the file of the user.
#include "search/collected_passes.hpp"

#include <mutex>
#include <utility>

#include "base/immortal.hpp"
#include "base/messages/switch.hpp"
#include "profile/known_measurements.hpp"
#include "profile/known_profiles.hpp"

namespace stockham::internal {

namespace {

struct collection {
    std::mutex mutex;
    int wanted = 0;
    std::map<std::string, pass_measurements> by_file;
};

collection& collected() {
    static auto& all = immortal<collection>();
    return all;
}

}  // namespace

void collect_passes(bool wanted) {
    auto& all = collected();
    const std::lock_guard<std::mutex> lock(all.mutex);
    all.wanted += wanted ? 1 : -1;
    if (all.wanted == 0) all.by_file.clear();
}

bool collects_passes() {
    auto& all = collected();
    const std::lock_guard<std::mutex> lock(all.mutex);
    return all.wanted > 0;
}

void add_collected_passes(const device_description& d, const pass_measurements& passes) {
    if (!is_switched_on("STOCKHAM_PROFILES") || user_profile_folder().empty())
        return;  // the planner would not read them
    auto file = user_measurements_file(d);
    auto& all = collected();
    const std::lock_guard<std::mutex> lock(all.mutex);
    const auto [at, fresh] = all.by_file.try_emplace(std::move(file), passes);
    if (!fresh) at->second.merge(passes);
}

std::map<std::string, pass_measurements> take_collected_passes() {
    auto& all = collected();
    const std::lock_guard<std::mutex> lock(all.mutex);
    return std::exchange(all.by_file, {});
}

}  // namespace stockham::internal
