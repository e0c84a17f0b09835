// Reads files of measurements at first use, and the rows of those that are for a device that is asked for.
#include "profile/known_measurements.hpp"

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include <stockham/error.hpp>

#include "base/files/settings_file.hpp"
#include "base/files/shared_file.hpp"
#include "base/immortal.hpp"
#include "base/messages/messages.hpp"
#include "base/messages/printable.hpp"
#include "base/messages/switch.hpp"
#include "base/sha256.hpp"
#include "launch/kernel_text.hpp"
#include "profile/known_profiles.hpp"
#include "profile/vendor.hpp"

namespace stockham::internal {

namespace {

namespace fs = std::filesystem;

constexpr const char* setting = "measurements";
constexpr const char* ending = ".passes";

/// A file whose rows are not parsed yet.
struct measured_file {
    measured_device device;
    std::string text, where;
};

/// How well a file matches a device, best last.
enum class match { none, architecture, device };

match match_of(const measured_device& m, const device_description& d) {
    if (m.vendor != vendor_word(d)) return match::none;
    if (m.platform != (d.vector_bytes ? d.platform : "")) return match::none;
    if (m.name == d.name) return match::device;
    return !m.architecture.empty() && m.architecture == d.architecture ? match::architecture : match::none;
}

class known_files {
  public:
    known_files() {
        for (const auto& path : kernel_files(shipped_profile_folder))
            if (fs::path(path).extension() == ending) add(shipped_file(path), "the built-in " + path);
        for (const auto& folder : profile_folders()) add_folder(folder);
    }

    measurements_pointer of(const device_description& d) {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto [at, fresh] =
            found_.try_emplace(d.name + '\n' + d.architecture + '\n' + d.platform + '\n' + d.vendor);
        if (fresh) at->second = merged_for(d);
        return at->second;
    }

    /// Replaces the file of the same name.
    void add(std::string text, const std::string& where) {
        const std::lock_guard<std::mutex> lock(mutex_);
        found_.clear();
        try {
            auto device = pass_measurements::parse_device(text, where);
            for (auto& f : files_)
                if (f.where == where) {
                    f = {std::move(device), std::move(text), where};
                    return;
                }
            files_.push_back({std::move(device), std::move(text), where});
        } catch (const argument_error& e) {
            say_once(std::string(e.what()) + "; it is ignored");
        }
    }

  private:
    void add_folder(const fs::path& folder) {
        std::error_code none;
        for (const auto& entry : fs::directory_iterator(folder, none)) {
            if (entry.path().extension() != ending) continue;
            const auto path = entry.path().string();
            auto file = read_settings(path);
            if (file.fault.empty())
                add(std::move(file.text), in_quotes(path));
            else
                say_once("cannot read " + in_quotes(path) + ": " + file.fault + "; it is ignored");
        }
    }

    measurements_pointer merged_for(const device_description& d) const {
        auto best = match::none;
        for (const auto& f : files_) best = std::max(best, match_of(f.device, d));
        if (best == match::none) return nullptr;
        std::optional<pass_measurements> all;
        sha256 texts;
        for (const auto& f : files_) {
            if (match_of(f.device, d) != best) continue;
            try {
                auto own = pass_measurements::parse(f.text, f.where);
                texts.add(f.text);
                if (all)
                    all->merge(own);
                else
                    all = std::move(own);
            } catch (const argument_error& e) {
                say_once(std::string(e.what()) + "; it is ignored");
            }
        }
        if (!all || all->empty()) return nullptr;
        // The number of rows tells whether kernels have changed since.
        all->set_digest(hex(texts.digest()).substr(0, 16) + ":" + std::to_string(all->size()));
        return std::make_shared<const pass_measurements>(std::move(*all));
    }

    std::mutex mutex_;
    std::vector<measured_file> files_;
    std::map<std::string, measurements_pointer> found_;
};

known_files& all_files() {
    static auto& known = immortal<known_files>();
    return known;
}

}  // namespace

measurements_pointer known_measurements(const device_description& d) {
    return is_switched_on("STOCKHAM_PASSES") ? all_files().of(d) : nullptr;
}

std::string user_measurements_file(const device_description& d) {
    const auto folder = user_profile_folder();
    if (folder.empty())
        throw argument_error(
            setting, "no folder for the user's settings: HOME is not set or must be ignored (docs/security.md)");
    return (fs::path(folder) / (profile_file_stem(d.name, d.vector_bytes ? d.platform : "") + ending)).string();
}

pass_measurements measurements_in(const std::string& path, const measured_device& device) {
    const shared_file file(path, setting);
    if (!file.exists()) return pass_measurements(device);
    auto read = pass_measurements::parse(file.text(), in_quotes(path));
    if (read.device().name != device.name || read.device().platform != device.platform)
        throw argument_error(setting, in_quotes(path) + " has measurements of " + in_quotes(read.device().name) +
                                          ", but this device is " + in_quotes(device.name));
    return read;
}

void keep_measurements(const pass_measurements& fresh, const std::string& path) {
    const shared_file file(path, setting);
    const auto lock = file.lock();
    auto all = measurements_in(path, fresh.device());
    all.merge(fresh);
    auto text = all.text(pass_measurements::detail::whole);
    file.replace(text);
    std::error_code none;
    const auto folder = user_profile_folder();
    if (!folder.empty() && fs::equivalent(fs::path(path).parent_path(), folder, none))
        all_files().add(std::move(text), in_quotes(path));
}

measured_device measured_device_of(const device_description& d, const std::string& profile) {
    return {d.name, d.architecture, vendor_word(d), d.vector_bytes ? d.platform : "", d.driver, profile};
}

}  // namespace stockham::internal
