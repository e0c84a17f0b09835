// The built command with broken inputs and unwritable outputs, without a device.
#include "inputs.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

BOOST_AUTO_TEST_SUITE(broken_files)

BOOST_AUTO_TEST_CASE(broken_pictures) {
    const inputs folder;
    for (const std::string command : {"spectrum", "filter --all-pass", "convolve good.png", "deconvolve good.png",
                                      "register good.png", "match good.png", "psd"}) {
        const std::string output = command == "psd" || command[0] == 'm' ? " -o x.csv" : " -o x.png";
        const auto line = [&](const char* picture) { return "$S " + command + " " + picture + output; };
        expect_failure(folder, line("missing.png"), job, "missing.png: No such file");
        expect_failure(folder, line("empty.png"), job, "empty");
        expect_failure(folder, line("cut.png"), job, "broken PNG");
        expect_failure(folder, line("text.png"), job, "not a picture in a known format (PNG, JPEG");
        expect_failure(folder, line("."), job, "Is a directory");
        expect_failure(folder, line("fortran.npy"), job, "Fortran order");
        expect_failure(folder, line("- </dev/null"), job, "standard input: empty");
    }
    expect_failure(folder, "$S filter --all-pass good.npy -o x.png", job,
                   "cannot write x.png: PNG holds u1, u2, the result is f4; choose --normalise, --type u2 or a file");
    for (const std::string command : {"spectrum", "filter --all-pass", "convolve --boundary wrap stack.tif box:3"})
        expect_failure(folder, "$S " + command + (command[0] == 'c' ? "" : " stack.tif") + " -o x.png", job,
                       "cannot write x.png: PNG holds one page, the input has 2");
    expect_failure(folder, "$S convolve good.png stack.tif -o x.png", job, "stack.tif: has 2 pages; only a picture");
    expect_failure(folder, "$S convolve good.png gaussian:3 -o x.png", job,
                   "gaussian:3: the kernel (25 x 25 pixels) is larger than the picture (8 x 8)");
    expect_failure(folder, "$S convolve good.png '1 2; 3' -o x.png", usage, "must have equally many numbers");
    expect_failure(folder, "$S convolve good.png box:1.5 -o x.png", usage, "SIDE that is a whole number");
    expect_failure(folder, "$S filter --all-pass good.png --raw u1 -o x.png", usage, "--raw requires --shape");
    expect_failure(folder, "$S filter --all-pass good.png --raw u1 --shape 8x8 -o x.png", job, "8x8 of u1");
    expect_failure(folder, "$S filter --all-pass good.png -o x.png --type f4", job, "PNG holds u1, u2, not f4");
}

BOOST_AUTO_TEST_CASE(pictures_that_are_too_large) {
    const inputs folder;
    for (const std::string command :
         {"spectrum", "filter --all-pass", "convolve good.png", "register good.png", "match good.png", "psd", "fft"}) {
        const std::string line = "$S " + command + " good.png -o x --max-pixels ";
        expect_failure(folder, line + "63", job, "claims 8 x 8 pixels, more than the limit of 63");
        for (const char* wrong : {"''", "0", "-1", "1.5", "64x", "99999999999999999999", "' 64'", "+64"})
            expect_failure(folder, line + wrong, usage, "--max-pixels");
    }
    // Endless inputs: a device that does not start like a picture, a pipe that does.
    expect_failure(folder, "$S psd /dev/zero", job, "/dev/zero: not a picture in a known format");
    expect_failure(folder, "cat good.png /dev/zero | $S psd - --max-pixels 1000", job, "standard input: longer than");
}

