// The list of profiles, read at first use.
#include "profile/known_profiles.hpp"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

#include <stockham/error.hpp>

#include "base/files/files.hpp"
#include "base/files/settings_file.hpp"
#include "base/files/system_text.hpp"
#include "base/immortal.hpp"
#include "base/messages/messages.hpp"
#include "base/messages/printable.hpp"
#include "base/messages/switch.hpp"
#include "base/plain_text.hpp"
#include "launch/kernel_text.hpp"
#include "profile/known_measurements.hpp"
#include "profile/profile_json.hpp"
#include "profile/vendor.hpp"

namespace stockham::internal {

namespace {

namespace fs = std::filesystem;

constexpr const char* any_gpu = "host/profile/shipped/gpu.json";
constexpr const char* any_cpu = "host/profile/shipped/cpu.json";
constexpr const char* below_home = "stockham/profiles";

profile_data shipped_profile(const std::string& path, const base_numbers& base) {
    return parse_profile(shipped_file(path), "the built-in " + path, base);
}

const profile_data& no_numbers(bool) {
    static const auto& none = immortal<profile_data>();
    return none;
}

/// Of two other devices of a vendor, the one whose architecture begins more like this one's is closer.
std::size_t kinship(const profile_data& p, const device_description& d) {
    const auto& [a, b] = std::tie(p.architecture, d.architecture);
    const auto same = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
    return closeness_of(p, d) == closeness::relative ? static_cast<std::size_t>(same) : 0;
}

/// Key of a device: the fields that profiles are matched by.
std::string key_of(const device_description& d) {
    return d.name + '\n' + d.architecture + '\n' + d.platform + '\n' + d.vendor + (d.vector_bytes ? "\nlanes" : "");
}

class known_profiles {
  public:
    known_profiles() {
        for (const auto& path : kernel_files(shipped_profile_folder))
            if (fs::path(path).extension() == ".json")
                list_.push_back(std::make_shared<profile_data>(shipped_profile(path, base_profile)));
        for (const auto& folder : profile_folders()) add_folder(folder);
    }

    profile_pointer closest(const device_description& d) {
        const std::lock_guard<std::mutex> lock(mutex_);
        auto& found = found_[key_of(d)];
        if (!found) {
            std::pair best{closeness::none, std::size_t{0}};
            for (const auto& p : list_)
                if (const std::pair close{closeness_of(*p, d), kinship(*p, d)}; close >= best) {
                    best = close;
                    found = p;
                }
        }
        return found;
    }

    /// The profile with these measurements.
    profile_pointer with(const profile_pointer& p, const measurements_pointer& passes) {
        if (!passes) return p;
        const std::lock_guard<std::mutex> lock(mutex_);
        auto& made = measured_[{p, passes}];
        if (!made) made = with_measurements(p, passes);
        return made;
    }

    void add(profile_pointer p) {
        const std::lock_guard<std::mutex> lock(mutex_);
        list_.push_back(std::move(p));
        found_.clear();
    }

  private:
    void add_folder(const fs::path& folder) {
        std::error_code none;
        for (const auto& entry : fs::directory_iterator(folder, none)) {
            if (entry.path().extension() != ".json") continue;
            const auto path = entry.path().string();
            const auto file = read_settings(path);
            if (!file.fault.empty()) {
                say_once("cannot read " + in_quotes(path) + ": " + file.fault + "; it is ignored");
                continue;
            }
            try {
                list_.push_back(read_profile(file.text, in_quotes(path)));
            } catch (const argument_error& e) {
                say_once(std::string(e.what()) + "; it is ignored");
            }
        }
    }

