// The layer under a program that does not know it: settings from the environment, the log, and the `stockham` command
// while single OpenCL calls fail. OPENCL_LAYERS names the layer.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <sstream>
#include <string>

#include "tools/support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

BOOST_AUTO_TEST_SUITE(command_faults_test)

namespace {

/// The lines of the log that start with a word, and the last word of the last of them.
struct logged {
    long lines = 0;
    std::string last;
};
logged lines_of(const scratch_folder& folder, const std::string& start) {
    const auto bytes = read_bytes(folder / "log");
    std::istringstream text(std::string(bytes.begin(), bytes.end()));
    logged found;
    for (std::string line; std::getline(text, line);)
        if (line.rfind(start, 0) == 0) {
            ++found.lines;
            found.last = line.substr(line.rfind(' ') + 1);
        }
    return found;
}

/// Every step-th call fails. The command prints the result, or one line on the standard error and leaves no file.
void check_command(const std::string& line, const char* variables, long step) {
    const scratch_folder folder;
    write_bytes(folder / "in.npy", complex_npy("(16, 64)", random_complex<float>(1024, 1)));
    const std::string log = "export STOCKHAM_FAULT_LOG=log; ";
    const auto right = run(folder, log + line);
    BOOST_REQUIRE_MESSAGE(right.code == 0, right.err);
    const long calls = std::stol(lines_of(folder, "calls any ").last);
    BOOST_TEST(calls > 20);
    const auto wanted = read_bytes(folder / "out.npy");
    long failures = 0;
    for (long k = 1; k <= calls; k += step) BOOST_TEST_CONTEXT(line << ' ' << variables << ", call " << k) {
            const auto o = run(folder, "rm -f out.npy log; " + log +
                                           "export STOCKHAM_FAULT_CALL=any STOCKHAM_FAULT_AT=" + std::to_string(k) +
                                           ' ' + variables + "; timeout 60 " + line);
            // How often the command asks for the state of an event varies, so the last calls may not be reached.
            if (lines_of(folder, "failed ").lines == 0) BOOST_TEST(o.code == 0);
            if (o.code == 0) {
                BOOST_TEST((read_bytes(folder / "out.npy") == wanted));
                continue;
            }
            ++failures;
            BOOST_TEST(o.code == job);
            BOOST_TEST(o.err.find("stockham: ") == 0u);
            BOOST_TEST(std::count(o.err.begin(), o.err.end(), '\n') == 1, o.err);
            BOOST_TEST(folder.listing() == "in.npy log");
        }
    BOOST_TEST(failures > 0);
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_array) {
    const std::string fft = "$S fft --quiet in.npy -o out.npy";
    check_command(fft, "", 7);
    check_command(fft, "STOCKHAM_FAULT_FOREVER=1", 23);
    check_command(fft + " --axes 1 --memory 20K,60K", "STOCKHAM_FAULT_CODE=-6", 11);
}

BOOST_AUTO_TEST_CASE(devices) {
    const scratch_folder folder;
    const auto right = run(folder, "$S devices");
    for (int k = 1; k < 108; k += 6) BOOST_TEST_CONTEXT("call " << k) {
            const auto o =
                run(folder, "export STOCKHAM_FAULT_CALL=any STOCKHAM_FAULT_AT=" + std::to_string(k) + "; $S devices");
            if (o.code == 0) {
                BOOST_TEST(o.out.find("double precision") != std::string::npos);
            } else {
                BOOST_TEST(o.code == job);
                BOOST_TEST(std::count(o.err.begin(), o.err.end(), '\n') == 1, o.err);
            }
        }
    const outcome lost = run(folder, "export STOCKHAM_FAULT_CALL=clGetDeviceIDs STOCKHAM_FAULT_FOREVER=1; $S devices");
    BOOST_TEST(lost.err.find("stockham: no OpenCL device: none of these platforms gives one: '") == 0u, lost.err);
    BOOST_TEST(lost.err.find("' (clGetDeviceIDs failed: CL_OUT_OF_RESOURCES (-5))\n") != std::string::npos, lost.err);
}

namespace {

std::string text_of(const scratch_folder& folder, const std::string& name) {
    const auto bytes = read_bytes(folder / name);
    return {bytes.begin(), bytes.end()};
}

void expect_part(const std::string& text, const std::string& part) {
    BOOST_TEST(text.find(part) != std::string::npos, "no '" << part << "' in: " << text);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_driver_that_executes_nothing) {
    const scratch_folder folder;
    write_bytes(folder / "in.npy", complex_npy("(16, 64)", random_complex<float>(1024, 1)));
    const std::string nothing = "export STOCKHAM_FAULT_CALL=clEnqueueNDRangeKernel STOCKHAM_FAULT_SKIP=1; ";
    expect_failure(folder, nothing + "STOCKHAM_CHECK=on $S fft --quiet in.npy -o out.npy", job,
                   "the kernels were not executed: no byte of the output changed");
    BOOST_TEST(folder.listing() == "in.npy");
    const auto o = run(folder, nothing + "$S report -o card.txt --minutes 1");
    BOOST_TEST(o.code == 0);
    expect_part(o.err, "stockham: kernels are not executed");
    const auto text = text_of(folder, "card.txt");
    expect_part(text, "execution\tfloat\tno\t");
    expect_part(text, "stage\timages\tskipped\t0.0\t0\tkernels are not executed");
    expect_part(text, "\nverdict\tkernels are not executed");
}

// Each process of the report hangs, as with a driver whose own thread has died.
BOOST_AUTO_TEST_CASE(a_driver_that_hangs) {
    const scratch_folder folder;
    const auto o = run(folder, "export STOCKHAM_FAULT_CALL=clEnqueueNDRangeKernel STOCKHAM_FAULT_HANG=1; "
                               "$S report -o card.txt --stages execution,calibration --minutes 0.1");
    BOOST_TEST(o.code == 0, o.err);
    const auto text = text_of(folder, "card.txt");
    expect_part(text, "\nfault\texecution\t");
    expect_part(text, "\tno answer for ");
    expect_part(text, "\nstage\tcalibration\t");
    expect_part(text, "\nend\tcomplete\t");
}

BOOST_AUTO_TEST_CASE(a_driver_that_claims_double_precision) {
    const scratch_folder folder;
    const auto o = run(folder, "export STOCKHAM_FAULT_CALL=clBuildProgram STOCKHAM_FAULT_AT=2 STOCKHAM_FAULT_CODE=-11; "
                               "$S report -o card.txt --stages execution");
    BOOST_TEST(o.code == 0, o.err);
    expect_part(text_of(folder, "card.txt"), "execution\tdouble\tfailed\t");
    expect_part(o.err, "double precision is claimed and does not work");
}

BOOST_AUTO_TEST_CASE(a_driver_that_builds_slowly) {
    const scratch_folder folder;
    write_bytes(folder / "in.npy", complex_npy("(16, 64)", random_complex<float>(1024, 1)));
    const auto o = run(folder, "export STOCKHAM_FAULT_CALL=clBuildProgram STOCKHAM_FAULT_DELAY=1.3; "
                               "$S fft in.npy -o out.npy 2>&1");
    BOOST_TEST(o.code == 0, o.err);
    expect_part(o.out, "stockham: compiling kernels, or computing the first results, on ");
}

BOOST_AUTO_TEST_CASE(absurd_limits) {
    const scratch_folder folder;
    write_bytes(folder / "in.npy", complex_npy("(16, 64)", random_complex<float>(1024, 1)));
    const std::pair<const char*, const char*> answers[] = {
        {"4100:0", "max_work_group: 0 is not from 1 to 2^20"},
        {"4131:1152921504606846976", "local_memory: 1152921504606846976 is not at most 2^40"},
        {"4131:0", "0 bytes of local memory"},
        {"4098:4294967295", "compute_units: 4294967295 is not from 1 to 2^20"},
    };
    for (const auto& [answer, words] : answers)
        expect_failure(folder, "STOCKHAM_FAULT_ANSWER=" + std::string(answer) + " $S fft --quiet in.npy -o out.npy",
                       job, words);
}

BOOST_AUTO_TEST_CASE(the_log) {
    const scratch_folder folder;
    const std::string lost =
        "export STOCKHAM_FAULT_LOG=log STOCKHAM_FAULT_CALL=clGetPlatformIDs STOCKHAM_FAULT_CODE=-1001 "
        "STOCKHAM_FAULT_FOREVER=1; ";
    BOOST_TEST(run(folder, lost + "$S devices; $S devices").code == job);
    const auto calls = lines_of(folder, "calls clGetPlatformIDs ");
    BOOST_TEST(calls.lines == 2);
    BOOST_TEST(lines_of(folder, "failed clGetPlatformIDs ").lines == 2 * std::stol(calls.last));
    BOOST_TEST(lines_of(folder, "failed clGetPlatformIDs 1 -1001").lines == 2);
}

BOOST_AUTO_TEST_CASE(bad_settings_end_the_program) {
    const scratch_folder folder;
    const auto expect = [&](const std::string& variables, const std::string& what) {
        BOOST_TEST_CONTEXT(variables) {
            const auto o = run(folder, "export " + variables + "; $S devices");
            BOOST_TEST(o.code == 2);
            BOOST_TEST(o.out == "");
            BOOST_TEST(o.err == "stockham-faults: " + what + "\n");
        }
    };
    const std::string call = "STOCKHAM_FAULT_CALL=clFinish ";
    expect("STOCKHAM_FAULT_CALL=clFinnish",
           "STOCKHAM_FAULT_CALL is 'clFinnish': no OpenCL function of this name can fail");
    for (const std::string at : {"0", "x", "3x", "", "-1", "99999999999999999999"})
        expect(call + "STOCKHAM_FAULT_AT=" + at, "STOCKHAM_FAULT_AT is '" + at + "': must be a number from 1");
    expect(call + "STOCKHAM_FAULT_CODE=5", "STOCKHAM_FAULT_CODE is '5': must be a number from -1000000 to -1");
    expect(call + "STOCKHAM_FAULT_FOREVER=yes", "STOCKHAM_FAULT_FOREVER is 'yes': must be 0 or 1");
    expect(call + "STOCKHAM_FAULT_WHEN=1", "there is no variable STOCKHAM_FAULT_WHEN");
    expect("STOCKHAM_FAULT_AT=2", "STOCKHAM_FAULT_CALL must name the function that shall fail");
    expect(call + "STOCKHAM_FAULT_HANG=1 STOCKHAM_FAULT_EVENTS=1",
           "STOCKHAM_FAULT_HANG cannot be combined with STOCKHAM_FAULT_FOREVER or STOCKHAM_FAULT_EVENTS");
    expect(call + "STOCKHAM_FAULT_SKIP=1 STOCKHAM_FAULT_HANG=1",
           "STOCKHAM_FAULT_SKIP cannot be combined with STOCKHAM_FAULT_FOREVER, _EVENTS or _HANG");
    expect(call + "STOCKHAM_FAULT_DELAY=long", "STOCKHAM_FAULT_DELAY is 'long': must be a number of seconds");
    for (const std::string answer : {"4100", "0:1", "4100:", ":7", "4100:x"}) {
        const auto o = run(folder, "export STOCKHAM_FAULT_ANSWER=" + answer + "; $S devices");
        BOOST_TEST(o.code == 2);
        BOOST_TEST(o.err.find("must be QUESTION:NUMBER\n") != std::string::npos, o.err);
    }
    expect("STOCKHAM_FAULT_DEVICE=7", "STOCKHAM_FAULT_DEVICE is '7': there is no such device");
    expect("STOCKHAM_FAULT_DEVICE=Riva", "STOCKHAM_FAULT_DEVICE is 'Riva': there is no such device");
    expect("STOCKHAM_FAULT_LOG=none/log", "STOCKHAM_FAULT_LOG is 'none/log': No such file or directory");
}

BOOST_AUTO_TEST_SUITE_END()
