// The handles of the C interface: what each one owns, and their validation.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <stockham/stockham.h>
#include <stockham/stockham.hpp>

#include "c_api/last_error.hpp"

namespace stockham::c_api {

/// Every handle starts with the magic number of its type. Debug builds keep freed handles, with the complement of it.
struct handle_type {
    std::uint64_t magic;
    const char* name;
};

constexpr handle_type type_of(const stockham_problem*) {
    return {0x73746b2d70726f62, "problem"};
}
constexpr handle_type type_of(const stockham_description*) {
    return {0x73746b2d64657363, "description"};
}
constexpr handle_type type_of(const stockham_plan*) {
    return {0x73746b2d706c616e, "plan"};
}
constexpr handle_type type_of(const stockham_batch*) {
    return {0x73746b2d62746368, "batch"};
}
constexpr handle_type type_of(const stockham_convolution*) {
    return {0x73746b2d636f6e76, "convolution"};
}
constexpr handle_type type_of(const stockham_job*) {
    return {0x73746b2d6a6f6273, "job"};
}
constexpr handle_type type_of(const stockham_transposition*) {
    return {0x73746b2d74726e73, "transposition"};
}
constexpr handle_type type_of(const stockham_wisdom*) {
    return {0x73746b2d77697364, "wisdom"};
}
constexpr handle_type type_of(const stockham_session*) {
    return {0x73746b2d73657373, "session"};
}

/// Throws code_error (STOCKHAM_HANDLE) for NULL and for anything that does not start with the magic number of the type.
/// The message says what it is, if known.
void check_handle(const void* handle, handle_type type, const char* argument);

/// Debug builds never release the few bytes of a freed handle, to detect its use.
constexpr bool keeps_freed_handles =
#ifdef NDEBUG
    false;
#else
    true;
#endif
void keep_freed(const void* handle);

template <class Handle, class Value>
struct handle_of {
    using value_type = Value;
    std::uint64_t magic = type_of(static_cast<const Handle*>(nullptr)).magic;
    Value* value = nullptr;
};

/// A transform with its loops as C structs.
struct kept_problem {
    explicit kept_problem(transform what) : described(std::move(what)) {
        for (const auto& l : described.loops) loops.push_back({l.n, l.input_stride, l.output_stride});
    }
    transform described;
    std::vector<stockham_loop> loops;
};

}  // namespace stockham::c_api

struct stockham_problem : stockham::c_api::handle_of<stockham_problem, stockham::c_api::kept_problem> {};
struct stockham_description : stockham::c_api::handle_of<stockham_description, stockham::device_description> {};
struct stockham_plan : stockham::c_api::handle_of<stockham_plan, stockham::plan> {};
struct stockham_batch : stockham::c_api::handle_of<stockham_batch, stockham::batch> {};
struct stockham_convolution : stockham::c_api::handle_of<stockham_convolution, stockham::convolution> {};
struct stockham_job : stockham::c_api::handle_of<stockham_job, stockham::job> {};
struct stockham_transposition : stockham::c_api::handle_of<stockham_transposition, stockham::transposition> {};
struct stockham_wisdom : stockham::c_api::handle_of<stockham_wisdom, stockham::wisdom> {};
struct stockham_session : stockham::c_api::handle_of<stockham_session, stockham::session> {};

namespace stockham::c_api {

/// Creates a handle that owns the value.
template <class Handle>
Handle* new_handle(std::unique_ptr<typename Handle::value_type> value) {
    auto handle = std::make_unique<Handle>();
    handle->value = value.release();
    return handle.release();
}

template <class Handle, class... Arguments>
Handle* make_handle(Arguments&&... arguments) {
    using value = typename Handle::value_type;
    return new_handle<Handle>(std::make_unique<value>(std::forward<Arguments>(arguments)...));
}

/// The value of a handle. Throws as check_handle().
template <class Handle>
const typename Handle::value_type& value_of(const Handle* handle, const char* argument) {
    check_handle(handle, type_of(handle), argument);
    return *handle->value;
}
template <class Handle>
typename Handle::value_type& value_of(Handle* handle, const char* argument) {
    check_handle(handle, type_of(handle), argument);
    return *handle->value;
}

/// Frees a handle. Ignores NULL; leaves anything that is no handle of this type alone and sets the last error.
template <class Handle>
void free_handle(Handle* handle) noexcept {
    if (!handle) return;
    guarded([&] {
        check_handle(handle, type_of(handle), "handle");
        if (keeps_freed_handles) keep_freed(handle);
        handle->magic = ~handle->magic;
        delete std::exchange(handle->value, nullptr);
        if (!keeps_freed_handles) delete handle;
    });
}

}  // namespace stockham::c_api