    std::mutex mutex_;
    std::deque<profile_pointer> list_;
    std::map<std::string, profile_pointer> found_;
    /// Never dropped, since profile_of() returns references.
    std::map<std::pair<profile_pointer, measurements_pointer>, profile_pointer> measured_;
};

known_profiles& all_known() {
    static auto& known = immortal<known_profiles>();
    return known;
}

}  // namespace

const profile_data& base_profile(bool lanes) {
    static const auto& gpu = immortal(shipped_profile(any_gpu, no_numbers));
    static const auto& cpu = immortal(shipped_profile(any_cpu, no_numbers));
    return lanes ? cpu : gpu;
}

closeness closeness_of(const profile_data& p, const device_description& d) {
    if (p.lanes != (d.vector_bytes != 0)) return closeness::none;
    // On CPUs the platform matters, because each has its own compiler.
    if (!p.platform.empty() && p.platform != d.platform) return closeness::none;
    if (!p.device.empty() && p.device == d.name) return closeness::device;
    if (!p.architecture.empty() && p.architecture == d.architecture) return closeness::architecture;
    if (!p.platform.empty()) return closeness::platform;
    const bool any_of_these = p.device.empty() && p.architecture.empty();
    if (p.vendor.empty()) return any_of_these ? closeness::kind : closeness::none;
    if (p.vendor != vendor_word(d)) return closeness::none;
    return any_of_these ? closeness::vendor : closeness::relative;
}

profile_pointer with_measurements(const profile_pointer& p, const measurements_pointer& passes) {
    auto made = std::make_shared<profile_data>(*p);
    made->passes = passes;
    if (passes && passes->device().profile != p->digest) {
        auto timed = std::make_shared<pass_measurements>(*passes);
        timed->forget_model();
        made->passes = std::move(timed);
    }
    return made;
}

device_profile without_measurements(const device_profile& p) {
    const auto& data = profile_access::data(p);
    if (!data.passes) return p;
    auto made = std::make_shared<profile_data>(data);
    made->passes = nullptr;
    return profile_access::make(std::move(made));
}

profile_pointer known_profile(const device_description& d) {
    return all_known().with(all_known().closest(d), known_measurements(d));
}

const profile_data& profile_of(const device_description& d) {
    return d.profile ? profile_access::data(d.profile) : *known_profile(d);
}

profile_pointer read_profile(std::string_view text, const std::string& where) {
    return std::make_shared<profile_data>(parse_profile(text, where, base_profile));
}

std::vector<std::filesystem::path> profile_folders() {
    std::vector<fs::path> folders;
    if (!is_switched_on("STOCKHAM_PROFILES")) return folders;
    if (const auto home = system_config_home()) folders.push_back(*home / below_home);
    if (const auto folder = user_profile_folder(); !folder.empty()) folders.emplace_back(folder);
    return folders;
}

std::string profile_file_stem(const std::string& device, const std::string& platform) {
    constexpr std::size_t longest = 100;
    std::string name;
    for (const char c : device + (platform.empty() ? "" : " " + platform))
        if (is_letter(c) || is_digit(c))
            name += lower(c);
        else if (!name.empty() && name.back() != '-')
            name += '-';
    while (!name.empty() && name.back() == '-') name.pop_back();
    return name.empty() ? "device" : name.substr(0, longest);
}

std::string user_profile_folder() {
    const auto home = user_config_home();
    return home ? (*home / below_home).string() : std::string();
}

std::string keep_profile(const profile_data& p) {
    const auto folder = user_profile_folder();
    if (folder.empty())
        throw argument_error(
            "profile", "no folder for the user's settings: HOME is not set or must be ignored (docs/security.md)");
    std::error_code ignored;  // writing reports the error
    fs::create_directories(folder, ignored);
    const auto path = (fs::path(folder) / (profile_file_stem(p.device, p.platform) + ".json")).string();
    const auto text = to_json(p);
    auto kept = read_profile(text, in_quotes(path));  // before writing, so that no unreadable file is left
    if (const auto error = replace_file(fs::path(path), text))
        throw argument_error("profile", "cannot write " + in_quotes(path) + ": " + system_text(error));
    all_known().add(std::move(kept));
    return path;
}

}  // namespace stockham::internal
