// Handle validation.
#include "c_api/handles.hpp"

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

namespace stockham::c_api {

namespace {

constexpr handle_type all_types[] = {
    type_of(static_cast<const stockham_problem*>(nullptr)),
    type_of(static_cast<const stockham_description*>(nullptr)),
    type_of(static_cast<const stockham_plan*>(nullptr)),
    type_of(static_cast<const stockham_batch*>(nullptr)),
    type_of(static_cast<const stockham_convolution*>(nullptr)),
    type_of(static_cast<const stockham_job*>(nullptr)),
    type_of(static_cast<const stockham_transposition*>(nullptr)),
    type_of(static_cast<const stockham_wisdom*>(nullptr)),
    type_of(static_cast<const stockham_session*>(nullptr)),
};

std::string describe_handle(std::uint64_t magic) {
    for (const auto& type : all_types) {
        if (magic == type.magic) return std::string("it is a ") + type.name;
        if (magic == ~type.magic) return std::string("it is a ") + type.name + " that was freed";
    }
    return "it is no handle of this library";
}

[[noreturn]] void refuse(handle_type type, const char* argument, const std::string& why) {
    throw code_error(STOCKHAM_HANDLE, argument, std::string(argument) + ": expected a " + type.name + ", but " + why);
}

}  // namespace

void check_handle(const void* handle, handle_type type, const char* argument) {
    if (!handle) refuse(type, argument, "the pointer is NULL");
    if (reinterpret_cast<std::uintptr_t>(handle) % alignof(std::uint64_t) != 0)
        refuse(type, argument, describe_handle(0));
    std::uint64_t magic = 0;
    std::memcpy(&magic, handle, sizeof magic);
    if (magic != type.magic) refuse(type, argument, describe_handle(magic));
}

void keep_freed(const void* handle) {
    struct node {
        const void* handle;
        node* next;
    };
    static std::mutex one_at_a_time;
    static node* kept = nullptr;
    // malloc() does not throw: freeing a handle must not fail.
    auto* const made = static_cast<node*>(std::malloc(sizeof(node)));
    if (!made) return;
    const std::lock_guard lock(one_at_a_time);
    *made = {handle, kept};
    kept = made;
}

}  // namespace stockham::c_api
