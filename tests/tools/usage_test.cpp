// The built command where no device is needed: help, wrong command lines, broken inputs, outputs that cannot be
// written.
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

constexpr int job = 1;
constexpr int usage = 2;

// A folder with a few good and bad inputs.
struct inputs : scratch_folder {
    inputs() {
        const auto png = encode_png(random_picture(8, 8, 3, 8, 1));
        write_bytes(*this / "good.png", png);
        write_bytes(*this / "cut.png", {png.begin(), png.begin() + 60});
        write_bytes(*this / "empty.png", {});
        write_bytes(*this / "text.png", {'h', 'e', 'l', 'l', 'o'});
        const std::vector<std::uint8_t> data(64);
        write_bytes(*this / "good.npy", npy_bytes("<f4", "(4, 4)", data));
        write_bytes(*this / "fortran.npy", npy_bytes("<f4", "(4, 4)", data, "True"));
        write_bytes(*this / "short.npy", npy_bytes("<f4", "(4, 8)", data));
        write_bytes(*this / "long.npy", npy_bytes("<f4", "(4, 2)", data));
        write_bytes(*this / "type.npy", npy_bytes("<U4", "(4,)", data));
        write_bytes(*this / "wide.png", encode_png(random_picture(9, 8, 1, 8, 2)));
        write_bytes(*this / "black.png", encode_png(make_picture("test", 3, 3, 1, 8)));
        write_bytes(*this / "pixel.png", encode_png(random_picture(1, 1, 1, 8, 3)));
        before = listing();
    }
    ~inputs() { BOOST_TEST(listing() == before); }
    std::string before;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(usage_of_the_command)

BOOST_AUTO_TEST_CASE(help_and_version_are_no_errors) {
    const scratch_folder folder;
    for (const char* line : {"$S --help", "$S --version", "$S fft --help", "$S filter -h"}) {
        const outcome o = run(folder, line);
        BOOST_TEST(o.code == 0, line);
        BOOST_TEST(o.out != "", line);
        BOOST_TEST(o.err == "", line);
    }
}

BOOST_AUTO_TEST_CASE(wrong_command_lines) {
    const inputs folder;
    expect_failure(folder, "$S", usage, "a command is missing");
    expect_failure(folder, "$S transmogrify", usage, "transmogrify");
    expect_failure(folder, "$S devices --loud", usage, "--loud");
    expect_failure(folder, "$S spectrum good.png", usage, "--output");
    expect_failure(folder, "$S spectrum -o x.png", usage, "PICTURE");
    expect_failure(folder, "$S spectrum good.png -o x.jpg", usage, "written as PNG");
    expect_failure(folder, "$S spectrum phantom:0 -o x.png", usage, "1 to 8192");
    expect_failure(folder, "$S phantom", usage, "nothing to do");
    expect_failure(folder, "$S phantom --size 0 -o x.png", usage, "--size");
    expect_failure(folder, "$S phantom --check --size 100", usage, "256 and more");
    expect_failure(folder, "$S plan 64 --for gfx906 --device cpu", usage, "--device");
}

BOOST_AUTO_TEST_CASE(wrong_filters) {
    const inputs folder;
    const std::string start = "$S filter good.png -o x.png ";
    expect_failure(folder, start, usage, "no filter");
    expect_failure(folder, start + "--low-pass 0.1 --high-pass 0.1", usage, "only one at a time");
    expect_failure(folder, start + "--low-pass 0", usage, "cycles per pixel");
    expect_failure(folder, start + "--high-pass 0.6", usage, "cycles per pixel");
    expect_failure(folder, start + "--low-pass nan", usage, "cycles per pixel");
    expect_failure(folder, start + "--low-pass x", usage, "--low-pass");
    expect_failure(folder, start + "--band-pass 0.2", usage, "--band-pass");
    expect_failure(folder, start + "--band-pass 0.2 0.1", usage, "lower");
    expect_failure(folder, start + "--notch 0.7 0.1", usage, "--notch");
    expect_failure(folder, start + "--notch 0.1 0.1 --radius 0", usage, "--radius");
    expect_failure(folder, start + "--low-pass 0.1 --shape round", usage, "--shape");
    expect_failure(folder, start + "--low-pass 0.1 --order 0", usage, "--order");
}

BOOST_AUTO_TEST_CASE(wrong_transforms_of_arrays) {
    const inputs folder;
    const std::string start = "$S fft good.npy -o x.npy ";
    expect_failure(folder, start + "--axes 2", usage, "no axis 2");
    expect_failure(folder, start + "--axes 0,-2", usage, "twice");
    expect_failure(folder, start + "--axes x", usage, "--axes");
    expect_failure(folder, start + "--memory 12Q", usage, "--memory");
    expect_failure(folder, start + "--chunk -5", usage, "--chunk");
    expect_failure(folder, start + "--double --single", usage, "--double");
}

BOOST_AUTO_TEST_CASE(broken_pictures) {
    const inputs folder;
    for (const std::string command :
         {"spectrum", "filter --all-pass", "convolve good.png", "register good.png", "psd"}) {
        const std::string output = command == "psd" ? " -o x.csv" : " -o x.png";
        const auto line = [&](const char* picture) { return "$S " + command + " " + picture + output; };
        expect_failure(folder, line("missing.png"), job, "missing.png: No such file");
        expect_failure(folder, line("empty.png"), job, "empty");
        expect_failure(folder, line("cut.png"), job, "broken PNG");
        expect_failure(folder, line("text.png"), job, "neither PNG");
        expect_failure(folder, line("."), job, "Is a directory");
        expect_failure(folder, line("fortran.npy"), job, "Fortran order");
        expect_failure(folder, line("- </dev/null"), job, "standard input: empty");
    }
    expect_failure(folder, "$S filter --all-pass good.npy -o x.png", job, "an array is a picture if");
}

BOOST_AUTO_TEST_CASE(pictures_that_are_too_large) {
    const inputs folder;
    for (const std::string command :
         {"spectrum", "filter --all-pass", "convolve good.png", "register good.png", "psd", "fft"}) {
        const std::string line = "$S " + command + " good.png -o x.png --max-pixels ";
        expect_failure(folder, line + "63", job, "claims 8 x 8 pixels, more than the 63");
        for (const char* wrong : {"''", "0", "-1", "1.5", "64x", "99999999999999999999", "' 64'", "+64"})
            expect_failure(folder, line + wrong, usage, "--max-pixels");
    }
    // What never ends: a device without a picture's start, a pipe with one.
    expect_failure(folder, "$S psd /dev/zero", job, "/dev/zero: neither PNG");
    expect_failure(folder, "cat good.png /dev/zero | $S psd - --max-pixels 1000", job, "standard input: longer than");
}

BOOST_AUTO_TEST_CASE(pictures_that_do_not_fit_together) {
    const inputs folder;
    expect_failure(folder, "$S convolve missing.png good.png -o x.png", job, "missing.png: No such file");
    expect_failure(folder, "$S convolve good.png wide.png -o x.png", job,
                   "wide.png: a kernel of 9 x 8 pixels is larger than the picture's 8 x 8");
    expect_failure(folder, "$S convolve good.png black.png -o x.png", job, "all black");
    expect_failure(folder, "$S convolve good.png good.png", usage, "--output");
    expect_failure(folder, "$S convolve good.png -o x.png", usage, "KERNEL");
    expect_failure(folder, "$S convolve good.png good.png -o x.tif", usage, "written as PNG");
    expect_failure(folder, "$S convolve good.png good.png -o x.png --boundary mirror", usage, "--boundary");
    expect_failure(folder, "$S convolve - - -o x.png <good.png", usage, "only one");
    expect_failure(folder, "$S register good.png wide.png", job,
                   "the sizes differ: good.png has 8 x 8 pixels, wide.png 9 x 8");
    expect_failure(folder, "$S register missing.png good.png", job, "missing.png: No such file");
    expect_failure(folder, "$S register good.png", usage, "B is required");
    expect_failure(folder, "$S register good.png good.png -o x.jpg", usage, "written as PNG");
    expect_failure(folder, "$S register good.png good.png -o -", usage, "--output");
    expect_failure(folder, "$S psd pixel.png", job, "one pixel has no frequencies");
    expect_failure(folder, "$S psd", usage, "PICTURE");
}

BOOST_AUTO_TEST_CASE(broken_arrays) {
    const inputs folder;
    const auto line = [](const std::string& array) { return "$S fft " + array + " -o x.npy"; };
    expect_failure(folder, line("missing.npy"), job, "No such file");
    expect_failure(folder, line("text.png"), job, "wrong magic");
    expect_failure(folder, line("cut.png"), job, "broken PNG");
    expect_failure(folder, line("empty.png"), job, "empty");
    expect_failure(folder, line("fortran.npy"), job, "Fortran order");
    expect_failure(folder, line("short.npy"), job, "shorter than its shape");
    expect_failure(folder, line("long.npy"), job, "longer than its shape");
    expect_failure(folder, line("type.npy"), job, "'<U4' is not handled");
    expect_failure(folder, "head -c 20 good.npy | " + line("-"), job, "ends inside its header");
}

BOOST_AUTO_TEST_CASE(outputs_that_cannot_be_written) {
    const inputs folder;
    for (const std::string line :
         {"$S spectrum good.png -o missing/x.png", "$S filter --all-pass good.png -o missing/x.png",
          "$S convolve good.png good.png -o missing/x.png", "$S register good.png good.png -o missing/x.png",
          "$S psd good.png -o missing/x.csv", "$S fft good.npy -o missing/x.npy", "$S phantom -o missing/x.png"})
        expect_failure(folder, line, job, "missing/x.");
    expect_failure(folder, "$S phantom -o .", job, "Is a directory");
    expect_failure(folder, "$S phantom -o /dev/full", job, "No space left on device");
    // A disk that fills up half-way.
    expect_failure(folder, "ulimit -f 8; $S phantom -o x.png", job, "File too large");
    expect_failure(folder, "$S plan 64 --for gfx906 >/dev/full", job, "No space left on device");
    expect_failure(folder, "$S plan 64 --for gfx906 --kernels missing", job, "missing");
}

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
    BOOST_TEST(run(folder, "mkdir k && $S plan 1024x1024 --for gfx90a --kernels k && grep -l kernel k/*.cl").code == 0);
    BOOST_TEST(run(folder, "$S plan 64x64 --for h200 --algorithm row_transpose").out ==
               run(folder, "$S plan 64x64 algorithm=row_transpose --for h200").out);
    expect_failure(folder, "$S plan 64x64 --for h200 --algorithm five_step", job, "three axes");
    expect_failure(folder, "$S plan 64x64 --for h200 --algorithm magic", job, "magic");
    BOOST_TEST(run(folder, "$S plan 64 --for h200 --plan '64 : 0.0 chain=64'").out.find("radix 64") !=
               std::string::npos);
    expect_failure(folder, "$S plan 64 --for h200 --plan '32 : 0.0'", job, "axis 0");
    expect_failure(folder, "$S plan 64y64 --for gfx906", job, "64y64");
    expect_failure(folder, "$S plan 0x64 --for gfx906", job, "");
    expect_failure(folder, "$S plan 64 b0 --for gfx906", job, "");
    expect_failure(folder, "$S plan 64 --for cray1", job, "cray1");
}

BOOST_AUTO_TEST_CASE(no_platform_at_all) {
    const inputs folder;
    const std::string none = "export OCL_ICD_VENDORS=" + (folder / "none") + "; ";
    expect_failure(folder, none + "$S devices", job, "no OpenCL");
    for (const std::string line :
         {"$S spectrum good.png -o x.png", "$S fft good.npy -o x.npy", "$S plan 64", "$S phantom --check"})
        expect_failure(folder, none + line, job, "OpenCL");
}

BOOST_AUTO_TEST_SUITE_END()
