// Picture files of other programs have the pixels that these programs say, and written files come back.
#include <cstring>

#include "expected.hpp"
#include "format/gzip.hpp"
#include "image/picture_sink.hpp"
#include "input.hpp"
#include "picture_files.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

namespace fs = std::filesystem;

bool is_included(const std::string& path) {
    const picture_format* format = format_by_extension(extension_of(name_without_gz(split_path(path).file)));
    return format != nullptr && format->open != nullptr;
}

void check_equal(const picture& a, const picture& b) {
    BOOST_TEST((a.type == b.type), name_of(a.type) << " and " << name_of(b.type));
    BOOST_TEST(a.width == b.width);
    BOOST_TEST(a.height == b.height);
    BOOST_TEST(a.channels == b.channels);
    BOOST_REQUIRE(a.samples() == b.samples());
    std::size_t different = 0;
    for (std::size_t i = 0; i < a.samples(); ++i)
        different += !(a.at(i) == b.at(i) || (std::isnan(a.at(i)) && std::isnan(b.at(i))));
    BOOST_TEST(different == 0u);
}

picture random_of(sample_type type, unsigned channels, unsigned seed) {
    picture image = make_picture("test", 13, 9, channels, type, usual_alpha(channels));
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0, 100);
    const auto mask = static_cast<unsigned>(image.white());
    fill(image, [&](double) {
        return is_float(type) ? static_cast<double>(normal(random)) : static_cast<double>(random() & mask);
    });
    return image;
}

// A sink for one page with these values as grey of type f8.
std::string write_values(const std::string& path, const write_options& options, const std::vector<double>& values,
                         double offset = 0, sample_type type = sample_type::f64) {
    planes_of<double> p(values.size(), 1);
    p.values = values;
    picture_sink sink(path, options, {type, 1, 1});
    sink.add(p, offset, make_picture("test", values.size(), 1, 1, type));
    std::string text;
    for (const std::string& line : sink.finish()) text += line;
    return text;
}

std::vector<double> values_of(const std::string& path) {
    const picture image = read_picture(path);
    std::vector<double> values;
    for (std::size_t i = 0; i < image.samples(); ++i) values.push_back(image.at(i));
    return values;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(formats)

// FILE@MEMBER.npy has the pixels of FILE:MEMBER, and @ in a member stands for a slash.
BOOST_AUTO_TEST_CASE(files_of_other_programs) {
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(expected_folder() + "formats")) {
        if (entry.path().extension() != ".npy") continue;
        std::string file = entry.path().string();
        file.resize(file.size() - 4);
        const std::size_t member = file.find('@');
        if (member != file.npos) {
            std::replace(file.begin() + static_cast<std::ptrdiff_t>(member), file.end(), '@', '/');
            file[member] = ':';
        }
        BOOST_TEST_CONTEXT(file) {
            if (!is_included(file)) continue;
            ++files;
            read_options keep;
            const auto read = [](const std::string& path) { return open_pages(read_picture_data(path)); };
            const auto pages = read(file), expected = read(entry.path().string());
            BOOST_TEST(pages->pages() == expected->pages());
            for (std::size_t k = 0; k < std::min(pages->pages(), expected->pages()); ++k)
                check_equal(pages->read(k), expected->read(k));
        }
    }
    BOOST_TEST_MESSAGE(files << " pictures of other programs");
    BOOST_TEST(files >= 16u);  // of the formats that every build has
}

BOOST_AUTO_TEST_CASE(every_format_returns_what_was_written) {
    const scratch_folder folder;
    for (const picture_format& format : picture_formats()) {
        if (format.create == nullptr || format.name == "JPEG" || format.name == "raw") continue;
        for (const sample_type type : {sample_type::u8, sample_type::u16, sample_type::f32, sample_type::f64})
            for (unsigned channels = 1; channels <= 4; ++channels)
                for (const unsigned count : {1u, 3u}) {
                    if ((format.types & bit_of(type)) == 0 || (format.channels & bit_of_channels(channels)) == 0)
                        continue;
                    if (count > 1 && !format.many_pages) continue;
                    if (format.name == "WebP" && channels != 3) continue;  // it has no grey; the next test has alpha
                    std::vector<picture> pages;
                    for (unsigned k = 0; k < count; ++k) pages.push_back(random_of(type, channels, k + channels));
                    write_options options;
                    options.quality = 100;
                    BOOST_TEST_CONTEXT(format.name << ", " << name_of(type) << ", " << channels << " channels") {
                        const auto back = written_and_read(folder / ("x" + format.extensions[0]), pages, options);
                        BOOST_REQUIRE(back.size() == count);
                        for (unsigned k = 0; k < count; ++k) check_equal(back[k], pages[k]);
                    }
                }
    }
}

