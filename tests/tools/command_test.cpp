// The built command on a device: pictures, arrays, pipes, chunks.
#include "hostile_problems.hpp"
#include "picture_files.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

template <class T>
std::vector<std::complex<T>> read_complex(const std::string& path) {
    const auto bytes = read_bytes(path);
    const npy_header header = parse_npy(bytes, path);
    BOOST_REQUIRE(header.type.size == sizeof(std::complex<T>));
    std::vector<std::complex<T>> values(header.elements);
    std::memcpy(static_cast<void*>(values.data()), bytes.data() + header.data_offset, header.data_bytes());
    return values;
}

int largest_difference(const picture& a, const picture& b) {
    BOOST_REQUIRE(a.samples() == b.samples());
    int most = 0;
    for (std::size_t i = 0; i < a.samples(); ++i)
        most = std::max(most, std::abs(static_cast<int>(a.at(i)) - static_cast<int>(b.at(i))));
    return most;
}

// A picture through `fft` and `fft --inverse`: every sample is unchanged, and imaginary parts are zero.
void check_round_trip(const scratch_folder& folder, const std::string& path) {
    expect_success(folder, "$S fft --quiet '" + path +
                               "' -o there.npy && $S fft --quiet --inverse --axes 0,1 there.npy "
                               "-o back.npy");
    const picture image = read_picture(path);
    const auto back = read_complex<double>(folder / "back.npy");  // as numpy does with integers
    BOOST_REQUIRE(back.size() == image.samples());
    double worst = 0;
    for (std::size_t i = 0; i < back.size(); ++i)
        worst = std::max(worst, std::abs(back[i] - std::complex<double>(image.at(i))));
    BOOST_TEST(worst < 1e-9, path);
}

// An array of (37, 64, 64) doubles, complex or real, whole and in parts.
void check_parts(const std::vector<std::uint8_t>& array) {
    const scratch_folder folder;
    write_bytes(folder / "in.npy", array);
    expect_success(folder, "$S fft in.npy -o whole.npy");
    const auto whole = widened(read_complex<double>(folder / "whole.npy"));
    for (const std::string line :
         {"$S fft in.npy -o cut.npy --memory 800K", "$S fft in.npy -o cut.npy --memory 90K",
          "$S fft in.npy -o cut.npy --memory 800K,2M", "$S fft - -o - --memory 1100K <in.npy >cut.npy"}) {
        const outcome o = run(folder, line);
        BOOST_TEST(o.code == 0, line << ": " << o.err);
        for (const char* word : {"unit", "read", "transform", "write", "wall time"})
            BOOST_TEST(o.err.find(word) != std::string::npos, o.err);
        BOOST_TEST(relative_error(read_complex<double>(folder / "cut.npy"), whole) < 1e-14, line);
        const auto first = read_bytes(folder / "cut.npy");
        expect_success(folder, line);
        BOOST_TEST((read_bytes(folder / "cut.npy") == first), line);
    }
    expect_failure(folder, "$S fft in.npy -o cut2.npy --memory 7K", job, "the limit is 7168");
    BOOST_TEST(folder.listing() == "cut.npy in.npy whole.npy");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(commands)

BOOST_AUTO_TEST_CASE(devices_are_listed, *boost::unit_test::label("quick")) {
    const scratch_folder folder;
    const outcome o = run(folder, "$S devices");
    BOOST_TEST(o.code == 0);
    BOOST_TEST(o.out.find("* 0  ") == 0u);
    BOOST_TEST(o.out.find("double precision") != std::string::npos);
    const outcome wrong = run(folder, "STOCKHAM_DEVICE=nothing-like-it $S devices");
    BOOST_TEST(wrong.code == 0);
    BOOST_TEST(wrong.out.find("  0  ") == 0u);
    BOOST_TEST(wrong.err.find("nothing-like-it") != std::string::npos);
    for (const std::string line : {"$S plan 64 --device nothing-like-it", "STOCKHAM_DEVICE=nothing-like-it $S plan 64"})
        BOOST_TEST(run(folder, line).code == usage);
    expect_success(folder, "$S plan 64 --device 0");
}

BOOST_AUTO_TEST_CASE(a_plan_is_printed_without_compiling, *boost::unit_test::label("quick")) {
    const home h;
    for (const std::string problem : {"c2c f32 63 b3", "dct4 f64 16777213"}) {
        const outcome o = run(h, h.set + "$S plan '" + problem + "' --device 0");
        BOOST_TEST(o.code == 0, o.err);
        BOOST_TEST(o.out.find("plan string: ") != std::string::npos);
    }
    BOOST_TEST(run(h, "grep -rF \"PoCL's own cache\" cache/stockham").code == 1);
    const auto all = hostile_problems();
    for (std::size_t k = 0; k < all.size(); k += 4)
        BOOST_TEST_CONTEXT(all[k]) check_cost_of_plan(all[k], {"--device", "0"});
}

BOOST_AUTO_TEST_CASE(wisdom_for_this_device_is_listed_first, *boost::unit_test::label("quick")) {
    const scratch_folder folder;
    const std::string devices = run(folder, "$S devices").out;
    const std::string name = devices.substr(5, devices.find('\n') - 5);
    std::string entries;
    for (const auto& [problem, device] :
         {std::pair<const char*, std::string>{"16", "Cray 1"}, {"8", name}, {"4", "Zuse"}})
        entries +=
            std::string(entries.empty() ? "" : ", ") + R"({"problem": "c2c f32 )" + problem +
            R"(", "plan": "8 : 0.0", "device": ")" + device +
            R"(", "architecture": "old", "vendor": "acme", "driver": "1", "library": "0.1.0", "kernels": "0", )" +
            R"("rigor": "patient", "microseconds": 12.5, "spread": 0.02})";
    const std::string text = R"({"format": "stockham wisdom", "version": 1, "entries": [)" + entries + "]}";
    write_bytes(folder / "w.json", {text.begin(), text.end()});
    const outcome o = run(folder, "$S wisdom list --file w.json");
    BOOST_TEST(o.code == 0, o.err);
    const auto at = [&](const std::string& word) { return o.out.find(word); };
    BOOST_TEST(at("c2c f32 8 ") < at("c2c f32 4 "), o.out);
    BOOST_TEST(at("c2c f32 8 ") < at("c2c f32 16 "), o.out);
    // Without a device, there is no first one.
    BOOST_TEST(run(folder, "OCL_ICD_VENDORS=none $S wisdom list --file w.json").code == 0);
}

