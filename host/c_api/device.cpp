// The C functions of stockham/c/device.h.
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include <stockham/calibration.hpp>

#include "base/messages/printable.hpp"
#include "base/plain_text.hpp"
#include "c_api/handles.hpp"
#include "c_api/transfer.hpp"

using namespace stockham;
using namespace stockham::c_api;

namespace {

struct number_field {
    const char* name;
    double (*get)(const device_description&);
    bool (*set)(device_description&, double);  // false: value out of range
};

template <auto member>
bool set_member(device_description& d, double value) {
    using type = std::decay_t<decltype(d.*member)>;
    if constexpr (std::is_same_v<type, bool>) {
        if (value != 0 && value != 1) return false;
    } else {
        constexpr double exact = 9007199254740992;  // 2^53
        const double most = std::min(exact, static_cast<double>(std::numeric_limits<type>::max()));
        if (!(value >= 0 && value <= most) || std::floor(value) != value) return false;
    }
    d.*member = static_cast<type>(value);
    return true;
}

template <auto member>
constexpr number_field number_of(const char* name) {
    return {name, [](const device_description& d) { return static_cast<double>(d.*member); }, set_member<member>};
}

using description = device_description;
constexpr number_field numbers[] = {
    number_of<&description::local_memory>("local_memory"),
    number_of<&description::static_local_memory>("static_local_memory"),
    number_of<&description::max_work_group>("max_work_group"),
    number_of<&description::wavefront>("wavefront"),
    number_of<&description::compute_units>("compute_units"),
    number_of<&description::clock_mhz>("clock_mhz"),
    number_of<&description::vector_bytes>("vector_bytes"),
    number_of<&description::max_allocation>("max_allocation"),
    number_of<&description::global_memory>("global_memory"),
    number_of<&description::core_cache>("core_cache"),
    number_of<&description::available>("available"),
    number_of<&description::has_compiler>("has_compiler"),
};

struct text_field {
    const char* name;
    std::string description::*member;
};
constexpr text_field texts[] = {
    {"name", &description::name},
    {"vendor", &description::vendor},
    {"architecture", &description::architecture},
    {"platform", &description::platform},
    {"driver", &description::driver},
};

template <class Value>
struct word {
    const char* text;
    Value value;
};
constexpr word<device_kind> kind_words[] = {
    {"cpu", device_kind::cpu}, {"gpu", device_kind::gpu}, {"other", device_kind::other}};
constexpr word<double_support> fp64_words[] = {
    {"none", double_support::none}, {"khr", double_support::khr}, {"amd", double_support::amd}};

template <class Value, std::size_t count>
const char* text_of(const word<Value> (&words)[count], Value value) {
    for (const auto& each : words)
        if (each.value == value) return each.text;
    return "?";
}

template <class Value, std::size_t count>
Value value_of_word(const word<Value> (&words)[count], const std::string& text, const char* field) {
    for (const auto& each : words)
        if (text == each.text) return each.value;
    throw argument_error(field, std::string(field) + ": " + internal::in_quotes(text) + " is not a valid value");
}

template <class Field, std::size_t count>
const Field* find(const Field (&fields)[count], const std::string& name) {
    for (const auto& each : fields)
        if (name == each.name) return &each;
    return nullptr;
}

[[noreturn]] void refuse_field(const std::string& name, const char* what) {
    throw argument_error("field", "field: a description has no " + std::string(what) + " " + internal::in_quotes(name));
}

std::string text_in_field(const description& d, const std::string& name) {
    if (name == "kind") return text_of(kind_words, d.kind);
    if (name == "fp64") return text_of(fp64_words, d.fp64);
    if (name == "profile") return (d.profile ? d.profile : device_profile::known(d)).to_json();
    if (name == "profile_title") return (d.profile ? d.profile : device_profile::known(d)).title();
    if (const auto* found = find(texts, name)) return d.*found->member;
    refuse_field(name, "text");
}

const number_field& number_named(const std::string& name) {
    if (const auto* found = find(numbers, name)) return *found;
    refuse_field(name, "number");
}

}  // namespace

