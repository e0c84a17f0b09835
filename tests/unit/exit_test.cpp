// The library works in destructors of static and thread-local objects and in handlers of atexit().
#include <cstdlib>
#include <string>

#include <stockham/error.hpp>
#include <stockham/estimate.hpp>
#include <stockham/plan.hpp>
#include <stockham/stockham.h>

#include "support/test_subprocess.hpp"

namespace {

using namespace stockham;

// Each kernel family, a published system, a large prime, and a callback's parser.
const char* const problems[] = {"c2c f32 2097152",
                                "c2c f64 1000x1000",
                                "r2c f32 67108859",
                                "dct2 f32 100",
                                "c2c f32 1024 algorithm=constant_geometry",
                                "c2c f32 4096 algorithm=split_half",
                                "c2c f32 1024x1024 algorithm=tensor"};

/// Everything that planning computes, for a GPU and for a CPU.
std::string planned() {
    std::string all;
    for (const auto* problem : problems)
        for (const auto& device : {named_description("h200"), named_description("cpu")}) {
            const auto t = parse_transform(problem);
            try {
                all += plan_text(t, device);
                for (const auto& source : plan_kernels(t, device)) all += source;
                all += estimate(device, t).plan_string;
            } catch (const unsupported_error& e) {
                all += e.what();
            }
        }
    try {
        parse_transform("c2c f32 16 algorithm=none");
    } catch (const argument_error& e) {
        all += e.what();
    }
    return all;
}

std::string c_error() {
    stockham_problem* problem = nullptr;
    const auto code = stockham_problem_parse("nonsense", &problem);
    return std::to_string(code) + stockham_last_error() + stockham_last_subject();
}

/// Plans again in its destructor, and compares the texts with those of main().
struct late {
    ~late() {
        if (planned() != plans || c_error() != error) std::_Exit(42);
    }
    std::string plans, error;
};

void at_exit();

/// Made before the library's own static objects, so destroyed after them.
late& last_of_all() {
    static late one;
    return one;
}

thread_local late of_thread;

void at_exit() {
    if (planned() != last_of_all().plans) std::_Exit(43);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(exit_test)

BOOST_AUTO_TEST_CASE(plans_at_exit, *boost::unit_test::disabled() * boost::unit_test::label("by_name")) {
    auto& last = last_of_all();
    auto& mine = of_thread;
    std::atexit(at_exit);
    last.plans = mine.plans = planned();
    last.error = mine.error = c_error();
    BOOST_TEST(!last.plans.empty());
    BOOST_TEST(!last.error.empty());
}

BOOST_AUTO_TEST_CASE(plans_are_the_same_after_main) {
    test_subprocess child("plans_at_exit", {{"MALLOC_PERTURB_", "165"}});  // glibc overwrites freed memory
    BOOST_TEST(child.wait() == 0);
}

BOOST_AUTO_TEST_SUITE_END()