BOOST_AUTO_TEST_CASE(a_phantom_checks_the_transform, *boost::unit_test::label("quick")) {
    const scratch_folder folder;
    const outcome o = run(folder, "$S phantom --check --size 256 -o rebuilt.png");
    BOOST_TEST(o.code == 0);
    BOOST_TEST_MESSAGE(o.out << o.err);
    BOOST_TEST(o.out.find("relative error") != std::string::npos);
    BOOST_TEST(read_picture(folder / "rebuilt.png").width == 256u);
    expect_success(folder, "$S phantom --check --size 257");
    expect_success(folder, "$S spectrum phantom:64 -o s.png && $S spectrum phantom:64 --phase -o p.png && "
                           "$S spectrum phantom:64 --grey -o g.png");
    BOOST_TEST(read_picture(folder / "s.png").channels == 3u);
    BOOST_TEST(read_picture(folder / "p.png").channels == 3u);
    const picture grey = read_picture(folder / "g.png");
    BOOST_TEST(grey.channels == 1u);
    BOOST_TEST(grey.at(32 * 64 + 32) == 255u);  // the zero frequency
}

BOOST_AUTO_TEST_CASE(an_all_pass_gives_every_picture_back) {
    const scratch_folder folder;
    const std::vector<picture> images = {random_picture(19, 23, 1, 8, 1),   random_picture(19, 23, 4, 8, 2),
                                         random_picture(19, 23, 1, 16, 3),  random_picture(19, 23, 4, 16, 4),
                                         random_picture(187, 29, 3, 16, 5), random_picture(64, 64, 2, 8, 6),
                                         random_picture(1, 1, 3, 8, 7),     random_picture(1, 37, 1, 16, 8)};
    for (const picture& image : images) {
        write_bytes(folder / "in.png", encode_png(image));
        const outcome o = run(folder, "$S filter --all-pass in.png -o out.png");
        BOOST_TEST(o.code == 0);
        BOOST_TEST(o.err == "");
        const picture back = read_picture(folder / "out.png");
        BOOST_TEST((back.type == image.type));
        BOOST_TEST(back.channels == image.channels);
        BOOST_TEST(back.width == image.width);
        BOOST_TEST((back.bytes == image.bytes), image.width << " x " << image.height);
    }
}

