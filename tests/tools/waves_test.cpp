// The commands stft, zoom, propagate, correlate, focus and ctf.
#include <cmath>
#include <complex>
#include <cstring>

#include "array/convert.hpp"
#include "array/npy.hpp"
#include "audio/signal.hpp"
#include "expected.hpp"
#include "figures.hpp"
#include "image/picture_sink.hpp"
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

const double turn = 2 * std::acos(-1.0);

// A .npy file of floats.
void write_array(const std::string& path, const std::vector<std::size_t>& shape, const std::vector<float>& values) {
    const std::string head = make_npy_header(shape, "<f4");
    std::vector<std::uint8_t> bytes(head.begin(), head.end());
    bytes.resize(head.size() + values.size() * sizeof(float));
    std::memcpy(bytes.data() + head.size(), values.data(), values.size() * sizeof(float));
    write_bytes(path, bytes);
}

std::string text_of(const std::string& path) {
    const auto bytes = read_bytes(path);
    return {bytes.begin(), bytes.end()};
}

struct complex_array {
    npy_header header;
    std::vector<std::complex<double>> values;
};

complex_array read_complex(const std::string& path) {
    const auto bytes = read_bytes(path);
    complex_array made = {parse_npy(bytes, path), {}};
    made.values.resize(made.header.elements);
    find_converter(made.header.type, stockham::precision::f64)(bytes.data() + made.header.data_offset,
                                                               made.header.elements, made.values.data());
    return made;
}

template <class T>
const std::vector<T>& values_of(const stockham::tools::signal& s) {
    return std::get<std::vector<T>>(s.values);
}

std::vector<float> wave(std::size_t samples, double frequency) {
    std::vector<float> values(samples);
    for (std::size_t k = 0; k < samples; ++k)
        values[k] = static_cast<float>(std::sin(turn * frequency * static_cast<double>(k)));
    return values;
}

// A WAV file of 16-bit samples with one channel.
std::vector<std::uint8_t> wav(const std::vector<float>& samples, unsigned rate) {
    std::vector<std::uint8_t> bytes;
    const auto word = [&](unsigned value, int size) {
        for (int k = 0; k < size; ++k) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * k));
    };
    const auto text = [&](const char* four) { bytes.insert(bytes.end(), four, four + 4); };
    const auto data = static_cast<unsigned>(2 * samples.size());
    text("RIFF"), word(36 + data, 4), text("WAVE"), text("fmt "), word(16, 4), word(1, 2), word(1, 2), word(rate, 4);
    word(2 * rate, 4), word(2, 2), word(16, 2), text("data"), word(data, 4);
    for (const float v : samples) word(static_cast<unsigned>(std::lround(v * 30000)) & 0xffff, 2);
    return bytes;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(waves)

BOOST_AUTO_TEST_CASE(spectrograms, *boost::unit_test::label("quick")) {
    const scratch_folder folder;
    write_array(folder / "x.npy", {600}, wave(600, 0.125));
    const outcome o = run(folder, "$S stft x.npy -o - --length 64 --hop 64 --rate 1000");
    BOOST_TEST(o.code == 0, o.err);
    BOOST_TEST(o.out.find("frequency\\time,0,0.064,0.128") == 0u, o.out.substr(0, 80));
    // Row 8 of 33 is the wave's frequency, with half its amplitude.
    const std::size_t row = o.out.find("\n125,");
    BOOST_REQUIRE(row != std::string::npos);
    double first = 0, second = 0;
    BOOST_REQUIRE(std::sscanf(o.out.c_str() + row, "\n125,%lf,%lf", &first, &second) == 2);
    BOOST_TEST(std::abs(second - 0.5) < 1e-3);
    expect_success(folder, "$S stft x.npy -o s.npy --length 64 --hop 64");
    const auto bytes = read_bytes(folder / "s.npy");
    const npy_header header = parse_npy(bytes, "s.npy");
    BOOST_TEST((header.shape == std::vector<std::size_t>{33, 10}));
    // A figure for print, however many slices.
    expect_success(folder, "$S stft x.npy -o s.svg --length 64 --rate 8000 && $S stft x.npy -o t.svg --length 64");
    for (const std::string text : {">time (ms)<", ">frequency (kHz)<", "(dB)<", ">4.0<", ">−80<"})
        BOOST_TEST(text_of(folder / "s.svg").find(text) != std::string::npos, text);
    for (const std::string text : {">time (samples)<", ">frequency (cycles/sample)<"})
        BOOST_TEST(text_of(folder / "t.svg").find(text) != std::string::npos, text);
    for (const std::string hop : {"16", "1"}) {
        if (!draws_pictures()) break;
        expect_success(folder, "$S stft x.npy -o s.png --length 64 --hop " + hop);
        BOOST_TEST(read_picture(folder / "s.png").width > 1000u);
        BOOST_TEST(read_picture(folder / "s.png").width < 1700u);
    }
    expect_failure(folder, "$S stft x.npy -o s.png", 2, "--length: the window has 1024 samples and x.npy only 600");
    expect_failure(folder, "$S stft x.npy -o s.png --length 64 --points 32", 2, "--points: must be at least --length");
    expect_failure(folder, "$S stft x.npy -o s.csv --length 64 --rate -1", 2, "--rate: must be above 0");
    expect_failure(folder, "$S stft x.npy -o s.csv --length 64 --channel 2", 2, "--channel: x.npy has 1");
    write_array(folder / "bad.npy", {4}, {1, NAN, 2, 3});
    expect_failure(folder, "$S stft bad.npy -o s.csv --length 2", 1, "bad.npy:");
    write_array(folder / "cube.npy", {2, 2, 2}, std::vector<float>(8));
    expect_failure(folder, "$S stft cube.npy -o s.csv --length 2", 1, "cube.npy: a signal has one axis, or two");
}

