// `stockham fft --device LIST`: several devices give the same result. PoCL shows two (POCL_DEVICES); elsewhere `all`
// may be one device.
#include <cstring>

#include "inputs.hpp"
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

BOOST_AUTO_TEST_SUITE(device_list)

namespace {

constexpr std::size_t count = 40, height = 12, width = 50;

const std::vector<std::complex<float>>& numbers() {
    static const auto made = random_complex<float>(count * height * width, 7);
    return made;
}

void write_input(const scratch_folder& folder) {
    write_bytes(folder / "in.npy", complex_npy("(40, 12, 50)", numbers()));
}

std::vector<std::complex<float>> read_output(const std::string& path) {
    const auto bytes = read_bytes(path);
    std::vector<std::complex<float>> values(count * height * width);
    const std::size_t size = values.size() * sizeof values[0];
    BOOST_REQUIRE(bytes.size() > size);
    std::memcpy(static_cast<void*>(values.data()), bytes.data() + (bytes.size() - size), size);
    return values;
}

void check_result(const scratch_folder& folder, const std::string& name, const std::vector<std::size_t>& axes) {
    const auto wanted = plain_dft(widened(numbers()), {count, height, width}, axes, -1);
    BOOST_TEST(relative_error(read_output(folder / name), wanted) < 1e-6, name);
}

}  // namespace

BOOST_AUTO_TEST_CASE(same_result_by_all) {
    const scratch_folder folder;
    write_input(folder);
    const auto done = run(folder, "$S fft in.npy -o all.npy --device all");
    BOOST_TEST(done.code == 0, done.err);
    BOOST_TEST(done.err.find(" units in ") != std::string::npos, done.err);
    check_result(folder, "all.npy", {1, 2});
    BOOST_TEST(run(folder, "$S fft in.npy -o small.npy --device all --memory 60K,200K --quiet").err.empty());
    check_result(folder, "small.npy", {1, 2});
    BOOST_TEST(run(folder, "$S fft - -o - --device all --quiet <in.npy >redirected.npy").code == 0);
    check_result(folder, "redirected.npy", {1, 2});
    BOOST_TEST(run(folder, "cat in.npy | $S fft - -o - --device all --quiet | cat >piped.npy").code == 0);
    check_result(folder, "piped.npy", {1, 2});
    BOOST_TEST(run(folder, "$S fft in.npy -o first.npy --axes 0 --device all --memory 100K --quiet").code == 0);
    check_result(folder, "first.npy", {0});
    BOOST_TEST(run(folder, "$S fft in.npy -o three.npy --axes 0,1,2 --device all --memory 100K --quiet").code == 0);
    check_result(folder, "three.npy", {0, 1, 2});
}

BOOST_AUTO_TEST_CASE(refused) {
    const scratch_folder folder;
    write_input(folder);
    expect_failure(folder, "$S fft in.npy -o x.npy --device 0,0", usage, "twice");
    expect_failure(folder, "$S fft in.npy -o x.npy --device 0,", usage, "empty entry");
    expect_failure(folder, "$S fft in.npy -o x.npy --device 0,absent", usage, "absent");
    expect_failure(folder, "head -c 5000 in.npy | $S fft - -o x.npy --device all", job, "shorter");
    BOOST_TEST(folder.listing() == "in.npy");
}

BOOST_AUTO_TEST_SUITE_END()