BOOST_AUTO_TEST_CASE(lossy_formats_come_close) {
    const scratch_folder folder;
    picture image = make_picture("test", 40, 24, 3, sample_type::u8);
    for (std::size_t i = 0; i < image.samples(); ++i) image.set(i, static_cast<double>(40 + i / 3 % 40 * 4));
    for (const std::string name : {"x.jpg", "x.webp"}) {
        if (!is_included(name)) continue;
        write_options options;
        std::uintmax_t sizes[2];
        for (const int quality : {95, 20}) {
            options.quality = quality;
            const picture back = written_and_read(folder / name, {image}, options)[0];
            double worst = 0;
            for (std::size_t i = 0; i < image.samples(); ++i)
                worst = std::max(worst, std::abs(image.at(i) - back.at(i)));
            BOOST_TEST(worst < (quality == 95 ? 10 : 60), name << " " << quality << ": " << worst);
            sizes[quality == 95] = fs::file_size(folder / name);
        }
        BOOST_TEST(sizes[0] < sizes[1]);
    }
}

BOOST_AUTO_TEST_CASE(members_are_named) {
    const scratch_folder folder;
    const picture image = random_of(sample_type::f32, 1, 1);
    for (const std::string name : {"x.npz:first", "x.h5:/group/first", "x.fits[FIRST]", "y.fits:first"}) {
        if (!is_included(name)) continue;
        const std::string path = folder / name;
        check_equal(written_and_read(path, {image})[0], image);
        const std::string file = split_path(path).file;
        check_equal(read_picture(file), image);  // it is the only one
        expect_job_error([&] { read_picture(file + ":/other"); }, "it has ");
    }
    write_picture(image, folder / "x.tif");
    expect_job_error([&] { read_picture(folder / "x.tif:first"); }, "No such file");
}