// Number and values of the slices are scipy's, also those of f8 in double precision.
BOOST_AUTO_TEST_CASE(numbers_of_scipy) {
    const scratch_folder folder;
    const auto p = expected_numbers("picture");
    write_signal({1, p.values.size(), 0, p.values}, folder / "f8.npy");
    write_signal({1, p.values.size(), 0, std::vector<float>(p.values.begin(), p.values.end())}, folder / "f4.npy");
    const auto check = [&](const std::string& expected, bool in_double) {
        const complex_array got = read_complex(folder / "out.npy");
        const complex_array wanted = read_complex(expected_folder() + "numbers/" + expected + ".npy");
        BOOST_TEST(got.header.shape == wanted.header.shape, boost::test_tools::per_element());
        BOOST_TEST(got.header.type.size == (in_double ? 16u : 8u));
        BOOST_TEST(relative_error(got.values, wanted.values) < (in_double ? 1e-13 : 1e-6), expected);
    };
    const std::string stft = " -o out.npy --length 16 --hop 6 ";
    for (const std::string shape : {"hann", "blackman"}) {
        expect_success(folder, "$S stft f8.npy" + stft + "--window " + shape);
        check("stft_" + shape + "_periodic", true);
        expect_success(folder, "$S stft f8.npy" + stft + "--symmetric-window --window " + shape);
        check("stft_" + shape + "_symmetric", true);
    }
    expect_success(folder, "$S stft f4.npy" + stft);
    check("stft_hann_periodic", false);
    for (const std::string type : {"f8", "f4"}) {
        expect_success(folder, "$S zoom " + type + ".npy -o out.npy --from 0.1 --to 0.3 --points 20");
        check("zoom", type == "f8");
    }
    expect_success(folder, "$S stft f8.npy" + stft + "&& $S stft out.npy --inverse -o back.npy --samples 154 " +
                               "--length 16 --hop 6");
    BOOST_TEST(relative_error(values_of<double>(read_signal(folder / "back.npy")), p.values) < 1e-14);
    expect_failure(folder, "$S stft f8.npy --window none --symmetric-window" + stft, 2,
                   "--symmetric-window: has no effect without a window");
    expect_failure(folder, "$S stft f8.npy -o x.npy --length 2 --symmetric-window", 1,
                   "a symmetric window of 2 points is 0 everywhere");
    // Integers of 32 bits have more digits than single precision.
    const std::vector<std::int32_t> wide = {2147483647, 5, -2147483647, 1};
    write_bytes(folder / "i4.npy", npy_bytes("<i4", "(4,)", as_bytes(wide)));
    BOOST_TEST((values_of<double>(read_signal(folder / "i4.npy")) == std::vector<double>(wide.begin(), wide.end())));
}

