// What the built command leaves behind when a pipe breaks, a disk fills up, or the user interrupts it.
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

BOOST_AUTO_TEST_SUITE(broken_ends)

// One rule for all commands: an input stays intact until the output is complete, and only then is it replaced.
BOOST_AUTO_TEST_CASE(an_input_may_be_the_output, *boost::unit_test::label("quick")) {
    const scratch_folder folder;
    write_bytes(folder / "in.png", encode_png(random_picture(16, 12, 3, 8, 1)));
    write_bytes(folder / "in.npy", complex_npy("(16, 10)", random_complex<float>(16 * 10, 2)));
    write_bytes(folder / "other.png", encode_png(random_picture(16, 12, 1, 8, 3)));
    const std::pair<std::string, std::string> commands[] = {{"spectrum @", "png"},
                                                            {"filter --low-pass 0.1 @", "png"},
                                                            {"convolve @ other.png", "png"},
                                                            {"convolve other.png @", "png"},
                                                            {"register --clip --min-peak 0 @ other.png", "png"},
                                                            {"register --clip --min-peak 0 other.png @", "png"},
                                                            {"fft --quiet --axes 1 --memory 20K,60K @", "npy"}};
    for (const auto& [command, extension] : commands) {
        const auto in_place = [&, &command = command](const std::string& input, const std::string& output) {
            std::string line = "$S " + command + " -o " + output;
            return line.replace(line.find('@'), 1, input);
        };
        const std::string in = "in." + extension, copy = "copy." + extension, link = "link." + extension,
                          apart = "apart." + extension;
        expect_success(folder, in_place(in, apart));
        const auto expected = read_bytes(folder / apart);
        const auto original = read_bytes(folder / in);
        BOOST_TEST((expected != original));
        // By its name and another path, by a link (which stays a link) on either side, and by a second name.
        expect_success(folder, "cp " + in + " " + copy + " && " + in_place(copy, "$PWD/./" + copy));
        BOOST_TEST((read_bytes(folder / copy) == expected), command);
        expect_success(folder, "cp " + in + " " + copy + " && ln -s " + copy + " " + link + " && " +
                                   in_place(copy, link) + " && test -h " + link);
        BOOST_TEST((read_bytes(folder / copy) == expected), command);
        expect_success(folder, "cp " + in + " " + copy + " && " + in_place(link, copy) + " && rm " + link);
        BOOST_TEST((read_bytes(folder / copy) == expected), command);
        expect_success(folder, "ln -f " + in + " " + copy + " && " + in_place(in, copy));
        BOOST_TEST((read_bytes(folder / copy) == expected), command);
        BOOST_TEST((read_bytes(folder / in) == original), command);
    }
    expect_failure(folder, "{ $S psd in.png >>in.png; }", job,
                   "cannot read in.png: standard output is redirected to it");
}

BOOST_AUTO_TEST_CASE(a_log_is_not_appended_to_wisdom) {
    const scratch_folder folder;
    expect_failure(folder, "$S tune 64 -o w --log ./w", usage, "--log: must not be the wisdom file");
}

BOOST_AUTO_TEST_CASE(broken_ends_leave_nothing_behind) {
    const scratch_folder folder;
    write_bytes(folder / "in.npy", complex_npy("(64, 64, 64)", random_complex<float>(64 * 64 * 64, 10)));
    const std::string start = "$S fft --memory 800K ";
    expect_failure(folder, "head -c 300000 in.npy | " + start + "- -o out.npy", job, "shorter than its shape");
    expect_failure(folder, "{ cat in.npy; echo; } | " + start + "- -o out.npy", job, "longer than its shape");
    expect_failure(folder, start + "in.npy -o /dev/full", job, "No space left on device");
    BOOST_TEST(folder.listing() == "in.npy");
    const outcome o = run(folder, "{ " + start + "in.npy -o -; echo $? >code; } | head -c 1000 >/dev/null");
    BOOST_TEST(o.err.find("standard output was closed before everything was written") != std::string::npos);
    BOOST_TEST(read_bytes(folder / "code").at(0) == '1');
}

BOOST_AUTO_TEST_CASE(a_disk_that_fills_up_leaves_nothing_behind) {
    const scratch_folder folder;
    write_bytes(folder / "in.npy", npy_bytes("|u1", "(64, 64, 64)", std::vector<std::uint8_t>(64 * 64 * 64)));
    // The result has 4 MiB. The limit is 2 or 4 MiB, by the shell's unit, and leaves room for files of the driver's
    // compiler. Intel's compiler first prints a line on standard error.
    const outcome o = run(folder, "ulimit -f 4096; $S fft --double in.npy -o out.npy");
    BOOST_TEST(o.code == job);
    BOOST_TEST(o.err.find("stockham: cannot write out.npy: File too large\n") != std::string::npos, o.err);
    BOOST_TEST(folder.listing() == "in.npy");
}

BOOST_AUTO_TEST_CASE(an_interrupted_job_leaves_nothing_behind) {
    const scratch_folder folder;
    write_bytes(folder / "in.npy", complex_npy("(64, 64, 64)", random_complex<float>(64 * 64 * 64, 10)));
    // The input stays open and incomplete, so the job waits until the signal comes.
    run(folder, "mkfifo pipe; $S fft pipe -o out.npy & job=$!; exec 9>pipe; head -c 5000 in.npy >&9; sleep 1; "
                "ls -a | grep -q stockham- && touch seen; kill $job; wait $job; rm pipe");
    BOOST_TEST(folder.listing() == "in.npy seen");
}

BOOST_AUTO_TEST_SUITE_END()