stockham_code stockham_devices(cl_device_id* list, size_t room, size_t* count) {
    return guarded([&] { list_out(devices(), list, room, count, "devices"); });
}

stockham_code stockham_choose_device(const char* word, cl_device_id* device) {
    return guarded([&] {
        check_pointer(device, "device");
        *device = choose_device(optional_text_in(word, "word"));
    });
}

stockham_code stockham_description_of(cl_device_id device, stockham_description** made) {
    return guarded([&] {
        check_pointer(made, "description");
        *made = make_handle<stockham_description>(describe(device));
    });
}

stockham_code stockham_description_named(const char* name, stockham_description** made) {
    return guarded([&] {
        check_pointer(made, "description");
        *made = make_handle<stockham_description>(named_description(text_in(name, "name")));
    });
}

stockham_code stockham_description_names(char*** names, size_t* count) {
    return guarded([&] { texts_out(description_names(), names, "names", count); });
}

void stockham_description_free(stockham_description* made) {
    free_handle(made);
}

stockham_code stockham_description_text(const stockham_description* made, const char* field, char** text) {
    return guarded([&] {
        const auto& d = value_of(made, "description");
        check_pointer(text, "text");
        *text = new_text(text_in_field(d, text_in(field, "field")));
    });
}

stockham_code stockham_description_number(const stockham_description* made, const char* field, double* number) {
    return guarded([&] {
        const auto& d = value_of(made, "description");
        check_pointer(number, "number");
        *number = number_named(text_in(field, "field")).get(d);
    });
}

stockham_code stockham_description_set_text(stockham_description* made, const char* field, const char* text) {
    return guarded([&] {
        auto& d = value_of(made, "description");
        const auto name = text_in(field, "field"), value = text_in(text, "text");
        if (name == "kind") {
            d.kind = value_of_word(kind_words, value, "kind");
        } else if (name == "fp64") {
            d.fp64 = value_of_word(fp64_words, value, "fp64");
        } else if (name == "profile") {
            d.profile = value.empty() ? device_profile() : device_profile::parse(value);
        } else if (const auto* found = find(texts, name)) {
            d.*found->member = value;
            if (name == "vendor" || name == "architecture") d.capabilities.reset();
        } else {
            refuse_field(name, "text");
        }
    });
}

stockham_code stockham_description_set_number(stockham_description* made, const char* field, double number) {
    return guarded([&] {
        auto& d = value_of(made, "description");
        const auto name = text_in(field, "field");
        if (!number_named(name).set(d, number))
            throw argument_error(name, name + ": " + stockham::internal::number_text(number) + " is not a valid value");
    });
}

stockham_code stockham_calibrate(cl_context context, cl_device_id device, char** profile) {
    return guarded([&] {
        check_pointer(profile, "profile");
        calibration_options options;
        options.predict = false;
        *profile = new_text(calibrate(context, device, options).profile.to_json());
    });
}

stockham_code stockham_compare_profiles(cl_context context, cl_device_id device, const char* before, const char* after,
                                        const char* const* problems, size_t count, int* worth_keeping,
                                        double* mean_ratio, double* worst_ratio) {
    return guarded([&] {
        check_pointer(worth_keeping, "worth_keeping");
        const auto old_profile = optional_text_in(before, "before");
        const auto new_profile = device_profile::parse(text_in(after, "after"));
        comparison_options options;
        for (const auto* problem : array_in(problems, count, "problems"))
            options.problems.push_back(text_in(problem, "problems"));
        const auto found = compare_profiles(context, device,
                                            old_profile.empty() ? device_profile() : device_profile::parse(old_profile),
                                            new_profile, options);
        *worth_keeping = found.is_worth_keeping() ? 1 : 0;
        if (mean_ratio) *mean_ratio = found.mean_ratio();
        if (worst_ratio) *worst_ratio = found.worst_ratio();
    });
}

stockham_code stockham_profile_keep(const char* profile, char** path) {
    return guarded([&] {
        const auto kept = device_profile::parse(text_in(profile, "profile")).keep();
        if (path) *path = new_text(kept);
    });
}
