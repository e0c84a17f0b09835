// The devices that a value of --device names.
#include "array/device_list.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <stockham/device.hpp>

#include "base/messages/printable.hpp"
#include "engine.hpp"
#include "fault.hpp"

namespace stockham::tools {

namespace {

std::vector<std::string> words_of(const std::string& list) {
    std::vector<std::string> words{""};
    for (const char c : list)
        if (c == ',')
            words.emplace_back();
        else
            words.back() += c;
    return words;
}

std::string name_of(cl_device_id device) {
    return internal::printable(describe(device).name);
}

std::vector<cl_device_id> all_devices(bool needs_double, const device_notes& note) {
    std::vector<cl_device_id> found;
    for (auto* const device : devices()) {
        const auto d = describe(device);
        if (!d.available || !d.has_compiler) continue;
        if (needs_double && d.fp64 == double_support::none) {
            note(fmt::format("{} has no double precision and is not used", internal::printable(d.name)));
            continue;
        }
        found.push_back(device);
    }
    if (found.empty()) throw job_error("no device is usable");
    return found;
}

}  // namespace

std::vector<cl_device_id> devices_of(const std::string& word, bool needs_double, const device_notes& note) {
    if (word == "all") return all_devices(needs_double, note);
    if (word.find(',') == word.npos) return {device_of(word)};
    std::vector<cl_device_id> found;
    for (const auto& each : words_of(word)) {
        if (each.empty()) throw usage_error(fmt::format("--device: '{}' has an empty entry", word));
        auto* const device = device_of(each);
        if (std::find(found.begin(), found.end(), device) != found.end())
            throw usage_error(fmt::format("--device: '{}' names {} twice", word, name_of(device)));
        found.push_back(device);
    }
    return found;
}

}  // namespace stockham::tools