// The last of two channels of an array is a number like the other, and TIFF has any number of samples.
BOOST_AUTO_TEST_CASE(every_channel_is_filtered) {
    const scratch_folder folder;
    const picture both = random_picture(64, 64, 2, 8, 1);
    write_bytes(folder / "both.npy", encode_npy(both));
    for (unsigned c = 0; c < 2; ++c) {
        picture one = make_picture("test", 64, 64, 1, sample_type::u8);
        for (std::size_t i = 0; i < one.samples(); ++i) one.set(i, both.at(2 * i + c));
        write_bytes(folder / ("one" + std::to_string(c) + ".npy"), encode_npy(one));
    }
    expect_success(folder, "for f in both one0 one1; do $S filter $f.npy -o out_$f.npy --low-pass 0.1; done");
    const picture filtered = read_picture(folder / "out_both.npy");
    for (unsigned c = 0; c < 2; ++c) {
        const picture one = read_picture(folder / ("out_one" + std::to_string(c) + ".npy"));
        int most = 0;
        for (std::size_t i = 0; i < one.samples(); ++i)
            most = std::max(most, std::abs(static_cast<int>(one.at(i)) - static_cast<int>(filtered.at(2 * i + c))));
        BOOST_TEST(most <= 1, "channel " << c);
    }
    BOOST_TEST(run(folder, "$S filter both.npy -o x.png --all-pass").err ==
               "stockham: PNG takes the last of 2 channels for alpha\n");
    expect_success(folder, "$S filter both.npy -o alpha.npy --low-pass 0.1 --alpha");
    const picture kept = read_picture(folder / "alpha.npy");
    for (std::size_t i = 1; i < kept.samples(); i += 2) BOOST_REQUIRE(kept.at(i) == both.at(i));
    const picture five = random_picture(64, 64, 5, 16, 2);
    write_picture(five, folder / "five.tif");
    expect_success(folder, "$S filter five.tif -o out.tif --all-pass");
    BOOST_TEST((read_picture(folder / "out.tif").bytes == five.bytes));
    expect_success(folder, "$S psd five.tif -o out.csv && $S fft --quiet five.tif -o out.npy");
    const auto spectra = read_bytes(folder / "out.npy");
    BOOST_TEST((parse_npy(spectra, "out.npy").shape == std::vector<std::size_t>{64, 64, 5}));
}

BOOST_AUTO_TEST_CASE(a_picture_survives_a_round_trip) {
    const scratch_folder folder;
    for (const unsigned channels : {1u, 3u}) {
        write_bytes(folder / "in.png", encode_png(random_picture(61, 64, channels, 8, channels)));
        check_round_trip(folder, folder / "in.png");
    }
}

// STOCKHAM_TEST_PICTURES may name a folder of pictures.
BOOST_AUTO_TEST_CASE(real_pictures) {
    const char* named = std::getenv("STOCKHAM_TEST_PICTURES");
    if (named == nullptr) return;
    const scratch_folder folder;
    for (const auto& entry : std::filesystem::directory_iterator(named)) {
        const std::string path = entry.path().string();
        if (format_of_picture(path) == nullptr) continue;
        const picture image = read_picture(path);
        expect_success(folder, "$S filter --all-pass '" + path + "' -o out.png");
        const int difference = largest_difference(read_picture(folder / "out.png"), image);
        BOOST_TEST_MESSAGE(path << ": " << image.width << " x " << image.height << ", all-pass differs by "
                                << difference);
        BOOST_TEST(difference == 0, path);
        check_round_trip(folder, path);
    }
}

