// The entry point of all test programs that use Boost.Test. With STOCKHAM_BOOST_TEST_FROM_HEADERS it also compiles
// Boost.Test, for targets without its library.
#define BOOST_TEST_MODULE stockham
#ifdef STOCKHAM_BOOST_TEST_FROM_HEADERS
#include <boost/test/included/unit_test.hpp>
#else
#include <boost/test/unit_test.hpp>
#endif

#include <clocale>
#include <cstdlib>
#include <locale>
#include <stdexcept>
#include <string>

namespace {

/// Sets the locale of C and of C++ that STOCKHAM_TEST_LOCALE names, as a host program may do (.ci/locale.sh).
struct locale_of_host {
    locale_of_host() {
        const char* const name = std::getenv("STOCKHAM_TEST_LOCALE");
        if (!name) return;
        std::locale::global(std::locale(name));  // throws for an unknown name; sets that of C, too
        if (*std::localeconv()->decimal_point == '.') throw std::runtime_error(std::string(name) + " has no comma");
    }
};

}  // namespace

BOOST_TEST_GLOBAL_CONFIGURATION(locale_of_host);
