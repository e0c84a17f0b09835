// Goldens: the printed plans of many problems for many devices.
//
// A golden file has the plans for one device. After an intended change of plans, STOCKHAM_REWRITE_GOLDENS=1 writes the
// files again. Check the differences before you commit them.
#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <stockham/stockham.hpp>

#include "support/descriptions.hpp"
#include "support/folders.hpp"

BOOST_AUTO_TEST_SUITE(plan_goldens_test)

using stockham::device_description;
using stockham::transform;

namespace {

/// The plan's text, or why there is none.
std::string text_of(const transform& t, const device_description& device) {
    try {
        return plan_text(t, device);
    } catch (const stockham::unsupported_error& e) {
        return to_string(t) + " for " + device.name + "\nnot supported (" + e.rule() + "): " + e.what() + "\n";
    }
}

constexpr const char* problems[] = {
    "c2c f32 1",
    "c2c f32 8 b37 in",
    "c2c f32 64 b1000",
    "c2c f32 4096 b16",
    "c2c f64 8192",
    "c2c f32 65536",
    "c2c f64 1048576 in",
    "c2c f32 67108864",
    "c2c f32 64x64 b256",
    "c2c f64 1024x1024",
    "c2c f32 512x2048 in inv scale=0.5",
    "c2c f32 128x128x128",
    "c2c f32 256x256 algorithm=row_transpose",
    "c2c f32 256x256x256 algorithm=five_step",
    "c2c f64 4x16384 in algorithm=row_transpose",
    "c2c f32 32x32 b3 is=40,1 id=1300 os=1,33 od=1100",
    "c2c f32 256 b100 is=100 id=1 os=100 od=1",
};

std::string file_of(const device_description& d) {
    std::string name;
    for (char c : d.name)
        if (c != ',') name += c == ' ' ? '_' : c;
    return source_folder() + "/tests/unit/goldens/" + name + ".txt";
}

void check_golden(const device_description& device) {
    std::string text;
    for (const char* problem : problems) text += text_of(stockham::parse_transform(problem), device) + "\n";
    const auto path = file_of(device);
    if (const char* rewrite = std::getenv("STOCKHAM_REWRITE_GOLDENS"); rewrite && *rewrite) {
        std::ofstream(path) << text;
        BOOST_TEST_MESSAGE("wrote " << path);
        return;
    }
    std::ifstream file(path);
    BOOST_REQUIRE_MESSAGE(file, "cannot read " << path);
    const std::string golden{std::istreambuf_iterator<char>(file), {}};
    BOOST_TEST(text == golden, path << " says\n" << golden << "and the planner says\n" << text);
}

}  // namespace

BOOST_AUTO_TEST_CASE(made_up_gpus) {
    for (auto local : local_kilobytes)
        for (auto items : work_group_sizes) check_golden(made_up(local, items));
}

BOOST_AUTO_TEST_CASE(cpus) {
    for (unsigned vector_bytes : {32U, 64U}) check_golden(made_up_cpu(vector_bytes));
}

BOOST_AUTO_TEST_CASE(gpus_planned_without_a_card) {
    for (const char* name : {"gfx803", "gfx906", "gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201", "tgllp", "dg2",
                             "pvc", "bmg", "adreno630"})
        check_golden(stockham::named_description(name));
}

BOOST_AUTO_TEST_SUITE_END()
