// `stockham fft` with its options against numpy and scipy, whose numbers are in expected/fft.
#include <cstring>

#include "array/array_map.hpp"
#include "array/convert.hpp"
#include "expected.hpp"

using namespace stockham;
using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

struct numbers {
    npy_header header;
    std::vector<std::complex<double>> values;  // in the order of the file
};

numbers read_numbers(const std::string& path) {
    const auto bytes = read_bytes(path);
    std::size_t at = 0;
    numbers n;
    n.header = read_npy_header(path, [&](void* to, std::size_t count) {
        std::memcpy(to, bytes.data() + at, count);
        at += count;
        return count;
    });
    check_npy_size(n.header, bytes.size() - n.header.data_offset, path);
    n.values.resize(n.header.elements);
    find_converter(n.header.type, precision::f64)(bytes.data() + n.header.data_offset, n.values.size(),
                                                  n.values.data());
    return n;
}

// The numbers of an array in Fortran order, in C order.
numbers in_c_order(numbers n) {
    if (!n.header.fortran) return n;
    const auto shape = n.header.shape;
    std::vector<std::complex<double>> values(n.values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::size_t rest = i, place = 0, step = values.size();
        for (std::size_t k = shape.size(); k-- > 0; rest /= shape[k]) place += rest % shape[k] * (step /= shape[k]);
        values[i] = n.values[place];
    }
    n.values = values;
    n.header.fortran = false;
    return n;
}

bool is_readable(const std::string& file) {
    const picture_format* format = format_by_extension(extension_of(split_path(file).file));
    return format->name == "NPY" || format->array != nullptr;
}

void check_map(const array_map& map, const std::vector<long>& expected) {
    for (std::size_t first = 0; first < expected.size(); ++first) {
        std::vector<long> places;
        map.runs(first, expected.size() - first, [&](std::uint64_t, std::uint64_t count, std::uint64_t from) {
            for (std::uint64_t i = 0; i < count; ++i)
                places.push_back(from == zeros ? -1 : static_cast<long>(from + i));
        });
        BOOST_TEST(places == std::vector<long>(expected.begin() + static_cast<long>(first), expected.end()));
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fft_options)

BOOST_AUTO_TEST_CASE(results_are_those_of_numpy_and_scipy) {
    const scratch_folder folder;
    const std::string expected = expected_folder() + "fft/";
    std::ifstream cases(expected + "cases.txt");
    std::size_t count = 0;
    for (std::string line; std::getline(cases, line);) {
        std::istringstream words(line);
        std::string result, input, options;
        std::getline(words, result, '\t');
        std::getline(words, input, '\t');
        std::getline(words, options);
        ++count;
        if (!is_readable(input)) continue;
        expect_success(folder, "$S fft " + expected + input + " -o out.npy --quiet " + options);
        const numbers got = in_c_order(read_numbers(folder / "out.npy"));
        const numbers wanted = in_c_order(read_numbers(expected + result));
        BOOST_TEST_CONTEXT(line) {
            BOOST_TEST(got.header.type.text() == wanted.header.type.text());
            BOOST_TEST(got.header.shape == wanted.header.shape);
            BOOST_TEST(relative_error(got.values, wanted.values) < (wanted.header.type.is_double() ? 1e-14 : 1e-6));
        }
    }
    BOOST_TEST(count >= 20u);
}

BOOST_AUTO_TEST_CASE(arranged_arrays_go_through_pipes_and_in_parts) {
    const scratch_folder folder;
    const auto values = random_real<float>(16 * 20 * 24, 5);
    write_bytes(folder / "in.npy", npy_bytes("<f4", "(16, 20, 24)", as_bytes(values)));
    for (const std::string options : {"--real --shift --axes 0,1,2 --size 18,20,22", "--kind dct --norm ortho"}) {
        expect_success(folder, "$S fft in.npy -o whole.npy --quiet " + options);
        const auto whole = read_numbers(folder / "whole.npy");
        for (const std::string& line : {"cat in.npy | $S fft - -o - --quiet " + options + " | cat >out.npy",
                                        "$S fft in.npy -o out.npy --quiet --memory 100K,300K " + options}) {
            expect_success(folder, line);
            BOOST_TEST(relative_error(read_numbers(folder / "out.npy").values, whole.values) < 1e-6, line);
        }
    }
    expect_failure(folder, "$S fft in.npy -o o.npy --resume --kind dct --norm ortho", usage,
                   "--resume: cannot be used");
}

BOOST_AUTO_TEST_CASE(wrong_options_are_refused) {
    const std::string fft = "$S fft " + expected_folder() + "fft/";
    const scratch_folder folder;
    expect_failure(folder, fft + "x.npy -o o.npy --size 3", usage, "--size: needs a number for each of 2 axes (got 1)");
    expect_failure(folder, fft + "x.npy -o o.npy --size 3,0", usage, "--size: 0 is no length");
    expect_failure(folder, fft + "x.npy -o o.npy --type 2", usage, "--type: only --kind dct and dst have types");
    expect_failure(folder, fft + "x.npy -o o.npy --kind dct --type 5", usage, "--type");
    expect_failure(folder, fft + "x.npy -o o.npy --kind dct --shift", usage, "--shift: cosine");
    expect_failure(folder, fft + "x.npy -o o.npy --kind dst --real", usage, "--real: cosine");
    expect_failure(folder, fft + "x.npy -o o.npy --kind dct --type 1 --size 1,3", job, "at least 2 points");
    expect_failure(folder, fft + "z.npy -o o.npy --real", job, "--real needs real numbers (got c8)");
    expect_failure(folder, fft + "z.npy -o o.npy --kind dct", job, "needs real numbers (got c8)");
    expect_failure(folder, fft + "z.npy -o o.npy --real --inverse --axes 0,1 --size 4,0", usage, "--size");
}

BOOST_AUTO_TEST_CASE(maps_cut_extend_and_rotate) {
    check_map(array_map({{5, 3}}), {0, 1, 2, -1, -1});
    check_map(array_map({{2, 5}}), {0, 1});
    check_map(array_map({{5, 5, true}}), {2, 3, 4, 0, 1});
    check_map(array_map({{6, 5, true}}), {2, 3, 4, 0, 1, -1});
    check_map(array_map({{3, 5, true}}), {2, 3, 4});
    check_map(array_map({{2, 2}, {3, 2}, {2, 2}}), {0, 1, 2, 3, -1, -1, 4, 5, 6, 7, -1, -1});
    check_map(array_map({{3, 2, true}, {2, 3}}), {3, 4, 0, 1, -1, -1});
    BOOST_TEST(array_map({{4, 4}, {3, 3}}).is_identity());
    BOOST_TEST(!array_map({{4, 4}, {3, 2}}).is_identity());
    BOOST_TEST(!array_map({{4, 4, true}, {3, 3}}).is_identity());
}

BOOST_AUTO_TEST_SUITE_END()