BOOST_AUTO_TEST_CASE(pictures_that_do_not_fit_together) {
    const inputs folder;
    expect_failure(folder, "$S convolve missing.png good.png -o x.png", job, "missing.png: No such file");
    expect_failure(folder, "$S convolve good.png wide.png -o x.png", job,
                   "wide.png: the kernel (9 x 8 pixels) is larger than the picture (8 x 8)");
    expect_failure(folder, "$S convolve good.png black.png -o x.png", job, "all black");
    expect_failure(folder, "$S convolve good.png good.png", usage, "--output");
    expect_failure(folder, "$S convolve good.png -o x.png", usage, "KERNEL");
    expect_failure(folder, "$S convolve - - -o x.png <good.png", usage, "only one");
    expect_failure(folder, "$S register good.png wide.png", job,
                   "the sizes differ: good.png has 8 x 8 pixels, wide.png has 9 x 8");
    expect_failure(folder, "$S register missing.png good.png", job, "missing.png: No such file");
    expect_failure(folder, "$S register good.png", usage, "B is required");
    expect_failure(folder, "$S register good.png good.png -o -", usage, "--output");
    expect_failure(folder, "$S deconvolve good.png -o x.png", usage, "PSF is required");
    expect_failure(folder, "$S deconvolve - - -o x.png <good.png", usage, "only one");
    expect_failure(folder, "$S match - - <good.png", usage, "only one");
    expect_failure(folder, "$S match good.png", usage, "TEMPLATE is required");
    expect_failure(folder, "$S psd pixel.png", job, "pixel.png: too small (1 x 1 pixels)");
    expect_failure(folder, "$S psd", usage, "PICTURE");
}

BOOST_AUTO_TEST_CASE(broken_arrays) {
    const inputs folder;
    const auto line = [](const std::string& array) { return "$S fft " + array + " -o x.npy"; };
    expect_failure(folder, line("missing.npy"), job, "No such file");
    expect_failure(folder, line("text.png"), job, "wrong magic");
    expect_failure(folder, line("cut.png"), job, "broken PNG");
    expect_failure(folder, line("empty.png"), job, "empty");
    expect_failure(folder, line("short.npy"), job, "shorter than its shape");
    expect_failure(folder, line("long.npy"), job, "longer than its shape");
    expect_failure(folder, line("type.npy"), job, "'<U4' is not supported");
    expect_failure(folder, "head -c 20 good.npy | " + line("-"), job, "ends inside its header");
}

BOOST_AUTO_TEST_CASE(folders_of_zarr) {
    const scratch_folder folder;
    expect_success(folder, "mkdir a.zarr b && touch a.zarr/.zarray b/zarr.json");
    for (const std::string name : {"a.zarr", "b"})
        expect_failure(folder, "$S fft " + name + " -o x.npy", job, name + ": it is a folder of Zarr, which is not");
}

BOOST_AUTO_TEST_CASE(outputs_that_cannot_be_written) {
    const inputs folder;
    for (const std::string line :
         {"$S spectrum good.png -o missing/x.png", "$S filter --all-pass good.png -o missing/x.png",
          "$S convolve good.png good.png -o missing/x.png", "$S register good.png good.png -o missing/x.png",
          "$S psd good.png -o missing/x.csv", "$S deconvolve good.png good.png -o missing/x.png",
          "$S match good.png good.png --response missing/x.tif", "$S fft good.npy -o missing/x.npy",
          "$S phantom -o missing/x.png"})
        expect_failure(folder, line, job, "missing/x.");
    expect_failure(folder, "$S phantom -o .", job, "Is a directory");
    expect_failure(folder, "$S phantom -o /dev/full", job, "No space left on device");
    // A disk that fills up half-way.
    expect_failure(folder, "ulimit -f 8; $S phantom -o x.png", job, "File too large");
    expect_failure(folder, "$S plan 64 --for gfx906 >/dev/full", job, "No space left on device");
    expect_failure(folder, "$S plan 64 --for gfx906 --kernels good.png/x", job, "cannot write kernels to good.png/x");
    expect_failure(folder, "$S plan 64 --for gfx906 --kernels good.png", job, "cannot write kernels to good.png");
}

BOOST_AUTO_TEST_SUITE_END()
