// Wisdom in files: the built-in files, that of the system and that of the user; concurrent updates.
#include <filesystem>
#include <utility>

#include <stockham/error.hpp>

#include "base/environment.hpp"
#include "base/files/files.hpp"
#include "base/files/settings_file.hpp"
#include "base/files/shared_file.hpp"
#include "base/messages/messages.hpp"
#include "base/messages/printable.hpp"
#include "launch/kernel_text.hpp"
#include "search/wisdom/wisdom_state.hpp"

namespace stockham {

namespace internal {

namespace {

constexpr const char* field = "wisdom";
constexpr const char* below_home = "stockham/wisdom.json";
constexpr const char* shipped[] = {"host/search/wisdom/shipped/h200.json", "host/search/wisdom/shipped/cpu.json"};

std::string text_of_file(const std::string& path) {
    auto file = read_settings(path);
    if (!file.fault.empty()) throw argument_error(field, "cannot read " + in_quotes(path) + ": " + file.fault);
    return std::move(file.text);
}

/// Merges; an error becomes a message.
template <class Merge>
void merge_if_good(const Merge& merge) {
    try {
        merge();
    } catch (const error& e) {
        say_once(std::string(e.what()) + "; it is ignored");
    }
}

void merge_if_there(wisdom& known, const std::string& path) {
    std::error_code ignored;
    if (!path.empty() && std::filesystem::exists(path, ignored)) merge_if_good([&] { known.merge_file(path); });
}

/// Merges the file that the environment names. A missing file is no error: the first search may create it.
void merge_named(wisdom& known, const std::string& path) {
    if (read_settings(path).is_there) merge_if_good([&] { known.merge_file(path); });
}

}  // namespace

}  // namespace internal

using namespace internal;

wisdom& wisdom::standard() {
    // Never destroyed: destructors of static objects may make plans.
    static wisdom& known = [&]() -> wisdom& {
        auto made = std::make_unique<wisdom>();
        const char* asked = from_environment("STOCKHAM_WISDOM");
        if (asked && std::string(asked) == "off") return *made.release();
        for (const char* name : shipped)
            merge_if_good([&] {
                for (const auto& e : parse_wisdom(shipped_file(name), std::string("the built-in ") + name))
                    made->add(e);
            });
        if (const auto home = system_config_home()) merge_if_there(*made, (*home / below_home).string());
        if (asked && *asked)
            merge_named(*made, asked);
        else
            merge_if_there(*made, user_file());
        return *made.release();
    }();
    return known;
}

std::string wisdom::user_file() {
    const auto home = user_config_home();
    return home ? (*home / below_home).string() : std::string();
}

void wisdom::merge_file(const std::string& path) {
    for (const auto& e : parse_wisdom(text_of_file(path), in_quotes(path))) add(e);
}

void wisdom::write_file(const std::string& path) const {
    shared_file(path, field).replace(text());
}

void wisdom::merge_into_file(const std::string& path) const {
    const shared_file file(path, field);
    const auto lock = file.lock();
    wisdom all;
    if (file.exists()) all.merge_file(path);
    all.merge(*this);
    file.replace(all.text());
}

std::size_t wisdom::forget_in_file(const std::string& path, std::string_view problem, std::string_view device) {
    const shared_file file(path, field);
    const auto lock = file.lock();
    wisdom all;
    all.merge_file(path);
    const auto count = all.forget(problem, device);
    if (count > 0) file.replace(all.text());
    return count;
}

}  // namespace stockham
