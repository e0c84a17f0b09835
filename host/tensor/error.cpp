// The exception classes: their texts, and their one home in the library (so that type information is shared).
#include <stockham/error.hpp>

#include "runtime/opencl.hpp"

namespace stockham {

error::~error() = default;

argument_error::argument_error(std::string field, const std::string& what) : error(what), field_(std::move(field)) {}
argument_error::~argument_error() = default;

callback_error::callback_error(std::string field, const std::string& what, std::string build_log)
    : argument_error(std::move(field), what + "\nbuild log:\n" + build_log), build_log_(std::move(build_log)) {}
callback_error::~callback_error() = default;

unsupported_error::unsupported_error(std::string rule, const std::string& what) : error(what), rule_(std::move(rule)) {}
unsupported_error::~unsupported_error() = default;

namespace {

std::string opencl_message(const std::string& call, int code, const std::string& build_log) {
    std::string text = call + " failed: " + error_name(code) + " (" + std::to_string(code) + ")";
    if (!build_log.empty()) text += "\nbuild log:\n" + build_log;
    return text;
}

}  // namespace

opencl_error::opencl_error(std::string call, int code, std::string build_log)
    : error(opencl_message(call, code, build_log)), call_(std::move(call)), code_(code),
      build_log_(std::move(build_log)) {}
opencl_error::~opencl_error() = default;

}  // namespace stockham