// A picture with prime sides, read as a picture and as a complex array: the same spectrum.
BOOST_AUTO_TEST_CASE(spectra_have_the_pictures_size) {
    const scratch_folder folder;
    const picture image = random_picture(101, 97, 1, 8, 4);
    write_bytes(folder / "in.png", encode_png(image));
    std::vector<std::complex<float>> values;
    for (const auto s : levels(image)) values.emplace_back(s);
    write_bytes(folder / "in.npy", complex_npy("(97, 101)", values));
    expect_success(folder, "$S spectrum --phase --grey in.png -o a.png && $S spectrum --phase --grey in.npy -o b.png");
    const picture a = read_picture(folder / "a.png");
    const picture b = read_picture(folder / "b.png");
    BOOST_TEST(a.width == 101u);
    BOOST_TEST(a.height == 97u);
    // Phases near a whole turn may be painted as zero.
    for (std::size_t i = 0; i < a.samples(); ++i) {
        const int difference = std::abs(static_cast<int>(a.at(i)) - static_cast<int>(b.at(i)));
        BOOST_TEST(std::min(difference, 255 - difference) <= 1);
    }
}

BOOST_AUTO_TEST_CASE(filters_take_their_frequencies_away, *boost::unit_test::label("quick")) {
    const scratch_folder folder;
    // A mean of 100, a slow wave of 50 along x and a fast one of 40 along y.
    picture image = make_picture("test", 64, 64, 1, sample_type::u8);
    const double turn = 2 * std::acos(-1.0);
    const auto wave = [&](std::size_t i, double f) { return std::cos(turn * f * static_cast<double>(i)); };
    for (std::size_t i = 0; i < image.samples(); ++i)
        image.set(i,
                  static_cast<std::uint16_t>(std::lround(100 + 50 * wave(i % 64, 1.0 / 32) + 40 * wave(i / 64, 0.25))));
    write_bytes(folder / "in.png", encode_png(image));
    const auto worst = [&](const std::string& filter, double mean, double slow, double fast) {
        expect_success(folder, "$S filter --boundary wrap --edge ideal " + filter + " in.png -o out.png");
        const picture out = read_picture(folder / "out.png");
        double most = 0;
        for (std::size_t i = 0; i < out.samples(); ++i)
            most =
                std::max(most, std::abs(out.at(i) - mean - slow * wave(i % 64, 1.0 / 32) - fast * wave(i / 64, 0.25)));
        return most;
    };
    BOOST_TEST(worst("--low-pass 0.1", 100, 50, 0) < 1.5);
    BOOST_TEST(worst("--high-pass 0.1", 128, 0, 40) < 1.5);
    BOOST_TEST(worst("--band-pass 0.01 0.1", 128, 50, 0) < 1.5);
    BOOST_TEST(worst("--notch 0 0.25", 100, 50, 0) < 1.5);
    BOOST_TEST(worst("--notch 0.03125 0 --notch 0 -0.25", 100, 0, 0) < 1.5);
}

// The cut-off lies on a bin. A wave along either axis is kept, and so is a diagonal one of the same frequency.
BOOST_AUTO_TEST_CASE(ideal_filters_treat_directions_alike) {
    const scratch_folder folder;
    picture image = make_picture("test", 100, 100, 1, sample_type::u8);
    const double turn = 2 * std::acos(-1.0);
    for (const auto& [down, right] : {std::pair<double, double>{0, 0.3}, {0.3, 0}, {0.18, -0.24}, {0.24, 0.18}}) {
        for (std::size_t i = 0; i < image.samples(); ++i)
            image.set(i, static_cast<std::uint16_t>(
                             std::lround(128 + 100 * std::cos(turn * (down * static_cast<double>(i / 100) +
                                                                      right * static_cast<double>(i % 100))))));
        write_bytes(folder / "in.png", encode_png(image));
        expect_success(folder, "$S filter --low-pass 0.3 --edge ideal --boundary wrap in.png -o out.png");
        BOOST_TEST(largest_difference(read_picture(folder / "out.png"), image) <= 1, down << ", " << right);
        expect_success(folder, "$S filter --high-pass 0.3 --edge ideal --no-offset --boundary wrap in.png -o out.png");
        picture black = make_picture("test", 100, 100, 1, sample_type::u8);
        BOOST_TEST(largest_difference(read_picture(folder / "out.png"), black) <= 1, down << ", " << right);
    }
}

