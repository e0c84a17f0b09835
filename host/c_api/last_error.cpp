// The last error of each thread, and the functions that return it.
#include "c_api/last_error.hpp"

#include <memory>
#include <new>
#include <string>
#include <utility>

#include <stockham/error.hpp>

namespace stockham::c_api {

namespace {

struct error_texts {
    std::string what, subject, build_log;
};

/// Without a destructor, since destructors of static objects may call this interface: exit() destroys the thread-local
/// objects of its thread before them.
struct last_error {
    stockham_code code = STOCKHAM_OK;
    int opencl_code = 0;
    const char* plain = "";        ///< the message if there are no texts
    error_texts* texts = nullptr;  ///< null if the error has none, or if there was no memory for them
};

thread_local last_error last;

void forget_texts() noexcept {
    delete std::exchange(last.texts, nullptr);
}

/// Releases the texts when the thread ends. Those of errors that come later are never released.
struct texts_owner {
    ~texts_owner() { forget_texts(); }
    void begin() const {}  // the first use of a thread-local object makes it
};
thread_local texts_owner owner;

void remember(stockham_code code, const char* what, std::string subject = {}, std::string build_log = {},
              int opencl_code = 0) {
    auto texts = std::make_unique<error_texts>(error_texts{what, std::move(subject), std::move(build_log)});
    owner.begin();
    forget_texts();
    last = {code, opencl_code, "", texts.release()};
}

void remember_plainly(stockham_code code, const char* what) noexcept {
    forget_texts();
    last = {code, 0, what, nullptr};
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
    return last.texts ? last.texts->what.c_str() : last.plain;
}
const char* stockham_last_subject(void) {
    return last.texts ? last.texts->subject.c_str() : "";
}
const char* stockham_last_build_log(void) {
    return last.texts ? last.texts->build_log.c_str() : "";
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
