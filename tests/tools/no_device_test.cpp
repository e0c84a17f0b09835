// The built command without a device: plans and kernels for described devices, phantoms, and errors if a device is
// needed.
#include <sstream>

#include <stockham/device.hpp>

#include "inputs.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

BOOST_AUTO_TEST_SUITE(no_device)

BOOST_AUTO_TEST_CASE(pictures_without_a_device) {
    const scratch_folder folder;
    BOOST_TEST(run(folder, "$S phantom --size 64 -o x.png && $S phantom --size 64 -o - >y.png").code == 0);
    BOOST_TEST((read_bytes(folder / "x.png") == read_bytes(folder / "y.png")));
    const picture image = read_picture(folder / "x.png");
    BOOST_TEST(image.width == 64u);
    BOOST_TEST(image.channels == 1u);
    BOOST_TEST(folder.listing() == "x.png y.png");
}

BOOST_AUTO_TEST_CASE(plans_without_a_device) {
    const scratch_folder folder;
    const outcome o = run(folder, "$S plan c2c f64 64x64 b3 --for gfx906");
    BOOST_TEST(o.code == 0);
    BOOST_TEST(o.out.find("64x64") != std::string::npos);
    BOOST_TEST(run(folder, "$S plan 'c2c f32 64x64' --for h200").out == run(folder, "$S plan 64x64 --for h200").out);
    BOOST_TEST(run(folder, "$S plan 1024x1024 --for gfx90a --kernels k/new && grep -l kernel k/new/*.cl").code == 0);
    BOOST_TEST(run(folder, "$S plan 64x64 --for h200 --algorithm row_transpose").out ==
               run(folder, "$S plan 64x64 algorithm=row_transpose --for h200").out);
    expect_failure(folder, "$S plan 64x64 --for h200 --algorithm five_step", job, "three axes");
    BOOST_TEST(run(folder, "$S plan 64 --for h200 --plan '64 : 0.0 chain=64'").out.find("radix 64") !=
               std::string::npos);
    expect_failure(folder, "$S plan 64 --for h200 --plan '32 : 0.0'", job, "axis 0");
    expect_failure(folder, "$S plan 64 --for h200 --plan '64 ! 0.0'", usage, "--plan: ");
    expect_failure(folder, "$S plan 64y64 --for gfx906", usage, "PROBLEM: problem string 'c2c f32 64y64'");
    expect_failure(folder, "$S plan 0x64 --for gfx906", usage, "PROBLEM");
    expect_failure(folder, "$S plan 64 b0 --for gfx906", usage, "PROBLEM");
}

BOOST_AUTO_TEST_CASE(the_terms_of_a_cost_add_up) {
    const scratch_folder folder;
    // The terms add up to the estimate, which rounds to four digits.
    for (const char* what :
         {"512x512 --for h200 --plan '512 x 512 : 0.0 width=4 items=128 ; 1.0 width=32 radix=8 points=8 items=128 ; "
          "one_launch'",
          "64x64 b256 --for cpu", "1024 --for gfx90a", "256x256 --for gfx906 --algorithm row_transpose"}) {
        const auto text = run(folder, std::string("$S plan ") + what + " --cost").out;
        const auto terms = text.find("terms of the predicted time in us:\n"), last = text.find("\n  sum ");
        BOOST_REQUIRE_MESSAGE((terms != text.npos && last != text.npos), text);
        double sum = 0;
        std::istringstream lines(text.substr(terms, last - terms));
        std::string line;
        std::getline(lines, line);
        while (std::getline(lines, line)) sum += std::stod(line.substr(line.rfind(' ')));
        const auto estimate = text.rfind(", ", text.find(" us\n"));
        BOOST_TEST(sum == std::stod(text.substr(estimate + 2)), boost::test_tools::tolerance(1e-3));
        BOOST_TEST(sum == std::stod(text.substr(last + 7)), boost::test_tools::tolerance(1e-3));
    }
}

