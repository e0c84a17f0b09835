// The C functions of stockham/c/wisdom.h.
#include <array>

#include "c_api/handles.hpp"
#include "c_api/transfer.hpp"

using namespace stockham;
using namespace stockham::c_api;

namespace {

/// The text fields of an entry in C and C++.
struct entry_text {
    const char* stockham_wisdom_entry::*c;
    std::string wisdom_entry::*cpp;
};
constexpr entry_text entry_texts[] = {
    {&stockham_wisdom_entry::problem, &wisdom_entry::problem},
    {&stockham_wisdom_entry::plan, &wisdom_entry::plan},
    {&stockham_wisdom_entry::device, &wisdom_entry::device},
    {&stockham_wisdom_entry::architecture, &wisdom_entry::architecture},
    {&stockham_wisdom_entry::vendor, &wisdom_entry::vendor},
    {&stockham_wisdom_entry::driver, &wisdom_entry::driver},
    {&stockham_wisdom_entry::library, &wisdom_entry::library},
    {&stockham_wisdom_entry::kernels, &wisdom_entry::kernels},
};

wisdom_entry entry_in(const stockham_wisdom_entry* given) {
    const auto c = struct_in(given, stockham_default_wisdom_entry(), "entry");
    wisdom_entry e;
    for (const auto& text : entry_texts) e.*text.cpp = optional_text_in(c.*text.c, "entry");
    e.how = value_in(rigors, c.rigor, "rigor");
    e.seconds = c.seconds;
    e.spread = c.spread;
    e.estimate_seconds = c.estimate_seconds;
    return e;
}

std::size_t text_bytes(const wisdom_entry& e) {
    std::size_t bytes = 0;
    for (const auto& text : entry_texts) bytes += (e.*text.cpp).size() + 1;
    return bytes;
}

/// Copies the texts of the entry to `next` and advances it.
stockham_wisdom_entry entry_out(const wisdom_entry& e, char*& next) {
    auto c = stockham_default_wisdom_entry();
    for (const auto& text : entry_texts) {
        const auto& own = e.*text.cpp;
        std::memcpy(next, own.c_str(), own.size() + 1);
        c.*text.c = next;
        next += own.size() + 1;
    }
    c.rigor = number_out(rigors, e.how);
    c.seconds = e.seconds;
    c.spread = e.spread;
    c.estimate_seconds = e.estimate_seconds;
    return c;
}

/// One block: the entries, of `each` bytes as in the caller's headers, then their texts.
stockham_wisdom_entry* entries_out(const std::vector<wisdom_entry>& found, std::size_t each) {
    if (found.empty()) return nullptr;
    std::size_t bytes = found.size() * each;
    for (const auto& e : found) bytes += text_bytes(e);
    auto* block = static_cast<char*>(new_memory(bytes));
    char* next = block + found.size() * each;
    for (std::size_t k = 0; k < found.size(); ++k) {
        auto c = entry_out(found[k], next);
        c.struct_size = each;
        std::memcpy(block + k * each, &c, each);
    }
    return reinterpret_cast<stockham_wisdom_entry*>(block);
}

stockham_wisdom& standard_handle() {
    static auto& handle = *[] {
        auto* made = new stockham_wisdom;
        made->value = &wisdom::standard();
        return made;
    }();
    return handle;
}

void removed_out(std::size_t count, size_t* removed) {
    if (removed) *removed = count;
}

}  // namespace

stockham_code stockham_wisdom_create(stockham_wisdom** made) {
    return guarded([&] {
        check_pointer(made, "wisdom");
        *made = make_handle<stockham_wisdom>();
    });
}

stockham_code stockham_wisdom_standard(stockham_wisdom** made) {
    return guarded([&] {
        check_pointer(made, "wisdom");
        *made = &standard_handle();
    });
}

void stockham_wisdom_free(stockham_wisdom* made) {
    if (made && made->value != &wisdom::standard()) free_handle(made);
}

stockham_code stockham_wisdom_merge_text(stockham_wisdom* made, const char* json) {
    return guarded([&] { value_of(made, "wisdom").merge_text(text_in(json, "json", most_long_text)); });
}

stockham_code stockham_wisdom_merge_file(stockham_wisdom* made, const char* path) {
    return guarded([&] { value_of(made, "wisdom").merge_file(text_in(path, "path")); });
}

stockham_code stockham_wisdom_merge(stockham_wisdom* made, const stockham_wisdom* other) {
    return guarded([&] { value_of(made, "wisdom").merge(value_of(other, "other")); });
}

stockham_code stockham_wisdom_add(stockham_wisdom* made, const stockham_wisdom_entry* entry) {
    return guarded([&] { value_of(made, "wisdom").add(entry_in(entry)); });
}

stockham_code stockham_wisdom_text(const stockham_wisdom* made, char** json) {
    return guarded([&] {
        check_pointer(json, "json");
        *json = new_text(value_of(made, "wisdom").text());
    });
}

stockham_code stockham_wisdom_write_file(const stockham_wisdom* made, const char* path) {
    return guarded([&] { value_of(made, "wisdom").write_file(text_in(path, "path")); });
}

stockham_code stockham_wisdom_merge_into_file(const stockham_wisdom* made, const char* path) {
    return guarded([&] { value_of(made, "wisdom").merge_into_file(text_in(path, "path")); });
}

stockham_code stockham_wisdom_forget(stockham_wisdom* made, const char* problem, const char* device, size_t* removed) {
    return guarded([&] {
        removed_out(
            value_of(made, "wisdom").forget(optional_text_in(problem, "problem"), optional_text_in(device, "device")),
            removed);
    });
}

stockham_code stockham_wisdom_forget_in_file(const char* path, const char* problem, const char* device,
                                             size_t* removed) {
    return guarded([&] {
        removed_out(wisdom::forget_in_file(text_in(path, "path"), optional_text_in(problem, "problem"),
                                           optional_text_in(device, "device")),
                    removed);
    });
}

stockham_code stockham_wisdom_entries(const stockham_wisdom* made, const char* problem, size_t struct_size,
                                      stockham_wisdom_entry** entries, size_t* count) {
    return guarded([&] {
        const auto& known = value_of(made, "wisdom");
        check_struct(&struct_size, sizeof **entries, alignof(stockham_wisdom_entry), "struct_size");
        check_pointer(entries, "entries");
        check_pointer(count, "count");
        const auto of = optional_text_in(problem, "problem");
        const auto found = of.empty() ? known.entries() : known.entries_of(of);
        *entries = entries_out(found, struct_size);
        *count = found.size();
    });
}

stockham_code stockham_wisdom_revision(const stockham_wisdom* made, size_t* revision) {
    return guarded([&] {
        check_pointer(revision, "revision");
        *revision = value_of(made, "wisdom").revision();
    });
}

stockham_code stockham_wisdom_is_current(const stockham_wisdom_entry* entry, int* current) {
    return guarded([&] {
        check_pointer(current, "current");
        *current = wisdom::is_current(entry_in(entry));
    });
}

stockham_code stockham_wisdom_user_file(char** path) {
    return guarded([&] {
        check_pointer(path, "path");
        *path = new_text(wisdom::user_file());
    });
}