BOOST_AUTO_TEST_CASE(arrays_are_transformed_along_any_axes) {
    const scratch_folder folder;
    const std::vector<std::size_t> shape = {4, 15, 2, 17};
    const auto values = random_complex<float>(2040, 7);
    const auto reals = random_real<float>(2040, 7);
    write_bytes(folder / "complex.npy", complex_npy("(4, 15, 2, 17)", values));
    write_bytes(folder / "real.npy", npy_bytes("<f4", "(4, 15, 2, 17)", as_bytes(reals)));
    const std::vector<std::pair<std::string, std::vector<std::size_t>>> cases = {
        {"--axes -1", {3}},      // packed
        {"--axes 1", {1}},       // strided
        {"--axes 1,3", {1, 3}},  // two loops
    };
    const auto check = [&](const std::string& line, const std::vector<std::complex<double>>& expected) {
        expect_success(folder, line);
        BOOST_TEST(relative_error(read_complex<float>(folder / "out.npy"), expected) < 1e-6, line);
    };
    for (const auto& [option, axes] : cases) {
        check("$S fft --quiet " + option + " complex.npy -o out.npy", plain_dft(widened(values), shape, axes, -1));
        check("$S fft --quiet " + option + " real.npy -o out.npy", plain_dft(widened(reals), shape, axes, -1));
        check("$S fft --quiet " + option + " - -o - <real.npy >out.npy", plain_dft(widened(reals), shape, axes, -1));
    }
}

BOOST_AUTO_TEST_CASE(real_arrays_go_to_the_device_as_they_are) {
    const scratch_folder folder;
    const auto values = random_real<float>(60, 12);
    write_bytes(folder / "in.npy", npy_bytes("<f4", "(5, 12)", as_bytes(values)));
    BOOST_TEST(run(folder, "$S fft in.npy -o out.npy").err.find("r2c f32 5x12") != std::string::npos);
    // The inverse of real numbers is not a separate transform.
    BOOST_TEST(run(folder, "$S fft --inverse in.npy -o out.npy").err.find("c2c f32 5x12 inv") != std::string::npos);
    auto expected = plain_dft(widened(values), {5, 12}, {0, 1}, 1);
    for (auto& v : expected) v /= 60;
    BOOST_TEST(relative_error(read_complex<float>(folder / "out.npy"), expected) < 1e-6);
}

BOOST_AUTO_TEST_CASE(a_picture_has_the_spectrum_of_its_samples) {
    const scratch_folder folder;
    const picture image = random_picture(31, 20, 3, 8, 13);
    write_bytes(folder / "in.png", encode_png(image));
    expect_success(folder, "$S fft in.png -o out.npy");
    const auto expected = plain_dft(widened(levels(image)), {20, 31, 3}, {0, 1}, -1);
    BOOST_TEST(relative_error(read_complex<double>(folder / "out.npy"), expected) < 1e-6);
}

// All pages, along height and width. A .npy file of the same pixels has other axes by default, and the command says so.
BOOST_AUTO_TEST_CASE(pages_have_the_spectra_of_their_samples) {
    const scratch_folder folder;
    std::vector<std::complex<double>> all;
    std::vector<std::pair<picture, std::uint32_t>> pages;
    for (const unsigned seed : {1u, 2u}) {
        pages.push_back({random_picture(31, 20, 3, 8, seed), 0});
        const auto samples = levels(pages.back().first);
        all.insert(all.end(), samples.begin(), samples.end());
    }
    write_bytes(folder / "in.tif", encode_tiff_pages(pages, {}));
    write_bytes(folder / "page.npy", encode_npy(pages[0].first));
    outcome o = run(folder, "$S fft in.tif -o out.npy");
    BOOST_TEST(o.code == 0, o.err);
    BOOST_TEST(o.err.find("stockham: transforms axes 1 and 2 of 2x20x31x3 (see --axes)\n") == 0u, o.err);
    const auto expected = plain_dft(all, {2, 20, 31, 3}, {1, 2}, -1);
    BOOST_TEST(relative_error(read_complex<double>(folder / "out.npy"), expected) < 1e-6);
    o = run(folder, "$S fft page.npy -o page.npy");
    BOOST_TEST(o.err.find("stockham: transforms axes 1 and 2 of 20x31x3 (see --axes)\n") == 0u, o.err);
}

