// The status codes of exceptions, and the log of STOCKHAM_CLFFT_LOG.
#include "call.hpp"

#include <cstdio>
#include <mutex>
#include <new>

#include <stockham/error.hpp>
#include <stockham/process.hpp>

#include "status_names.hpp"

namespace clfft {

namespace {

/// STOCKHAM_CLFFT_LOG is the file to append to; "1" and "stderr" mean standard error.
void log(const char* function, clfftStatus status, const char* why) noexcept {
    const char* name = stockham::environment("STOCKHAM_CLFFT_LOG");
    if (!name || !*name) return;
    const std::string_view where = name;
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    const bool on_stderr = where == "1" || where == "stderr";
    std::FILE* file = on_stderr ? stderr : std::fopen(name, "a");
    if (!file) return;
    std::fprintf(file, "%s: %s (%d): %s\n", function, status_name(status), static_cast<int>(status), why);
    if (!on_stderr) std::fclose(file);
}

}  // namespace

clfftStatus status_of_exception(const char* function) noexcept {
    const auto logged = [&](clfftStatus status, const char* why) {
        log(function, status, why);
        return status;
    };
    try {
        throw;
    } catch (const refusal& e) {
        return logged(e.status(), e.what());
    } catch (const stockham::callback_error& e) {
        return logged(CLFFT_BUILD_PROGRAM_FAILURE, (e.what() + ("\n" + e.build_log())).c_str());
    } catch (const stockham::opencl_error& e) {
        return logged(static_cast<clfftStatus>(e.code()), (e.what() + ("\n" + e.build_log())).c_str());
    } catch (const stockham::unsupported_error& e) {
        return logged(CLFFT_NOTIMPLEMENTED, e.what());
    } catch (const stockham::argument_error& e) {
        return logged(CLFFT_INVALID_ARG_VALUE, e.what());
    } catch (const std::bad_alloc&) {
        return logged(CLFFT_OUT_OF_HOST_MEMORY, "out of memory");
    } catch (const std::exception& e) {
        return logged(CLFFT_BUGCHECK, e.what());
    } catch (...) {
        return logged(CLFFT_BUGCHECK, "unknown exception");
    }
}

std::string environment(const char* name) {
    const char* value = stockham::environment(name);
    return value ? value : "";
}

}  // namespace clfft
