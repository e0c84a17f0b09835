// Arrays of a call that share memory.
#include "imaging/base/shared_memory.hpp"

#include <cstdint>
#include <cstring>

namespace stockham::imaging_internal {

namespace {

using imaging::array_view;

template <class T>
T query(cl_mem buffer, cl_mem_info what) {
    T value{};
    detail::check_call(clGetMemObjectInfo(buffer, what, sizeof value, &value, nullptr), "clGetMemObjectInfo");
    return value;
}

// The bytes of an array: host addresses, or places in a buffer that is no part of another one.
struct byte_range {
    cl_mem root = nullptr;
    std::uintptr_t begin = 0, end = 0;

    explicit byte_range(const array_view& view) {
        const void* host = view.host;
        if (host == nullptr) {
            begin = view.offset;
            if (query<cl_mem_flags>(view.buffer, CL_MEM_FLAGS) & CL_MEM_USE_HOST_PTR)
                host = query<void*>(view.buffer, CL_MEM_HOST_PTR);
        }
        if (host != nullptr) {
            begin += reinterpret_cast<std::uintptr_t>(host);
        } else {
            const auto whole = query<cl_mem>(view.buffer, CL_MEM_ASSOCIATED_MEMOBJECT);
            root = whole != nullptr ? whole : view.buffer;
            if (whole != nullptr) begin += query<std::size_t>(view.buffer, CL_MEM_OFFSET);
        }
        end = begin + memory_bytes(view);
    }
};

bool overlap(const byte_range& a, const byte_range& b) {
    return a.root == b.root && a.begin < b.end && b.begin < a.end;
}

}  // namespace

bool share_memory(const array_view& a, const array_view& b) {
    return overlap(byte_range(a), byte_range(b));
}

bool overlap_displaced(const array_view& a, const array_view& b) {
    const byte_range one(a), other(b);
    return overlap(one, other) && one.begin != other.begin;
}

lasting_input::lasting_input(device_work& work, const array_view& input, bool needs_copy) : view_(input) {
    if (!needs_copy) return;
    copy_.resize(memory_bytes(input));
    if (input.host != nullptr)
        std::memcpy(copy_.data(), input.host, copy_.size());
    else
        work.session().download(input.buffer, copy_.size(), copy_.data(), input.offset);
    view_.host = copy_.data();
    view_.buffer = nullptr;
    view_.offset = 0;
}

}  // namespace stockham::imaging_internal
