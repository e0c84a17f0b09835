// The exception classes. Out-of-line destructors give the type information one home in the library.
#include <stockham/error.hpp>
#include <stockham/opencl.hpp>

namespace stockham {

error::~error() = default;

argument_error::argument_error(std::string field, const std::string& what) : error(what), field_(std::move(field)) {}
argument_error::~argument_error() = default;

callback_error::callback_error(std::string field, const std::string& what, std::string build_log)
    : argument_error(std::move(field), what + "\nbuild log:\n" + build_log), build_log_(std::move(build_log)) {}
callback_error::~callback_error() = default;

unsupported_error::unsupported_error(std::string rule, const std::string& what) : error(what), rule_(std::move(rule)) {}
unsupported_error::~unsupported_error() = default;

namespace internal {

namespace {

struct named_code {
    cl_int code;
    const char* name;
};

#define CODE(name)                                                                                                     \
    { name, #name }
constexpr named_code codes[] = {
    CODE(CL_DEVICE_NOT_FOUND),
    CODE(CL_DEVICE_NOT_AVAILABLE),
    CODE(CL_COMPILER_NOT_AVAILABLE),
    CODE(CL_MEM_OBJECT_ALLOCATION_FAILURE),
    CODE(CL_OUT_OF_RESOURCES),
    CODE(CL_OUT_OF_HOST_MEMORY),
    CODE(CL_PROFILING_INFO_NOT_AVAILABLE),
    CODE(CL_MEM_COPY_OVERLAP),
    CODE(CL_BUILD_PROGRAM_FAILURE),
    CODE(CL_MAP_FAILURE),
    CODE(CL_MISALIGNED_SUB_BUFFER_OFFSET),
    CODE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
    CODE(CL_COMPILE_PROGRAM_FAILURE),
    CODE(CL_LINKER_NOT_AVAILABLE),
    CODE(CL_LINK_PROGRAM_FAILURE),
    CODE(CL_KERNEL_ARG_INFO_NOT_AVAILABLE),
    CODE(CL_INVALID_VALUE),
    CODE(CL_INVALID_DEVICE_TYPE),
    CODE(CL_INVALID_PLATFORM),
    CODE(CL_INVALID_DEVICE),
    CODE(CL_INVALID_CONTEXT),
    CODE(CL_INVALID_QUEUE_PROPERTIES),
    CODE(CL_INVALID_COMMAND_QUEUE),
    CODE(CL_INVALID_HOST_PTR),
    CODE(CL_INVALID_MEM_OBJECT),
    CODE(CL_INVALID_BINARY),
    CODE(CL_INVALID_BUILD_OPTIONS),
    CODE(CL_INVALID_PROGRAM),
    CODE(CL_INVALID_PROGRAM_EXECUTABLE),
    CODE(CL_INVALID_KERNEL_NAME),
    CODE(CL_INVALID_KERNEL_DEFINITION),
    CODE(CL_INVALID_KERNEL),
    CODE(CL_INVALID_ARG_INDEX),
    CODE(CL_INVALID_ARG_VALUE),
    CODE(CL_INVALID_ARG_SIZE),
    CODE(CL_INVALID_KERNEL_ARGS),
    CODE(CL_INVALID_WORK_DIMENSION),
    CODE(CL_INVALID_WORK_GROUP_SIZE),
    CODE(CL_INVALID_WORK_ITEM_SIZE),
    CODE(CL_INVALID_GLOBAL_OFFSET),
    CODE(CL_INVALID_EVENT_WAIT_LIST),
    CODE(CL_INVALID_EVENT),
    CODE(CL_INVALID_OPERATION),
    CODE(CL_INVALID_BUFFER_SIZE),
    CODE(CL_INVALID_GLOBAL_WORK_SIZE),
    CODE(CL_INVALID_PROPERTY),
    {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
};
#undef CODE

const char* error_name(cl_int code) {
    for (const auto& c : codes)
        if (c.code == code) return c.name;
    return "unknown OpenCL error";
}

std::string opencl_message(const std::string& call, int code, const std::string& build_log) {
    std::string text = call + " failed: " + error_name(code) + " (" + std::to_string(code) + ")";
    if (!build_log.empty()) text += "\nbuild log:\n" + build_log;
    return text;
}

}  // namespace

}  // namespace internal

using namespace internal;

opencl_error::opencl_error(std::string call, int code, std::string build_log)
    : error(opencl_message(call, code, build_log)), call_(std::move(call)), code_(code),
      build_log_(std::move(build_log)) {}
opencl_error::~opencl_error() = default;

}  // namespace stockham