// A sound of doubles keeps its digits.
BOOST_AUTO_TEST_CASE(sounds_in_double_precision) {
    if (!reads_sound()) return;
    const scratch_folder folder;
    const std::vector<double> samples = {0.1, -0.2, 1.0 / 3, 0.7};
    write_signal({2, 2, 8000, samples}, folder / "x.wav");
    const auto back = read_signal(folder / "x.wav");
    BOOST_TEST(back.channels == 2u);
    BOOST_TEST((values_of<double>(back) == samples));
}

BOOST_AUTO_TEST_CASE(sounds) {
    const scratch_folder folder;
    auto sound = wav(wave(600, 0.125), 8000);
    write_bytes(folder / "x.wav", sound);
    if (!reads_sound()) {
        expect_failure(folder, "$S stft x.wav -o s.csv", 1, "made without libsndfile");
        return;
    }
    const outcome o = run(folder, "$S stft x.wav -o - --length 64 --hop 64 --scale none --window none");
    BOOST_TEST(o.out.find("frequency\\time,0,0.008,0.016") == 0u, o.err);
    BOOST_TEST(o.out.find("\n1000,") != std::string::npos);
    sound.resize(700);
    write_bytes(folder / "short.wav", sound);
    expect_failure(folder, "$S stft short.wav -o s.csv", 1,
                   "short.wav: is damaged: it promises 1244 bytes and has 700");
    sound.resize(30);
    sound[4] = 0;
    sound[5] = 0;
    write_bytes(folder / "head.wav", sound);
    expect_failure(folder, "$S stft head.wav -o s.csv", 1, "head.wav:");
    expect_failure(folder, "$S stft none.wav -o s.csv", 1, "none.wav: No such file");
}

// From a spectrogram back to its signal.
BOOST_AUTO_TEST_CASE(signals_of_spectrograms) {
    const scratch_folder folder;
    const std::string how = " --length 64 --hop 16 ";
    const std::vector<float> left = random_real<float>(600, 1), right = random_real<float>(600, 2);
    std::vector<float> both(left);
    both.insert(both.end(), right.begin(), right.end());
    write_array(folder / "x.npy", {2, 600}, both);
    expect_success(folder, "$S stft x.npy -o s.npy" + how + "&& $S stft s.npy --inverse -o y.npy --samples 600" + how);
    const auto back = read_signal(folder / "y.npy");
    BOOST_REQUIRE(back.channels == 2u);
    BOOST_TEST(relative_error(widened(values_of<float>(back)), widened(both)) < 1e-6);
    // The slices have room for up to a hop of zeros.
    expect_success(folder, "$S stft s.npy --inverse -o z.npy" + how);
    const auto longer = read_signal(folder / "z.npy");
    BOOST_TEST(longer.samples >= 600u);
    BOOST_TEST(longer.samples < 600u + 16);
    for (std::size_t k = 600; k < longer.samples; ++k) BOOST_TEST(std::abs(values_of<float>(longer)[k]) < 1e-6f);
    if (reads_sound()) {
        expect_success(folder, "$S stft s.npy --inverse -o y.wav --rate 8000 --samples 600" + how);
        const auto sound = read_signal(folder / "y.wav");
        BOOST_TEST(sound.rate == 8000);
        BOOST_TEST((sound.values == back.values));
        expect_failure(folder, "$S stft s.npy --inverse -o y.wav" + how, 2, "--rate: a sound needs a whole number");
    }
    const std::string inverse = "$S stft s.npy --inverse ";
    expect_failure(folder, inverse + "-o y.csv" + how, 2, "--output: the inverse writes a .wav or .npy file");
    expect_failure(folder, inverse + "-o y.npy --length 64 --hop 100", 2, "--hop: some samples are in no slice");
    expect_failure(folder, inverse + "-o y.npy --length 32 --hop 16", 1,
                   "s.npy: has 33 frequencies, and 32 points of a transform have 17");
    expect_failure(folder, inverse + "-o y.npy --samples 900" + how, 2, "slices are those of a signal of ");
    expect_failure(folder, inverse + "-o y.npy --floor 3" + how, 2, "--floor: has no effect with --inverse");
    expect_failure(folder, "$S stft x.npy -o y.npy --samples 900" + how, 2, "--samples: has no effect without");
    expect_failure(folder, "$S stft x.npy --inverse -o y.npy" + how, 1, "x.npy: a spectrogram must be complex");
    write_bytes(folder / "few.npy", complex_npy("(33, 2)", std::vector<std::complex<float>>(66)));
    expect_failure(folder, "$S stft few.npy --inverse -o y.npy" + how, 1, "few.npy: 2 slices are too few");
    write_bytes(folder / "line.npy", complex_npy("(33,)", std::vector<std::complex<float>>(33)));
    expect_failure(folder, "$S stft line.npy --inverse -o y.npy" + how, 1, "line.npy: a spectrogram has two axes");
    write_bytes(folder / "nan.npy", complex_npy("(33, 9)", std::vector<std::complex<float>>(33 * 9, {NAN, 0})));
    expect_failure(folder, "$S stft nan.npy --inverse -o y.npy" + how, 1, "nan.npy: has NaN");
}

