// Tells whether this build is slow by design (debug or sanitizers). Tests then try fewer cases and allow more time.
#pragma once

// GCC reports AddressSanitizer by a macro, Clang by a feature.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STOCKHAM_TEST_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define STOCKHAM_TEST_SANITIZED
#endif

#if defined(STOCKHAM_TEST_SANITIZED) || !defined(__OPTIMIZE__)
inline constexpr bool built_slow = true;
#else
inline constexpr bool built_slow = false;
#endif

#undef STOCKHAM_TEST_SANITIZED
