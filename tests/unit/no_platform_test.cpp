// A machine without any OpenCL platform: the loader searches a folder that does not exist.
#include <boost/test/unit_test.hpp>

#include <cstdlib>

#include <stockham/stockham.hpp>

#include "support/refusal.hpp"

namespace {

/// Before the loader's first call, which searches for platforms only once.
struct no_loader {
    no_loader() {
#ifdef _WIN32  // linked with a loader that has no platform
        _putenv_s("STOCKHAM_DEVICE", "");
#else
        for (const char* variable : {"OCL_ICD_VENDORS", "OCL_ICD_FILENAMES"}) setenv(variable, "/nonexistent", 1);
        unsetenv("STOCKHAM_DEVICE");
#endif
    }
};

}  // namespace

BOOST_TEST_GLOBAL_FIXTURE(no_loader);

BOOST_AUTO_TEST_SUITE(no_platform_test)

BOOST_AUTO_TEST_CASE(there_are_no_devices) {
    BOOST_TEST(stockham::devices().empty());
}

BOOST_AUTO_TEST_CASE(no_word_chooses_one) {
    for (const char* word : {"", "0", "cpu", "gpu"})
        expect_argument_error(
            "device", [&] { stockham::choose_device(word); }, "no platform");
}

BOOST_AUTO_TEST_CASE(planning_for_a_description_needs_none) {
    const auto t = stockham::parse_transform("c2c f32 1024x1024");
    BOOST_TEST(!plan_text(t, stockham::named_description("gfx90a")).empty());
    BOOST_TEST(!plan_kernels(t, stockham::named_description("cpu")).empty());
}

BOOST_AUTO_TEST_SUITE_END()