BOOST_AUTO_TEST_CASE(a_narrow_band, *boost::unit_test::label("quick")) {
    const scratch_folder folder;
    write_array(folder / "x.npy", {2000}, wave(2000, 0.1234));
    const outcome o = run(folder, "$S zoom x.npy -o - --from 0.12 --to 0.13 --points 101");
    BOOST_TEST(o.code == 0, o.err);
    // Frequency 0.1234 is point 34; its magnitude is half of the samples.
    const std::size_t row = o.out.find("\n1,0.1234,");
    BOOST_REQUIRE(row != std::string::npos);
    double real = 0, imaginary = 0;
    BOOST_REQUIRE(std::sscanf(o.out.c_str() + row, "\n1,0.1234,%lf,%lf", &real, &imaginary) == 2);
    BOOST_TEST(std::abs(std::hypot(real, imaginary) - 1000) < 3);
    expect_success(folder, "$S zoom x.npy -o z.csv --from 0.12 --to 0.13 --points 101 --plot z.svg");
    for (const std::string text : {">frequency (cycles/sample)<", ">magnitude<", ">0.125<", ">1000<"})
        BOOST_TEST(text_of(folder / "z.svg").find(text) != std::string::npos, text);
    expect_failure(folder, "$S zoom x.npy -o - --from 0.12 --to 0.13 --plot -", 2, "the table goes to standard output");
    expect_failure(folder, "$S zoom x.npy -o - --from 0.2 --to 0.1", 2, "--from: must be below --to");
    expect_failure(folder, "$S zoom x.npy -o - --from 0.2 --to 0.6", 2,
                   "--to: must be from -0.5 to 0.5, half of the 1 samples per second (got 0.6)");
    expect_failure(folder, "$S zoom x.npy -o - --from -501 --to 0 --rate 1000", 2, "--from: must be from -500 to 500");
}

BOOST_AUTO_TEST_CASE(holograms, *boost::unit_test::label("quick")) {
    const scratch_folder folder;
    picture object = make_picture("test", 64, 64, 1, sample_type::f32);
    for (std::size_t i = 0; i < object.samples(); ++i) {
        const double y = static_cast<double>(i / 64) - 30, x = static_cast<double>(i % 64) - 33;
        object.set(i, 1 - 0.5 * std::exp(-(x * x + y * y) / 20));
    }
    write_picture(object, folder / "object.npy");
    const std::string light = " --wavelength 633e-9 --pitch 4e-6 ";
    expect_success(folder, "$S propagate object.npy -o real.npy --part real --distance 1e-3 --distance 0" + light);
    const auto bytes = read_bytes(folder / "real.npy");
    BOOST_TEST((parse_npy(bytes, "real.npy").shape == std::vector<std::size_t>{2, 64, 64}));
    picture_source pages(folder / "real.npy");
    double there = 0, here = 0;
    const picture moved = pages.page(0), same = pages.page(1);
    for (std::size_t i = 0; i < object.samples(); ++i) {
        there = std::max(there, std::abs(moved.at(i) - object.at(i)));
        here = std::max(here, std::abs(same.at(i) - object.at(i)));
    }
    BOOST_TEST(here < 1e-5);
    BOOST_TEST(there > 0.1);
    // The light itself has both parts, in the order of the distances.
    expect_success(folder, "$S propagate object.npy -o light.npy --part complex --distance 1e-3 --distance 0" + light);
    const auto numbers = read_bytes(folder / "light.npy");
    const npy_header header = parse_npy(numbers, "light.npy");
    BOOST_TEST((header.shape == std::vector<std::size_t>{2, 64, 64}));
    BOOST_REQUIRE(numbers.size() == header.data_offset + 2 * object.samples() * sizeof(std::complex<float>));
    double apart = 0;
    for (std::size_t i = 0; i < object.samples(); ++i) {
        std::complex<float> value;
        std::memcpy(&value, &numbers[header.data_offset + i * sizeof value], sizeof value);
        apart = std::max(apart, std::abs(static_cast<double>(value.real()) - moved.at(i)));
    }
    BOOST_TEST(apart == 0);
    expect_failure(folder, "$S propagate object.npy -o light.png --part complex --distance 0" + light, 2,
                   "--part complex: writes a .npy array (got light.png)");
    for (const std::string wrong : {"--wavelength -1 --pitch 1 --distance 1", "--wavelength 1 --pitch 0 --distance 1"})
        expect_failure(folder, "$S propagate object.npy -o x.npy " + wrong, 2, "must be above 0");
    expect_failure(folder, "$S propagate object.npy -o x.npy --wavelength 1 --pitch 1", 2, "--distance is required");
}