// Every page of a float stack is filtered in its own type; the numbers are those of the page alone.
BOOST_AUTO_TEST_CASE(pages_are_filtered_one_by_one) {
    const scratch_folder folder;
    const auto values = random_real<float>(3 * 24 * 31, 5);
    write_bytes(folder / "in.npy", npy_bytes("<f4", "(3, 24, 31)", as_bytes(values)));
    const std::vector<float> second(values.begin() + 24 * 31, values.begin() + 2 * 24 * 31);
    write_bytes(folder / "second.npy", npy_bytes("<f4", "(24, 31)", as_bytes(second)));
    const std::string filter = "$S filter --high-pass 0.1 --boundary mirror ";
    expect_success(folder, filter + "in.npy -o out.tif && " + filter + "second.npy -o second.tif");
    picture_source stack(folder / "out.tif"), alone(folder / "second.tif");
    BOOST_TEST(stack.pages() == 3u);
    const picture page = stack.page(1);
    BOOST_TEST((page.type == sample_type::f32));
    BOOST_TEST((page.bytes == alone.page(0).bytes));
    BOOST_TEST((stack.page(2).bytes != page.bytes));
    expect_success(folder, "$S spectrum in.npy -o spectra.tif && $S psd in.npy -o psd.csv --window none");
    BOOST_TEST(picture_source(folder / "spectra.tif").pages() == 3u);
    const outcome shifts = run(folder, "$S register second.npy in.npy --min-peak 0");
    BOOST_TEST(std::count(shifts.out.begin(), shifts.out.end(), '\n') == 3, shifts.out);
    BOOST_TEST(shifts.out.find("\ndy 0.000 dx 0.000 peak 1.000\n") != std::string::npos, shifts.out);
}

BOOST_AUTO_TEST_CASE(types_decide_the_precision, *boost::unit_test::label("quick")) {
    const scratch_folder folder;
    const std::vector<float> floats = {1, 2, -3, 4.5f};
    const std::vector<double> doubles = {1, 2, -3, 4.5};
    write_bytes(folder / "f4.npy", npy_bytes("<f4", "(4,)", as_bytes(floats)));
    write_bytes(folder / "f8.npy", npy_bytes("<f8", "(4,)", as_bytes(doubles)));
    const std::vector<std::complex<double>> wide = {1, 2, -3, 4.5};
    const auto expected = plain_dft(wide, {4}, {0}, -1);
    expect_success(folder, "$S fft f4.npy -o a.npy && $S fft --double f4.npy -o b.npy && $S fft f8.npy -o c.npy && "
                           "$S fft --single f8.npy -o d.npy");
    for (const char* name : {"a.npy", "d.npy"})
        BOOST_TEST(relative_error(read_complex<float>(folder / name), expected) < 1e-6);
    for (const char* name : {"b.npy", "c.npy"})
        BOOST_TEST(relative_error(read_complex<double>(folder / name), expected) < 1e-14);
}

BOOST_AUTO_TEST_CASE(a_round_trip_through_pipes) {
    const scratch_folder folder;
    const auto values = random_complex<float>(3 * 64 * 64, 8);
    write_bytes(folder / "in.npy", complex_npy("(3, 64, 64)", values));
    expect_success(folder, "cat in.npy | $S fft - -o - | $S fft --inverse - -o - > out.npy");
    BOOST_TEST(relative_error(read_complex<float>(folder / "out.npy"), values) < 1e-6);
}

BOOST_AUTO_TEST_CASE(parts_give_the_same_numbers) {
    check_parts(complex_npy("(37, 64, 64)", random_complex<double>(37 * 64 * 64, 9)));
    check_parts(npy_bytes("<f8", "(37, 64, 64)", as_bytes(random_real<double>(37 * 64 * 64, 9))));
}

BOOST_AUTO_TEST_SUITE_END()
