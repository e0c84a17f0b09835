// The last error of each thread, and the functions that return it.
#include "c_api/last_error.hpp"

#include <new>

#include <stockham/error.hpp>

namespace stockham::c_api {

namespace {

/// `plain` replaces `what` if there was no memory for texts.
struct last_error {
    stockham_code code = STOCKHAM_OK;
    const char* plain = "";
    std::string what, subject, build_log;
    int opencl_code = 0;
};

thread_local last_error last;

void remember(stockham_code code, const char* what, std::string subject = {}, std::string build_log = {},
              int opencl_code = 0) {
    last_error next{code, nullptr, what, std::move(subject), std::move(build_log), opencl_code};
    last = std::move(next);
}

void remember_plainly(stockham_code code, const char* what) noexcept {
    last.code = code;
    last.plain = what;
    last.what.clear();
    last.subject.clear();
    last.build_log.clear();
    last.opencl_code = 0;
}

/// Stores the exception that is being handled. Throws std::bad_alloc.
void remember_handled() {
    try {
        throw;
    } catch (const code_error& e) {
        remember(e.code(), e.what(), e.subject());
    } catch (const callback_error& e) {
        remember(STOCKHAM_CALLBACK, e.what(), e.field(), e.build_log());
    } catch (const argument_error& e) {
        remember(STOCKHAM_ARGUMENT, e.what(), e.field());
    } catch (const unsupported_error& e) {
        remember(STOCKHAM_UNSUPPORTED, e.what(), e.rule());
    } catch (const opencl_error& e) {
        remember(STOCKHAM_OPENCL, e.what(), e.call(), e.build_log(), e.code());
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& e) {
        remember(STOCKHAM_INTERNAL, e.what());
    }
}

}  // namespace

stockham_code remember_exception() noexcept {
    try {
        remember_handled();
    } catch (const std::bad_alloc&) {
        remember_plainly(STOCKHAM_MEMORY, "out of memory");
    } catch (...) {
        remember_plainly(STOCKHAM_INTERNAL, "an exception was thrown that is no std::exception");
    }
    return last.code;
}

}  // namespace stockham::c_api

using stockham::c_api::last;

stockham_code stockham_last_code(void) {
    return last.code;
}
const char* stockham_last_error(void) {
    return last.plain ? last.plain : last.what.c_str();
}
const char* stockham_last_subject(void) {
    return last.subject.c_str();
}
const char* stockham_last_build_log(void) {
    return last.build_log.c_str();
}
int stockham_last_opencl_code(void) {
    return last.opencl_code;
}

const char* stockham_code_name(int code) {
    switch (code) {
    case STOCKHAM_OK:
        return "STOCKHAM_OK";
    case STOCKHAM_ARGUMENT:
        return "STOCKHAM_ARGUMENT";
    case STOCKHAM_UNSUPPORTED:
        return "STOCKHAM_UNSUPPORTED";
    case STOCKHAM_CALLBACK:
        return "STOCKHAM_CALLBACK";
    case STOCKHAM_OPENCL:
        return "STOCKHAM_OPENCL";
    case STOCKHAM_HANDLE:
        return "STOCKHAM_HANDLE";
    case STOCKHAM_STRUCT:
        return "STOCKHAM_STRUCT";
    case STOCKHAM_VERSION:
        return "STOCKHAM_VERSION";
    case STOCKHAM_MEMORY:
        return "STOCKHAM_MEMORY";
    case STOCKHAM_INTERNAL:
        return "STOCKHAM_INTERNAL";
    default:
        return "?";
    }
}
