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
    expect("STOCKHAM_FAULT_DEVICE=7", "STOCKHAM_FAULT_DEVICE is '7': there is no such device");
    expect("STOCKHAM_FAULT_DEVICE=Riva", "STOCKHAM_FAULT_DEVICE is 'Riva': there is no such device");
    expect("STOCKHAM_FAULT_LOG=none/log", "STOCKHAM_FAULT_LOG is 'none/log': No such file or directory");
}

BOOST_AUTO_TEST_SUITE_END()
