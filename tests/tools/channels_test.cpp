// Channels have the meaning that the file states: any number of them, and alpha only where it is called so.
#include "format/metadata.hpp"
#include "image/plane.hpp"
#include "tiff_bytes.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

constexpr std::uint16_t extra_samples = 338;

void check_samples(const picture& image, const std::vector<std::uint16_t>& expected) {
    BOOST_TEST((levels(image) == expected));
}

std::vector<std::string> remarks_of_writing(const picture& image, const std::string& path) {
    picture_sink sink(path, {}, {image.type, image.channels, 1, image.alpha});
    sink.add(image);
    return sink.finish();
}

picture read_back(const std::string& path, bool alpha = false, bool channels_last = false) {
    read_options options;
    options.alpha = alpha;
    options.channels_last = channels_last;
    return read_picture(path, options);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(channels)

BOOST_AUTO_TEST_CASE(channels_of_arrays_are_no_alpha) {
    const scratch_folder folder;
    for (const unsigned n : {2u, 4u}) {
        const picture image = make_picture("test", 4, 3, n, sample_type::f32);
        write_bytes(folder / "x.npy", encode_npy(image));
        BOOST_TEST(!read_back(folder / "x.npy").has_alpha());
        BOOST_TEST(read_back(folder / "x.npy").colours() == n);
        BOOST_TEST(read_back(folder / "x.npy", true).colours() == n - 1);
    }
    write_bytes(folder / "one.npy", encode_npy(make_picture("test", 4, 3, 1, sample_type::f32)));
    expect_job_error([&] { read_back(folder / "one.npy", true); }, "one.npy: --alpha: it has a single channel");
}

BOOST_AUTO_TEST_CASE(the_luminance_of_channels_is_their_mean) {
    picture image = make_picture("test", 1, 1, 4, sample_type::f64);
    for (std::size_t i = 0; i < 4; ++i) image.set(i, static_cast<double>(i * i));
    BOOST_TEST(luminance<double>(image).values[0] == 3.5);
    image.rgb = true;  // the fourth is near infrared
    BOOST_TEST(luminance<double>(image).values[0] == 0.7152 + 0.0722 * 4, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(alpha_by_number_is_said) {
    const scratch_folder folder;
    picture image = random_picture(5, 4, 4, 8, 1);
    BOOST_TEST(remarks_of_writing(image, folder / "x.png").empty());
    image.set_alpha(alpha_kind::none);
    const std::vector<std::string> png = {"PNG takes the last of 4 channels for alpha"};
    BOOST_TEST(remarks_of_writing(image, folder / "x.png") == png);
    BOOST_TEST((read_picture(folder / "x.png").bytes == image.bytes));
    BOOST_TEST(read_picture(folder / "x.png").has_alpha());
    image.set_alpha(alpha_kind::straight);
    const std::vector<std::string> npy = {"NPY has no mark for alpha: --alpha reads it back"};
    BOOST_TEST(remarks_of_writing(image, folder / "x.npy") == npy);
    BOOST_TEST(!read_back(folder / "x.npy").has_alpha());
    BOOST_TEST(read_back(folder / "x.npy", true).has_alpha());
    image.set_alpha(alpha_kind::associated);
    const std::vector<std::string> multiplied = {
        "the colours are multiplied by alpha, unlike those of other PNG files"};
    BOOST_TEST(remarks_of_writing(image, folder / "x.png") == multiplied);
    const auto refused = [&](unsigned n, alpha_kind alpha, const std::string& name, const std::string& words) {
        expect_job_error([&] { picture_sink(folder / name, {}, {sample_type::u8, n, 1, alpha}); }, words);
    };
    refused(5, alpha_kind::none, "x.png", "PNG cannot hold 5 channels");
    refused(3, alpha_kind::straight, "x.png", "PNG cannot hold 2 channels and alpha");
    refused(2, alpha_kind::none, "x.jpg", "JPEG cannot hold 2 channels");
    refused(2, alpha_kind::straight, "x.jpg", "JPEG cannot hold grey and alpha");
}

BOOST_AUTO_TEST_CASE(any_number_of_channels_comes_back) {
    const scratch_folder folder;
    for (const unsigned n : {2u, 4u, 5u, 7u})
        for (const alpha_kind alpha : {alpha_kind::none, alpha_kind::straight, alpha_kind::associated})
            for (const std::string name : {"x.tif", "x.pam"}) {
                picture image = random_picture(6, 5, n, 16, n);
                image.set_alpha(alpha);
                if (name == "x.pam" && alpha == alpha_kind::associated) continue;  // it has one kind of alpha
                const picture back = written_and_read(folder / name, {image})[0];
                BOOST_TEST((back.bytes == image.bytes), name << " " << n);
                BOOST_TEST((back.alpha == alpha), name << " " << n);
                BOOST_TEST(back.rgb == image.rgb, name << " " << n);
            }
    const picture five = random_picture(6, 4, 5, 8, 1);
    write_picture(five, folder / "five.npy");
    BOOST_TEST((read_back(folder / "five.npy", false, true).bytes == five.bytes));
    write_bytes(folder / "flat.npy", encode_npy(random_picture(6, 5, 1, 8, 1)));
    expect_job_error([&] { read_back(folder / "flat.npy", false, true); }, "--channels needs the shape");
}

// Grey and RGB with two or more further samples, which the tag names.
BOOST_AUTO_TEST_CASE(further_samples_of_tiff_keep_their_meaning) {
    const scratch_folder folder;
    const auto samples = counted(4 * 3 * 5);
    const auto decoded = [&](std::uint16_t photometric, const std::vector<double>& kinds) {
        return decode_picture(tiff_of({4, 3, 5, photometric}, {{extra_samples, 3, kinds}}, samples), "x");
    };
    const picture grey = decoded(PHOTOMETRIC_MINISBLACK, {0, 0, 0, 0});
    BOOST_TEST(grey.channels == 5u);
    BOOST_TEST((!grey.has_alpha() && !grey.rgb));
    check_samples(grey, samples);
    const picture colour = decoded(PHOTOMETRIC_RGB, {0, 0});
    BOOST_TEST((!colour.has_alpha() && colour.rgb));
    check_samples(colour, samples);
    // Alpha becomes the last channel.
    const picture alpha = decoded(PHOTOMETRIC_RGB, {1, 0});
    BOOST_TEST((alpha.alpha == alpha_kind::associated));
    for (std::size_t i = 0; i < alpha.pixels(); ++i) {
        BOOST_TEST(alpha.at(5 * i + 4) == samples[5 * i + 3]);
        BOOST_TEST(alpha.at(5 * i + 3) == samples[5 * i + 4]);
    }
    // Nothing is called alpha that the file does not call so.
    const picture unnamed =
        decode_picture(tiff_of({4, 3, 4, PHOTOMETRIC_RGB}, {{extra_samples, 3, {0}}}, counted(4 * 3 * 4)), "x");
    BOOST_TEST(!unnamed.has_alpha());
    TIFF* tiff = nullptr;
    write_picture(unnamed, folder / "unnamed.tif");
    tiff = TIFFOpen((folder / "unnamed.tif").c_str(), "r");
    std::uint16_t count = 0, photometric = 0;
    std::uint16_t* kinds = nullptr;
    BOOST_TEST(TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) == 1);
    BOOST_TEST(count == 1u);
    BOOST_TEST(kinds[0] == EXTRASAMPLE_UNSPECIFIED);
    TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric);
    BOOST_TEST(photometric == PHOTOMETRIC_RGB);
    TIFFClose(tiff);
}

BOOST_AUTO_TEST_CASE(inks_with_a_fifth_sample_become_colours) {
    std::vector<std::uint16_t> inks = {0, 65535, 0, 0, 77, 0, 0, 0, 32768, 99};
    const picture image =
        decode_picture(tiff_of({2, 1, 5, PHOTOMETRIC_SEPARATED}, {{extra_samples, 3, {2}}}, inks), "x");
    BOOST_TEST((image.alpha == alpha_kind::straight && image.rgb));
    check_samples(image, {65535, 0, 65535, 77, 32767, 32767, 32767, 99});
}

BOOST_AUTO_TEST_CASE(palettes_of_16_bits_become_colours) {
    std::vector<double> palette(3 * 65536);
    for (std::size_t i = 0; i < 65536; ++i)
        for (std::size_t c = 0; c < 3; ++c) palette[c * 65536 + i] = static_cast<double>((i * (c + 3)) % 65536);
    const std::vector<std::uint16_t> numbers = {0, 1, 300, 65535};
    const auto file = tiff_of({2, 2, 1, PHOTOMETRIC_PALETTE}, {{320, 3, palette}}, numbers);
    std::vector<std::uint16_t> expected;
    for (const std::uint16_t n : numbers)
        for (std::size_t c = 0; c < 3; ++c) expected.push_back(static_cast<std::uint16_t>(palette[c * 65536 + n]));
    const picture image = decode_picture(file, "x");
    BOOST_TEST((image.type == sample_type::u16 && image.rgb));
    check_samples(image, expected);
}

BOOST_AUTO_TEST_CASE(samples_that_libtiff_would_drop_are_refused) {
    const auto refused = [](const std::vector<tiff_entry>& entries, const std::string& words) {
        expect_job_error([&] { decode_picture(bare_tiff(entries), "x"); }, words);
    };
    refused({{256, 4}, {257, 2}, {258, 4}, {262, 1}, {273, 8}, {277, 2}, {278, 2}, {279, 8}},
            "unsupported TIFF: its samples have 4 bits, 2 per pixel, of photometric interpretation 1");
    // libtiff's own reason is kept.
    refused({{256, 2}, {257, 2}, {258, 12}, {262, 1}, {273, 8}, {278, 2}, {279, 6}}, "12-bit samples");
}

BOOST_AUTO_TEST_CASE(what_a_file_has_beside_its_pages_is_said) {
    const picture page = random_picture(9, 7, 1, 8, 1);
    std::string said;
    read_options options;
    options.remark = [&](const std::string& line) { said += line + "\n"; };
    picture_source source(data_of(encode_tiff_pages({{page, 0}, {page, FILETYPE_REDUCEDIMAGE}}, {})), options);
    source.page(0), source.page(0);
    BOOST_TEST(said == "x.tif: leaves out 1 preview or mask\n");
    if (format_by_name("OpenEXR")->open == nullptr) return;
    const std::string file = STOCKHAM_SOURCE_DIR "/tests/tools/expected/formats/colours_and_depth.exr";
    said.clear();
    picture_source(file, options).page(0);
    BOOST_TEST(said == file + ": leaves out channel Z\n");
}

BOOST_AUTO_TEST_SUITE_END()
