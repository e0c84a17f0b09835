// After exit() has begun, plans with compiled kernels work; others are refused instead of ending the process with a
// signal.
#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <memory>
#include <string>

#include <stockham/stockham.hpp>

#include "support/on_device.hpp"
#include "support/test_subprocess.hpp"

using namespace stockham;

namespace {

/// Uses its plan in its destructor, and makes others.
struct late {
    ~late() {
        if (!made) return;
        const auto& d = test_device::get();
        const ::device_buffer in(made->problem().batch * 512), out(made->problem().batch * 512);
        made->execute(d.queue, in.get(), out.get());
        if (clFinish(d.queue) != CL_SUCCESS) std::_Exit(41);
        if (plan(d.context, d.device, made->problem()).to_string() != text) std::_Exit(42);
        try {
            const plan other(d.context, d.device, parse_transform("c2c f32 2097152"));
            std::_Exit(43);
        } catch (const unsupported_error& e) {
            if (e.rule() != "end of process") std::_Exit(44);
        }
        made.reset();
    }
    std::unique_ptr<plan> made;
    std::string text;
};

/// Made before the driver's static objects, so destroyed after them.
late& last_of_all() {
    static late one;
    return one;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(end_of_process_test)

BOOST_AUTO_TEST_CASE(plans_at_exit, *boost::unit_test::disabled() * boost::unit_test::label("by_name")) {
    last_of_all();
    const auto& d = test_device::get();
    last_of_all().made = std::make_unique<plan>(d.context, d.device, parse_transform("c2c f32 64 b100"));
    last_of_all().text = last_of_all().made->to_string();
}

BOOST_AUTO_TEST_CASE(plans_after_main) {
    test_subprocess child("plans_at_exit", {{"MALLOC_PERTURB_", "165"}});  // glibc overwrites freed memory
    BOOST_TEST(child.wait() == 0);
}

BOOST_AUTO_TEST_SUITE_END()
