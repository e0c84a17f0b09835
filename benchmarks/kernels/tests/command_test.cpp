// Runs the program: its table, exit codes and messages.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <boost/test/unit_test.hpp>
#include <sys/wait.h>

namespace {

struct outcome {
    int code = 0;
    std::string text;
};

outcome run(const std::string& arguments, const std::string& environment = {}) {
    outcome o;
    const auto command = environment + " '" + STOCKHAM_KERNELS_COMMAND + "' " + arguments + " 2>&1";
    std::FILE* pipe = popen(command.c_str(), "r");
    std::array<char, 256> block{};
    while (std::fgets(block.data(), block.size(), pipe)) o.text += block.data();
    o.code = WEXITSTATUS(pclose(pipe));
    return o;
}

/// Hides connected devices, so that the output does not depend on them.
constexpr const char* no_device = "OCL_ICD_VENDORS=/nonexistent OCL_ICD_FILENAMES=/nonexistent";

bool has(const outcome& o, const std::string& text) {
    return o.text.find(text) != o.text.npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(bad_input_is_one_clear_line) {
    for (const char* arguments :
         {"", "no-such-suite --for h200", "'c2c f32 3y' --for h200", "small --for voodoo2", "small --for evergreen",
          "small --for h200 --placement sideways", "small --for h200 --output /nonexistent/folder/x", "small"}) {
        const auto o = run(arguments, no_device);
        BOOST_TEST_CONTEXT(arguments << ": " << o.text) {
            BOOST_TEST(o.code == 2);
            BOOST_TEST(o.text.rfind("stockham-kernels: ", 0) == 0U);
            BOOST_TEST(o.text.find('\n') + 1 == o.text.size());
        }
    }
}

BOOST_AUTO_TEST_CASE(missing_clang_is_reported) {
    const auto o = run("'c2c f32 16' --for gfx90a", "PATH=/nonexistent");
    BOOST_TEST(o.code == 2);
    BOOST_TEST(o.text.rfind("stockham-kernels: cannot run clang-15", 0) == 0U, o.text);
}

BOOST_AUTO_TEST_CASE(without_an_nvidia_device_registers_are_unknown) {
    const auto o = run("'c2c f32 8192 b64' --for h200", no_device);
    BOOST_TEST_CONTEXT(o.text) {
        BOOST_TEST(o.code == 0);
        BOOST_TEST(has(o, "\n# not compiled: no NVIDIA device"));
        BOOST_TEST(has(o, "\nc2c f32 8192 b64 "));
        BOOST_TEST(has(o, " 8.00  I->O {d(8192,1,1)"));
    }
}

BOOST_AUTO_TEST_SUITE(for_amd)

BOOST_AUTO_TEST_CASE(amd_kernels_are_compiled) {
    const bool clang = std::system("clang-15 --version >/dev/null 2>&1") == 0;
    const bool libraries = std::filesystem::exists("/usr/lib/x86_64-linux-gnu/amdgcn/bitcode");
    if (!clang || !libraries) {
        BOOST_TEST_MESSAGE("skipped: clang-15 or AMD's device libraries (rocm-device-libs) are not installed");
        return;
    }
    for (const std::string device : {"gfx90a", "gfx1030"}) {
        const auto o = run("'c2c f32 16 b64' 'c2c f64 64x64' --for " + device);
        BOOST_TEST_CONTEXT(o.text) {
            BOOST_TEST(o.code == 0);
            BOOST_TEST(o.text.rfind("# stockham-kernels \"c2c f32 16 b64\" \"c2c f64 64x64\" --for " + device, 0) ==
                       0U);
            BOOST_TEST(has(o, "\n# compiled for " + device + "; no AMD card ran it\n"));
            BOOST_TEST(has(o, "scratch: 0 bytes in all; occupied: least "));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