BOOST_AUTO_TEST_CASE(arrays_in_hdf5_are_read_in_any_parts) {
    const std::string file = STOCKHAM_SOURCE_DIR "/tests/tools/expected/fft/parts.h5";
    const picture_format* format = format_by_name("HDF5");
    constexpr std::size_t elements = 5 * 6 * 7 * 3;
    std::mt19937 random(5);
    for (const char* member : {":/plain", ":/swapped", ":/packed"}) {
        if (format->array == nullptr) continue;
        const auto array = format->array(split_path(file + member));
        const std::size_t header = array->size() - 2 * elements;
        for (int k = 0; k < 300; ++k) {
            std::size_t first = random() % (2 * elements), end = random() % (2 * elements + 1);
            if (first > end) std::swap(first, end);
            std::vector<std::uint8_t> part(end - first);
            array->read_at(header + first, part.data(), part.size());
            std::size_t wrong = 0;
            for (std::size_t i = first; i < end; ++i) {
                const auto element = static_cast<std::uint16_t>(7 * (i / 2) % 1000);
                std::uint8_t bytes[2];
                std::memcpy(bytes, &element, 2);
                wrong += part[i - first] != bytes[i % 2];
            }
            BOOST_TEST(wrong == 0u, member << " bytes " << first << " to " << end);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_raw_file_needs_its_shape) {
    const scratch_folder folder;
    const picture image = random_of(sample_type::u16, 3, 1);
    write_picture(image, folder / "x.raw");
    read_options options;
    options.raw = raw_layout{{'u', 2, false}, {9, 13, 3}, std::nullopt};
    check_equal(read_picture(folder / "x.raw", options), image);
    options.raw->shape = {9, 13};
    expect_job_error([&] { read_picture(folder / "x.raw", options); }, "702 bytes, but 9x13 of u2");
    options.raw->shape = {std::size_t{1} << 20, 13, std::size_t{1} << 60};
    expect_job_error([&] { read_picture(folder / "x.raw", options); }, "x.raw");
    // A device never ends.
    options.raw = raw_layout{{'u', 1, false}, {10, 10}, std::nullopt};
    expect_job_error([&] { read_picture("/dev/zero", options); }, "/dev/zero: longer than 100 bytes");
    expect_job_error([&] { read_picture(folder / "x.raw"); }, "for a file without a header give --raw and --shape");
}

BOOST_AUTO_TEST_CASE(a_raw_file_may_have_a_header) {
    const scratch_folder folder;
    const picture image = random_of(sample_type::u16, 1, 1);
    bytes file(100, 7);
    file.insert(file.end(), image.bytes.begin(), image.bytes.end());
    file.resize(file.size() + 5, 8);
    write_bytes(folder / "x.raw", file);
    read_options options;
    options.raw = raw_layout{{'u', 2, false}, {9, 13}, std::nullopt};
    expect_job_error([&] { read_picture(folder / "x.raw", options); },
                     "339 bytes, but 9x13 of u2 (--shape, --raw) needs 234");
    options.raw->offset = 100;
    check_equal(read_picture(folder / "x.raw", options), image);
    // The second page begins where the user says.
    options.raw->shape = {2, 9};
    options.raw->offset = 100 + 3 * 26 + 8;
    const picture part = read_picture(folder / "x.raw", options);
    BOOST_TEST(part.at(0) == image.at(3 * 13 + 4));
    for (const std::size_t offset : {std::size_t{106}, std::size_t{400}, std::size_t{1} << 60}) {
        options.raw = raw_layout{{'u', 2, false}, {9, 13}, offset};
        expect_job_error([&] { read_picture(folder / "x.raw", options); },
                         "339 bytes, but 9x13 of u2 (--shape, --raw) behind " + std::to_string(offset) +
                             " bytes (--offset) needs 234");
    }
    // A device never ends, and a pipe cannot be searched.
    options.raw = raw_layout{{'u', 1, false}, {10, 10}, 3000000};
    BOOST_TEST(read_picture("/dev/zero", options).at(99) == 0);
    expect_job_error([&] { read_picture("/dev/null", options); }, "/dev/null: 0 bytes, but 10x10 of u1");
}

BOOST_AUTO_TEST_CASE(extensions_of_fits) {
    const std::string file = expected_folder() + "formats/extensions.fits.gz";
    if (!is_included(file)) return;
    const auto same = [&](const std::string& a, const std::string& b) {
        check_equal(read_picture(file + a), read_picture(file + b));
    };
    same("", "[SCI]"), same("[1]", "[SCI]"), same(":sci", "[SCI]"), same("[SCI,1]", "[SCI]");
    same("[ERR,2]", "[3]"), same("[ERR]", "[2]"), same("[PACKED]", "[5]");
    expect_job_error([&] { read_picture(file + "[DQ]"); },
                     "it has no extension DQ; it has 0, 1 (SCI), 2 (ERR), 3 (ERR), 4 (LIST), 5 (PACKED)");
    for (const char* name : {"[6]", "[99999]", "[123456789]", "[ERR,3]", "[,1]"})
        expect_job_error([&] { read_picture(file + name); }, "it has no extension ");
    expect_job_error([&] { read_picture(file + std::string(1, '[') + std::string(5000, 'x') + "]"); }, "no extension");
    for (const char* name : {"[0]", "[LIST]"}) expect_job_error([&] { read_picture(file + name); }, "is no image");
    const scratch_folder folder;
    expect_job_error([&] { write_picture(random_picture(9, 7, 1, 8, 1), folder / "x.fits[2]"); }, "needs a name");
    // The whole name of a file goes first.
    write_picture(random_picture(9, 7, 1, 8, 1), folder / "x.fits");
    fs::rename(folder / "x.fits", folder / "x.fits[2]");
    BOOST_TEST(read_picture(folder / "x.fits[2]").width == 9u);
}

BOOST_AUTO_TEST_CASE(packed_files) {
    const scratch_folder folder;
    const picture image = random_of(sample_type::u8, 1, 1);
    const bytes packed = pack(encode_png(image));
    check_equal(decode_picture(packed, "x"), image);
    bytes two = pack({packed.begin(), packed.begin()});  // an empty member, then another
    two.insert(two.end(), packed.begin(), packed.end());
    two.resize(two.size() + 512);  // filled up
    check_equal(decode_picture(two, "x"), image);
    expect_job_error([&] { decode_picture(pack(packed), "x"); }, "x: not a picture in a known format");
    expect_job_error([&] { decode_picture(pack(bytes(99, 'a')), "x"); }, "x: not a picture in a known format");
    expect_job_error([&] { decode_picture({packed.begin(), packed.end() - 20}, "x"); }, "x: broken gzip");
    bytes damaged = packed;
    damaged[damaged.size() - 6] ^= 1;  // the checksum
    expect_job_error([&] { decode_picture(damaged, "x"); }, "x: broken gzip");
    // 100 MB of nothing behind a picture.
    bytes much = encode_png(image);
    much.resize(100000000);
    expect_job_error([&] { decode_picture(pack(much), "x", 1000); },
                     "x: unpacks to more than 64.0 MiB (see --max-pixels)");
    write_bytes(folder / "x.png.gz", packed);
    check_equal(read_picture(folder / "x.png.gz"), image);
}

BOOST_AUTO_TEST_CASE(profile_exif_and_resolution_are_kept) {
    const scratch_folder folder;
    // A profile as far as libpng checks it: its length, signature, white point, and a table of one tag with noise.
    bytes profile(1024);
    std::mt19937 random(1);
    std::generate(profile.begin() + 144, profile.end(), [&] { return static_cast<std::uint8_t>(random()); });
    profile[2] = 4, profile[8] = 2, profile[131] = 1, profile[139] = 144, profile[142] = 3, profile[143] = 112;
    std::memcpy(&profile[132], "cprt", 4);
    std::memcpy(&profile[12], "mntrGRAYXYZ ", 12);
    std::memcpy(&profile[36], "acsp", 4);
    const std::uint8_t white[] = {0, 0, 0xf6, 0xd6, 0, 1, 0, 0, 0, 0, 0xd3, 0x2d};
    std::memcpy(&profile[68], white, sizeof white);
    picture image = random_of(sample_type::u8, 1, 5);
    image.metadata.icc = profile;
    image.metadata.exif = exif_block(1, true);
    image.metadata.across = 300;
    image.metadata.down = 150;
    for (const std::string name : {"x.png", "x.jpg", "x.tif"}) {
        const picture back = written_and_read(folder / name, {image})[0];
        BOOST_TEST((back.metadata.icc == profile), name);
        BOOST_TEST(std::abs(back.metadata.across - 300) < 0.02, name);
        BOOST_TEST(std::abs(back.metadata.down - 150) < 0.02, name);
        // In TIFF, the orientation is a tag of the picture.
        BOOST_TEST((back.metadata.exif == (name == "x.tif" ? bytes() : image.metadata.exif)), name);
    }
    if (is_included("x.webp")) {
        const picture back = written_and_read(folder / "x.webp", {image})[0];
        BOOST_TEST((back.metadata.icc == profile));
        BOOST_TEST((back.metadata.exif == image.metadata.exif));
    }
    // A picture that was turned upright says so.
    const bytes turned = with_chunk(encode_png(random_of(sample_type::u8, 1, 5)), "eXIf", exif_block(6, false));
    BOOST_TEST((decode_picture(turned, "x").metadata.exif == exif_block(1, false)));
}

BOOST_AUTO_TEST_CASE(values_out_of_range) {
    const scratch_folder folder;
    const std::string path = folder / "x.tif";
    write_options options;
    options.type = sample_type::u8;
    // Half a level is rounding.
    BOOST_TEST(write_values(path, options, {-0.4, 0, 254.6, 255.4}) == "");
    BOOST_TEST((values_of(path) == std::vector<double>{0, 0, 255, 255}));
    expect_job_error(
        [&] {
            write_values(folder / "none.tif", options, {-0.6, 7, 300, 8});
        },
        "2 of 4 samples (50 %) are outside the range of u1, 0 to 255, by more than rounding: values from "
        "-0.6 to 300; choose --clip, --normalise");
    BOOST_TEST(!fs::exists(folder / "none.tif"));
    options.beyond = out_of_range::clip;
    BOOST_TEST(write_values(path, options, {-0.6, 7, 300, 8}) ==
               "values from -0.6 to 300; clipped 2 of 4 samples (50 %) to 0 to 255");
    BOOST_TEST((values_of(path) == std::vector<double>{0, 7, 255, 8}));
    options.beyond = out_of_range::normalise;
    BOOST_TEST(write_values(path, options, {-1, 1, 3}, 10) == "values from 9 to 13; normalised to 0 to 255");
    BOOST_TEST((values_of(path) == std::vector<double>{0, 128, 255}));
    options.type = sample_type::f64;
    BOOST_TEST(write_values(path, options, {-1, 1, 3}) == "values from -1 to 3; normalised to 0 to 1");
    BOOST_TEST((values_of(path) == std::vector<double>{0, 0.5, 1}));
    BOOST_TEST(write_values(path, options, {5, 5}) == "values from 5 to 5; normalised to 0 to 1");
    BOOST_TEST((values_of(path) == std::vector<double>{0, 0}));
}

BOOST_AUTO_TEST_CASE(types_of_an_output) {
    const scratch_folder folder;
    write_options options;
    // Integers of another width keep white; floating point keeps the number.
    options.type = sample_type::u8;
    write_values(folder / "x.png", options, {0, 65535, 32896}, 0, sample_type::u16);
    BOOST_TEST((values_of(folder / "x.png") == std::vector<double>{0, 255, 128}));
    options.type = sample_type::f32;
    write_values(folder / "x.tif", options, {0, 65535, 32896}, 0, sample_type::u16);
    BOOST_TEST((values_of(folder / "x.tif") == std::vector<double>{0, 65535, 32896}));
    // A format takes the nearest type that it has.
    options.type.reset();
    write_values(folder / "x.pfm", options, {-1.5, 3}, 0, sample_type::f64);
    BOOST_TEST((read_picture(folder / "x.pfm").type == sample_type::f32));
    expect_job_error([&] { write_values(folder / "y.png", options, {1, 3}); }, "PNG holds u1, u2, the result is f8");
    options.beyond = out_of_range::normalise;
    write_values(folder / "y.png", options, {1, 3});
    BOOST_TEST((values_of(folder / "y.png") == std::vector<double>{0, 65535}));
    expect_job_error(
        [&] {
            picture_sink(folder / "z.png", {}, {sample_type::u8, 1, 2});
        },
        "PNG holds one page, the input has 2");
    expect_job_error(
        [&] {
            picture_sink(folder / "z.jpg", {}, {sample_type::u8, 4, 1, alpha_kind::straight});
        },
        "JPEG cannot hold colours and alpha");
}

BOOST_AUTO_TEST_CASE(numbers_that_are_not_finite) {
    const scratch_folder folder;
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<double> values = {1, std::nan(""), 3, infinity, 5, -infinity};
    write_bytes(folder / "x.npy", npy_bytes("<f8", "(2, 3)", as_bytes(values)));
    expect_job_error([&] { read_picture(folder / "x.npy"); },
                     "3 of 6 samples (50 %) are NaN or infinite, the first in row 0, column 1 (--nan V replaces them)");
    read_options options;
    options.not_finite = -2;
    const picture image = read_picture(folder / "x.npy", options);
    for (const std::size_t i : {1u, 3u, 5u}) BOOST_TEST(image.at(i) == -2);
    BOOST_TEST(image.at(4) == 5);
}

BOOST_AUTO_TEST_CASE(pages_must_be_alike) {
    const picture page = random_picture(9, 7, 1, 8, 1);
    const auto refused = [&](const picture& other, const std::string& words) {
        picture_data data{
            encode_tiff_pages({{page, 0}, {page, 0}, {other, 0}}, {}), "x.tif", {}, default_max_pixels, {}};
        picture_source source(std::move(data), {});
        BOOST_TEST(source.pages() == 3u);
        source.page(0), source.page(1);
        expect_job_error([&] { source.page(2); }, words);
    };
    refused(random_picture(9, 8, 1, 8, 1),
            "x.tif: page 3 has 9 x 8 pixels of 1 channel of u1, the first has 9 x 7 pixels of 1 channel of u1");
    refused(random_picture(9, 7, 3, 8, 1), "page 3 has 9 x 7 pixels of 3 channels of u1");
    refused(random_picture(9, 7, 1, 16, 1), "page 3 has 9 x 7 pixels of 1 channel of u2");
}

BOOST_AUTO_TEST_CASE(the_table_is_complete) {
    std::vector<std::string> extensions;
    for (const picture_format& format : picture_formats()) {
        BOOST_TEST((format.create != nullptr) == (format.open != nullptr && format.is_written()), format.name);
        BOOST_TEST((format.open != nullptr || !format.library.empty()), format.name);
        BOOST_TEST((format.types == 0) == (format.channels == 0), format.name);
        for (const magic_bytes& magic : format.magics)
            BOOST_TEST(magic.at + magic.bytes.size() <= most_magic_bytes, format.name);
        BOOST_TEST((&format == format_by_name(format.name)));
        for (const std::string& extension : format.extensions) {
            BOOST_TEST((&format == format_by_extension(extension)), extension);
            BOOST_TEST((output_name_error(output_kind::picture, "x" + extension) == "") == format.is_written());
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