BOOST_AUTO_TEST_CASE(plans_name_a_profile_that_was_never_measured) {
    const scratch_folder folder;
    for (const char* options : {"", " --cost", " --host", " --files"}) {
        const auto text = run(folder, std::string("$S plan 1024x1024 --for navi31") + options).out;
        BOOST_TEST(text.find("profile: gfx1100: never measured: from AMD's") != std::string::npos, text);
    }
    const auto help = run(folder, "$S plan --help").out;
    for (const auto& name : stockham::description_names()) BOOST_TEST(help.find(name) != std::string::npos, name);
}

BOOST_AUTO_TEST_CASE(the_rules_explain_a_plan) {
    const scratch_folder folder;
    const auto text = run(folder, "STOCKHAM_WISDOM=off $S plan 'r2c f32 1920 b10000' --for h200 --why").out;
    const auto after = [&](const char* rule) { return text.substr(std::min(text.find(rule), text.size())); };
    BOOST_TEST(after("\n  packed real lines\n    1 plan, the cheapest takes ").find("\n    chosen\n") != text.npos,
               text);
    BOOST_TEST(after("\n  unchanged problem\n").find("rejected: does not cost less than packed real lines") !=
                   text.npos,
               text);
    BOOST_TEST(after("\n  five_step\n").find("no plan: only plans that demand it") != text.npos, text);
    // The chosen plan is the one that is printed first.
    const auto plan = text.find("plan string: ") + 13;
    const auto printed = text.substr(plan, text.find('\n', plan) - plan);
    BOOST_TEST(after("rules of the planner").find("us: " + printed + "\n    chosen\n") != text.npos, text);
}

BOOST_AUTO_TEST_CASE(preprocessed_kernels) {
    const scratch_folder folder;
    const outcome o =
        run(folder,
            "$S plan 1024x1024 --for h200 --plan '1024 x 1024 : 1.0 non_temporal ; 0.0' --kernels k --preprocessed");
    BOOST_TEST(o.code == 0, o.err);
    const auto text_of = [&](const char* name) {
        const auto bytes = read_bytes(folder / name);
        return std::string(bytes.begin(), bytes.end());
    };
    const std::string source = text_of("k/launch_1.cl"), seen = text_of("k/launch_1.preprocessed.cl");
    BOOST_TEST(source.find("#define") != std::string::npos);
    BOOST_TEST(seen.find("void pass(") != std::string::npos);
    for (const char* directive : {"#define", "#if", "#line", "#include", "//"})
        BOOST_TEST(seen.find(directive) == std::string::npos, directive);
    // NVIDIA's branch of access.cl is used only for NVIDIA cards.
    BOOST_TEST(seen.find("asm") != std::string::npos);
    BOOST_TEST(run(folder, "$S plan 1024x1024 --for gfx90a --kernels a --preprocessed").code == 0);
    BOOST_TEST(text_of("a/launch_1.preprocessed.cl").find("asm") == std::string::npos);

    const outcome without = run(folder, "PATH=/nowhere $S plan 64 --for gfx906 --kernels n --preprocessed");
    BOOST_TEST(without.code == job);
    BOOST_TEST(without.err == "stockham: --preprocessed needs a C preprocessor, and none of cc, clang, gcc is on the "
                              "PATH\n");
    expect_failure(folder, "$S plan 64 --for gfx906 --preprocessed", usage, "--kernels");
}

BOOST_AUTO_TEST_CASE(no_platform_at_all) {
    const inputs folder;
    const std::string none = "export OCL_ICD_VENDORS=" + (folder / "none") + "; ";
    expect_failure(folder, none + "$S devices", job, "no OpenCL");
    for (const std::string line : {"$S spectrum good.png -o x.png", "$S fft good.npy -o x.npy", "$S plan 64",
                                   "$S phantom --check", "$S report -o report.txt"})
        expect_failure(folder, none + line, job, "OpenCL");
}

BOOST_AUTO_TEST_SUITE_END()
