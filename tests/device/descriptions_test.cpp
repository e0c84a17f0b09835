// Kernels planned for AMD cards, run on this device.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "support/descriptions.hpp"
#include "support/on_device.hpp"
#include "support/shapes.hpp"

BOOST_AUTO_TEST_SUITE(descriptions_test)

namespace {

void check_for(const char* description, std::initializer_list<const char*> shapes) {
    each_shape(shapes, [&](const auto& t) { check_on_device(t, 3, {stockham::named_description(description)}); });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(small)
BOOST_AUTO_TEST_CASE(evergreen_small) {
    check_for("evergreen", small_shapes);
}
BOOST_AUTO_TEST_CASE(gfx90a_small) {
    check_for("gfx90a", small_shapes);
}

// Tiles that fill local memory to the last byte: swizzled, and with separate real and imaginary parts.
BOOST_AUTO_TEST_CASE(tight_small) {
    const auto tight = made_up(16, 256);
    for (const char* text : {"c2c f32 4096 b64", "c2c f64 2048 in inv", "c2c f32 2048 in", "c2c f64 1024 b3"}) {
        const auto t = stockham::parse_transform(text);
        check_on_device(t, 5, {tight});
        BOOST_TEST(plan_text(t, tight).find(" 16384 bytes local") != std::string::npos, plan_text(t, tight));
    }
    const auto whole = plan_text(stockham::parse_transform("c2c f32 2048 in"), tight),
               parts = plan_text(stockham::parse_transform("c2c f32 4096 b64"), tight);
    BOOST_TEST(whole.find("real and imaginary parts exchanged separately") == std::string::npos, whole);
    BOOST_TEST(parts.find("real and imaginary parts exchanged separately") != std::string::npos, parts);
}

// Plans with lanes on any device: slow on a GPU, but right. They use no more local memory than the device has.
BOOST_AUTO_TEST_CASE(lanes_small) {
    for (unsigned vector_bytes : {32U, 64U}) {
        auto cpu = stockham::named_description("cpu");
        cpu.vector_bytes = vector_bytes;
        cpu.local_memory = std::min(cpu.local_memory, stockham::describe(test_device::get().device).local_memory);
        each_shape(small_shapes, [&](const auto& t) { check_on_device(t, 4, {cpu}); });
    }
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(evergreen)
BOOST_AUTO_TEST_CASE(evergreen_large) {
    check_for("evergreen", large_shapes);
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(gfx90a_large) {
    check_for("gfx90a", large_shapes);
}

BOOST_AUTO_TEST_SUITE_END()
