// STOCKHAM_KERNEL_DIR: the kernels of that folder run, and faults in it are reported.
#include <boost/test/unit_test.hpp>

#include "support/environment.hpp"
#include "support/on_device.hpp"
#include "support/planned_buffers.hpp"
#include "support/refusal.hpp"

BOOST_AUTO_TEST_SUITE(kernel_folder_test)

using stockham::parse_transform;

// These kernels multiply by three, which shows that they run.
BOOST_AUTO_TEST_CASE(are_read_from_the_folder) {
    const kernel_folder folder;
    folder.replace("cl/access/output.cl", "SWAP_STORE != INVERSE_STORE ? e.yx : e",
                   "3 * (SWAP_STORE != INVERSE_STORE ? e.yx : e)");
    folder.append("cl/lanes/vectors.cl",
                  "\n#undef store_vector\n"
                  "#define store_vector(to, z) store_vector(to, make_complex((z).x * 3, (z).y * 3))\n"
                  "#undef STORE_VECTOR\n"
                  "#define STORE_VECTOR(v, at, to) PASTE(vstore, LANES)(3 * (v), at, to)\n");
    auto t = parse_transform("c2c f32 16 b37");  // one pass
    std::mt19937 generator(9);
    const auto input = reference::uniform(input_extent(t), t.precision, generator);
    const scoped_variable variable("STOCKHAM_KERNEL_DIR", folder.path());
    const scoped_variable unchecked("STOCKHAM_CHECK", "off");  // the check would refuse these results
    const auto got = run(plan_of(to_string(t)), input, input).output;
    t.scale = 3;
    const auto wanted = reference::transform(t, input, input);
    BOOST_TEST(reference::relative_error(got, wanted, reference::places(t, false)) <= reference::gate(t));
}

BOOST_AUTO_TEST_CASE(unchanged_they_give_the_same_bits) {
    const auto t = parse_transform("c2c f32 256 b3");
    std::mt19937 generator(9);
    const auto input = reference::uniform(input_extent(t), t.precision, generator);
    const auto wanted = run(plan_of(to_string(t)), input, input).output;
    const kernel_folder folder;
    const scoped_variable variable("STOCKHAM_KERNEL_DIR", folder.path());
    BOOST_TEST((run(plan_of(to_string(t)), input, input).output == wanted));
}

BOOST_AUTO_TEST_CASE(that_do_not_compile) {
    const kernel_folder folder;
    folder.append("cl/common/complex.cl", "\n#error broken on purpose\n");
    {
        const scoped_variable variable("STOCKHAM_KERNEL_DIR", folder.path());
        for (int repeat = 0; repeat < 2; ++repeat)  // the failure is not cached as a program
            BOOST_CHECK_EXCEPTION(plan_of("c2c f32 128"), stockham::opencl_error, [](const stockham::opencl_error& e) {
                BOOST_TEST(e.call() == "clBuildProgram");
                BOOST_TEST(e.code() == CL_BUILD_PROGRAM_FAILURE);
                BOOST_TEST(e.build_log().find("broken on purpose") != std::string::npos, e.what());
                BOOST_TEST(std::string(e.what()).find("broken on purpose") != std::string::npos);
                BOOST_TEST(std::string(e.what()).find("CL_BUILD_PROGRAM_FAILURE") != std::string::npos);
                return true;
            });
    }
    BOOST_CHECK_NO_THROW(plan_of("c2c f32 128"));
}

BOOST_AUTO_TEST_CASE(that_are_not_there) {
    const kernel_folder folder;
    folder.remove("cl/common/tile.h");
    {
        const scoped_variable variable("STOCKHAM_KERNEL_DIR", folder.path());
        expect_argument_error(
            "STOCKHAM_KERNEL_DIR", [] { plan_of("c2c f32 128"); }, "cl/common/tile.h");
    }
    const scoped_variable nowhere("STOCKHAM_KERNEL_DIR", "/nonexistent");
    expect_argument_error(
        "STOCKHAM_KERNEL_DIR", [] { plan_of("c2c f32 128"); }, "cl/");
}

BOOST_AUTO_TEST_SUITE_END()
