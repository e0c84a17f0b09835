// The names of clFFT's status codes, for logs and tests.
#pragma once

#include "clFFT.h"

namespace clfft {

/// The code's name in the header, such as "CLFFT_SUCCESS". "unknown" for a code that neither this library nor its
/// OpenCL calls return.
inline const char* status_name(int status) {
    struct named {
        int status;
        const char* name;
    };
#define CLFFT_NAMED(name)                                                                                              \
    { name, #name }
    static constexpr named all[] = {
        CLFFT_NAMED(CLFFT_SUCCESS),
        CLFFT_NAMED(CLFFT_BUGCHECK),
        CLFFT_NAMED(CLFFT_NOTIMPLEMENTED),
        CLFFT_NAMED(CLFFT_TRANSPOSED_NOTIMPLEMENTED),
        CLFFT_NAMED(CLFFT_FILE_NOT_FOUND),
        CLFFT_NAMED(CLFFT_FILE_CREATE_FAILURE),
        CLFFT_NAMED(CLFFT_VERSION_MISMATCH),
        CLFFT_NAMED(CLFFT_INVALID_PLAN),
        CLFFT_NAMED(CLFFT_DEVICE_NO_DOUBLE),
        CLFFT_NAMED(CLFFT_DEVICE_MISMATCH),
        CLFFT_NAMED(CLFFT_INVALID_VALUE),
        CLFFT_NAMED(CLFFT_INVALID_CONTEXT),
        CLFFT_NAMED(CLFFT_INVALID_DEVICE),
        CLFFT_NAMED(CLFFT_INVALID_COMMAND_QUEUE),
        CLFFT_NAMED(CLFFT_INVALID_HOST_PTR),
        CLFFT_NAMED(CLFFT_INVALID_MEM_OBJECT),
        CLFFT_NAMED(CLFFT_INVALID_BUFFER_SIZE),
        CLFFT_NAMED(CLFFT_INVALID_PROGRAM),
        CLFFT_NAMED(CLFFT_INVALID_PROGRAM_EXECUTABLE),
        CLFFT_NAMED(CLFFT_INVALID_KERNEL_NAME),
        CLFFT_NAMED(CLFFT_INVALID_ARG_INDEX),
        CLFFT_NAMED(CLFFT_INVALID_ARG_VALUE),
        CLFFT_NAMED(CLFFT_INVALID_ARG_SIZE),
        CLFFT_NAMED(CLFFT_INVALID_WORK_GROUP_SIZE),
        CLFFT_NAMED(CLFFT_INVALID_EVENT),
        CLFFT_NAMED(CLFFT_INVALID_EVENT_WAIT_LIST),
        CLFFT_NAMED(CLFFT_INVALID_OPERATION),
        CLFFT_NAMED(CLFFT_BUILD_PROGRAM_FAILURE),
        CLFFT_NAMED(CLFFT_OUT_OF_RESOURCES),
        CLFFT_NAMED(CLFFT_OUT_OF_HOST_MEMORY),
        CLFFT_NAMED(CLFFT_MEM_OBJECT_ALLOCATION_FAILURE),
        CLFFT_NAMED(CLFFT_COMPILER_NOT_AVAILABLE),
        CLFFT_NAMED(CLFFT_DEVICE_NOT_AVAILABLE),
    };
#undef CLFFT_NAMED
    for (const auto& each : all)
        if (each.status == status) return each.name;
    return "unknown";
}

}  // namespace clfft
