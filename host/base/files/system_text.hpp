// Errors of the operating system as text, the same in every locale.
#pragma once

#include <cstring>
#include <string>
#include <system_error>

namespace stockham::internal {

/// As std::strerror(), which the locale of the host program translates, where the system has the text without that.
inline std::string system_text(int code) {
#if defined(__GLIBC__) && defined(__USE_GNU)
#if __GLIBC_PREREQ(2, 32)
    if (const char* const text = strerrordesc_np(code)) return text;
#endif
#endif
    return std::strerror(code);
}

/// As error.message().
inline std::string system_text(const std::error_code& error) {
#ifdef _WIN32
    return error.message();
#else
    return system_text(error.value());
#endif
}

}  // namespace stockham::internal
