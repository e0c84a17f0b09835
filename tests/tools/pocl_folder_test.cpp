// The command if PoCL has no folder to write to: its message, and its work without a cache.
#include "support.hpp"

using namespace stockham::tools::test;

BOOST_AUTO_TEST_SUITE(pocl_folder)

// If PoCL may not write, as for a service account without a home, it has no device. Other platforms are left out.
BOOST_AUTO_TEST_CASE(without_one) {
    const std::string pocl = "/etc/OpenCL/vendors/pocl.icd";
    if (!std::filesystem::exists(pocl)) {
        BOOST_TEST_MESSAGE("skipped: no PoCL by " << pocl);
        return;
    }
    const home h;
    const std::string bare = h.set + "unset XDG_CACHE_HOME POCL_CACHE_DIR; export OCL_ICD_VENDORS=" + pocl + "; ";
    for (const std::string command : {"devices", "phantom --check"}) {
        expect_failure(h, bare + "HOME=/dev/null $S " + command, 1,
                       "PoCL cannot write to its cache folder /dev/null/.cache/pocl/kcache (from HOME)");
        expect_failure(h, bare + "POCL_CACHE_DIR=/dev/null/folder $S " + command, 1, "(from POCL_CACHE_DIR)");
    }
    // With a folder for PoCL, only our own cache is missing. This is reported once.
    const outcome o = run(h, bare + "HOME=/dev/null POCL_CACHE_DIR=" + h / "pocl" + " $S phantom --check --size 256");
    BOOST_TEST(o.code == 0);
    BOOST_TEST(o.err.find("stockham: the cache in /dev/null/.cache/stockham cannot be used") == 0u, o.err);
    BOOST_TEST(std::count(o.err.begin(), o.err.end(), '\n') == 1, o.err);
}

BOOST_AUTO_TEST_SUITE_END()