BOOST_AUTO_TEST_CASE(correlations, *boost::unit_test::label("quick")) {
    const scratch_folder folder;
    const picture a = random_picture(40, 30, 1, 8, 1);
    picture b = a;
    for (std::size_t y = 0; y < 30; ++y)
        for (std::size_t x = 0; x < 40; ++x) b.set((y + 3) % 30 * 40 + (x + 35) % 40, a.at(y * 40 + x));
    write_bytes(folder / "a.png", encode_png(a));
    write_bytes(folder / "b.png", encode_png(b));
    expect_success(folder, "$S correlate a.png b.png -o peak.npy");
    const picture peak = read_picture(folder / "peak.npy");
    BOOST_TEST(std::abs(peak.at((15 + 3) * 40 + 20 - 5) - 1) < 1e-4);
    write_bytes(folder / "c.png", encode_png(random_picture(41, 30, 1, 8, 1)));
    expect_failure(folder, "$S correlate a.png c.png -o x.npy", 1, "the sizes differ");
}

BOOST_AUTO_TEST_CASE(measures, *boost::unit_test::label("quick")) {
    const scratch_folder folder;
    write_bytes(folder / "a.png", encode_png(random_picture(56, 44, 1, 8, 1)));
    // The kernels of this size are those of the tests of convolve.
    expect_success(folder, "$S convolve a.png gaussian:1 -o soft.png --clip");
    const outcome sharp = run(folder, "$S focus a.png"), soft = run(folder, "$S focus soft.png");
    double a = 0, b = 0;
    BOOST_REQUIRE(std::sscanf(sharp.out.c_str(), "page,variance,gradient,laplacian\n1,%*f,%lf", &a) == 1);
    BOOST_REQUIRE(std::sscanf(soft.out.c_str(), "page,variance,gradient,laplacian\n1,%*f,%lf", &b) == 1);
    BOOST_TEST(a > 4 * b);
    // One page is a dot at its maximum.
    expect_success(folder, "$S focus a.png --plot f.svg >t.csv");
    for (const std::string text : {">page<", ">variance<", ">laplacian<", ">1.0<"})
        BOOST_TEST(text_of(folder / "f.svg").find(text) != std::string::npos, text);
    write_bytes(folder / "a.png", encode_png(random_picture(80, 70, 1, 8, 1)));
    const outcome rings = run(folder, "$S ctf a.png --tile 64 --pitch 2");
    BOOST_TEST(rings.out.find("frequency,power,background,contrast\n0.0078125,") == 0u, rings.err);
    expect_success(folder, "$S ctf a.png --tile 64 --pitch 2 --plot c.svg >t.csv");
    for (const std::string text : {">spatial frequency (cycles per unit of the pitch)<", ">background<", ">0.05<"})
        BOOST_TEST(text_of(folder / "c.svg").find(text) != std::string::npos, text);
    expect_failure(folder, "$S ctf a.png", 2, "--tile: must be from 32 to the picture's shorter side, 70 (got 512)");
    expect_failure(folder, "$S ctf a.png --tile 64 --pitch 0", 2, "--pitch: must be above 0");
    write_bytes(folder / "thin.png", encode_png(random_picture(80, 2, 1, 8, 1)));
    expect_failure(folder, "$S focus thin.png", 1, "thin.png: must have at least 3 x 3 points");
}

BOOST_AUTO_TEST_SUITE_END()
