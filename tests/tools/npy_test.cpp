// .npy headers, good and bad, and the conversion of every element type.
#include <cstring>

#include "array/convert.hpp"
#include "support.hpp"

using namespace stockham;
using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

using bytes = std::vector<std::uint8_t>;

void expect_broken(const bytes& file, const std::string& words) {
    expect_job_error([&] { parse_npy(file, "x.npy"); }, words);
}

// Element values 0, 1 and -1 (or the largest unsigned) of one type, converted in both byte orders, to complex and
// real.
template <class T>
void check_type(const std::string& letter) {
    const std::vector<T> values = {T(0), T(1), static_cast<T>(-1), T(77)};
    for (const bool big : {false, true}) {
        bytes raw = as_bytes(values);
        if (big)
            for (std::size_t i = 0; i < raw.size(); i += sizeof(T))
                std::reverse(raw.begin() + static_cast<long>(i), raw.begin() + static_cast<long>(i + sizeof(T)));
        const std::string descr = (big ? ">" : "<") + letter + std::to_string(sizeof(T));
        const bytes file = npy_bytes(descr, "(4,)", raw);
        const npy_header header = parse_npy(file, "x");
        std::vector<std::complex<double>> wide(4);
        std::vector<std::complex<float>> narrow(4);
        std::vector<double> real_wide(4);
        std::vector<float> real_narrow(4);
        find_converter(header.type, precision::f64)(file.data() + header.data_offset, 4, wide.data());
        find_converter(header.type, precision::f32)(file.data() + header.data_offset, 4, narrow.data());
        find_converter(header.type, precision::f64, true)(file.data() + header.data_offset, 4, real_wide.data());
        find_converter(header.type, precision::f32, true)(file.data() + header.data_offset, 4, real_narrow.data());
        for (std::size_t i = 0; i < 4; ++i) {
            BOOST_TEST(wide[i] == std::complex<double>(static_cast<double>(values[i])), descr << " element " << i);
            BOOST_TEST(narrow[i] == std::complex<float>(static_cast<float>(values[i])), descr << " element " << i);
            BOOST_TEST(real_wide[i] == static_cast<double>(values[i]), descr << " element " << i);
            BOOST_TEST(real_narrow[i] == static_cast<float>(values[i]), descr << " element " << i);
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(npy)

BOOST_AUTO_TEST_CASE(written_headers_are_read) {
    for (const std::vector<std::size_t>& shape : {std::vector<std::size_t>{8}, {3, 4}, {2, 1, 1024, 1024}}) {
        const std::string text = make_npy_header(shape, "<c16");
        BOOST_TEST(text.size() % 64 == 0u);
        std::size_t at = 0;
        const npy_header header = read_npy_header("x", [&](void* to, std::size_t n) {
            std::memcpy(to, text.data() + at, n);
            at += n;
            return n;
        });
        BOOST_TEST(header.shape == shape);
        BOOST_TEST(header.type.text() == "c16");
        BOOST_TEST(header.data_offset == text.size());
    }
}

BOOST_AUTO_TEST_CASE(all_versions_are_read) {
    for (const int version : {1, 2, 3}) {
        const npy_header header = parse_npy(npy_bytes(">i2", "(2, 3)", bytes(12), "False", version), "x");
        BOOST_TEST(header.elements == 6u);
        BOOST_TEST(header.type.big_endian);
    }
}

BOOST_AUTO_TEST_CASE(every_type_is_converted) {
    check_type<std::int8_t>("i");
    check_type<std::int16_t>("i");
    check_type<std::int32_t>("i");
    check_type<std::int64_t>("i");
    check_type<std::uint8_t>("u");
    check_type<std::uint16_t>("u");
    check_type<std::uint32_t>("u");
    check_type<std::uint64_t>("u");
    check_type<float>("f");
    check_type<double>("f");
}

BOOST_AUTO_TEST_CASE(booleans_halves_and_complex_numbers_are_converted) {
    const auto convert = [](const std::string& descr, const bytes& raw, std::size_t n) {
        const bytes file = npy_bytes(descr, "(" + std::to_string(n) + ",)", raw);
        const npy_header header = parse_npy(file, "x");
        std::vector<std::complex<double>> out(n);
        find_converter(header.type, precision::f64)(file.data() + header.data_offset, n, out.data());
        return out;
    };
    using c = std::complex<double>;
    BOOST_TEST((convert("|b1", {0, 1}, 2) == std::vector<c>{0, 1}));
    // 1, -2, the largest, the smallest above 0, infinity
    const std::vector<std::uint16_t> halves = {0x3c00, 0xc000, 0x7bff, 0x0001, 0x7c00};
    BOOST_TEST((convert("<f2", as_bytes(halves), 5) ==
                std::vector<c>{1, -2, 65504, std::ldexp(1.0, -24), std::numeric_limits<double>::infinity()}));
    const std::vector<double> pair = {1.5, -2.25};
    BOOST_TEST((convert("<c16", as_bytes(pair), 1) == std::vector<c>{{1.5, -2.25}}));
    bytes swapped = as_bytes(std::vector<float>{1.5f, -2.25f});
    std::reverse(swapped.begin(), swapped.begin() + 4);
    std::reverse(swapped.begin() + 4, swapped.end());
    BOOST_TEST((convert(">c8", swapped, 1) == std::vector<c>{{1.5, -2.25}}));
}

BOOST_AUTO_TEST_CASE(native_types_need_no_converter) {
    for (const precision p : {precision::f32, precision::f64}) {
        const auto bytes = static_cast<unsigned>(real_size(p));
        BOOST_TEST(is_native({'f', bytes, false}, p, true));
        BOOST_TEST(is_native({'c', 2 * bytes, false}, p, false));
        BOOST_TEST(!is_native({'f', bytes, false}, p, false));
        BOOST_TEST(!is_native({'f', bytes / 2, false}, p, true));
        BOOST_TEST(!is_native({'i', bytes, false}, p, true));
        BOOST_TEST(!is_native({'f', bytes, true}, p, true));
        BOOST_TEST(!is_native({'c', 2 * bytes, true}, p, false));
    }
}

BOOST_AUTO_TEST_CASE(broken_files_are_refused) {
    const bytes good = npy_bytes("<f4", "(2, 2)", bytes(16));
    BOOST_CHECK_NO_THROW(parse_npy(good, "x"));
    expect_broken({}, "empty");
    expect_broken({'n', 'o', 't', ' ', 'i', 't', ' ', '!', '!'}, "wrong magic");
    bytes version = good;
    version[6] = 9;
    expect_broken(version, "version 9");
    bytes absurd = npy_bytes("<f4", "(2, 2)", bytes(16), "False", 2);
    absurd[11] = 0x7f;
    expect_broken(absurd, "claims a header of");
    expect_broken(bytes(good.begin(), good.begin() + 40), "ends inside its header");
    expect_broken(bytes(good.begin(), good.end() - 1), "shorter than its shape");
    bytes longer = good;
    longer.push_back(0);
    expect_broken(longer, "longer than its shape");
}

BOOST_AUTO_TEST_CASE(arrays_that_cannot_be_used_are_refused) {
    expect_broken(npy_bytes("<f4", "(2, 2)", bytes(16), "True"), "Fortran order");
    for (const char* descr : {"<f16", "<c32", "<U4", "|O", "<M8[ns]", "<i3", "", "f", "<f44444444444444444444"})
        expect_broken(npy_bytes(descr, "(2,)", bytes(16)), "is not supported");
    expect_broken(npy_bytes("<f4", "()", bytes(4)), "a single number");
    expect_broken(npy_bytes("<f4", "(3, 0)", {}), "no elements");
    expect_broken(npy_bytes("<f4", "(4294967296, 4294967296)", {}), "overflows");
    expect_broken(npy_bytes("<f4", "(99999999999999999999999,)", {}), "overflows");
    expect_broken(npy_bytes("<c16", "(1152921504606846976,)", {}), "overflows");
    for (const char* shape : {"", "(2, 2", "2", "(-1,)", "(2 2)", "(2,), 'more': (", "(a,)"})
        expect_broken(npy_bytes("<f4", shape, bytes(16)), "broken .npy header");
    expect_broken(npy_bytes("<f4", "(2,)", bytes(8), "Perhaps"), "neither True nor False");
}

BOOST_AUTO_TEST_CASE(headers_that_numpy_does_not_read_are_refused) {
    const std::string nul(1, '\0');
    for (const std::string& descr : {nul + "f4", nul, "<" + nul + "f4", "f4" + nul, std::string("<<f4")})
        expect_broken(npy_bytes(descr, "(2,)", bytes(8)), "is not supported");
    for (const std::string& shape :
         {nul + "(2,)", "(" + nul + "2,)", "(2,)" + nul, std::string("(2)"), std::string("(02,)")})
        expect_broken(npy_bytes("<f4", shape, bytes(8)), "broken .npy header");
    expect_broken(npy_bytes("<f4", "(2,), 'descr': '<f4'", bytes(8)), "duplicate entry 'descr'");
    expect_broken(npy_bytes("<f4", "(2,), 'fortran_order': False", bytes(8)), "duplicate entry 'fortran_order'");
    expect_broken(npy_bytes("<f4", "(1,), 'shape': (2,)", bytes(8)), "duplicate entry 'shape'");
}

BOOST_AUTO_TEST_CASE(one_dimension_has_no_order) {
    BOOST_TEST(parse_npy(npy_bytes("<f4", "(2,)", bytes(8), "True"), "x").elements == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
