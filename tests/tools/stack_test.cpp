// Stacks: planes with one directory, and the axes that descriptions state.
#include "format/stack_axes.hpp"
#include "tiff_bytes.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

constexpr std::uint16_t description = 270;

void check_planes(const bytes& file, std::size_t planes, const std::vector<std::uint16_t>& samples) {
    const auto pages = open_pages(data_of(file));
    BOOST_REQUIRE(pages->pages() == planes);
    const std::size_t n = samples.size() / planes;
    for (const std::size_t k : {planes - 1, std::size_t{0}}) {
        const auto first = samples.begin() + static_cast<std::ptrdiff_t>(k * n);
        BOOST_TEST(
            (levels(pages->read(k)) == std::vector<std::uint16_t>(first, first + static_cast<std::ptrdiff_t>(n))));
    }
}

std::string description_in(const std::string& path) {
    TIFF* tiff = TIFFOpen(path.c_str(), "r");
    char* text = nullptr;
    const std::string found = TIFFGetField(tiff, TIFFTAG_IMAGEDESCRIPTION, &text) != 0 ? text : "";
    TIFFClose(tiff);
    return found;
}

// All pages, written again.
void copy_pages(const bytes& file, const std::string& path) {
    picture_source source(data_of(file), {});
    const picture first = source.page(0);
    picture_sink sink(path, {}, {first.type, first.channels, source.pages(), first.alpha});
    for (std::size_t k = 0; k < source.pages(); ++k) sink.add(source.page(k));
    sink.finish();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stacks)

BOOST_AUTO_TEST_CASE(planes_with_one_directory_are_pages) {
    const scratch_folder folder;
    const auto samples = counted(5 * 6 * 4);
    const std::string imagej = "ImageJ=1.54f\nimages=5\nslices=5\nunit=um\nmin=0.0\n";
    for (const bool big_endian : {false, true}) {
        const bytes file = tiff_of({6, 4}, {text_tag(description, imagej)}, samples, big_endian);
        check_planes(file, 5, samples);
        copy_pages(file, folder / "x.tif");
        // ImageJ takes a file that names its images for planes with one directory.
        BOOST_TEST(description_in(folder / "x.tif") == "ImageJ=1.54f\nslices=5\nmin=0.0\n");
        check_planes(read_bytes(folder / "x.tif"), 5, samples);
        const std::string shape = "{\"shape\": [5, 4, 6], \"truncated\": true}";
        const bytes shaped = tiff_of({6, 4}, {text_tag(description, shape)}, samples, big_endian);
        check_planes(shaped, 5, samples);
        copy_pages(shaped, folder / "y.tif");
        BOOST_TEST(description_in(folder / "y.tif") == "{\"shape\": [5, 4, 6]}");
        // MetaMorph states the number of planes by that of the entries of a tag, six longs each.
        check_planes(tiff_of({6, 4}, {{33629, 5, std::vector<double>(10, 1)}}, samples, big_endian), 5, samples);
    }
    const auto rgb = counted(3 * 6 * 4 * 3);
    check_planes(tiff_of({6, 4, 3, PHOTOMETRIC_RGB}, {text_tag(description, "ImageJ=1\nimages=3\n")}, rgb), 3, rgb);
}

BOOST_AUTO_TEST_CASE(planes_that_are_missing_are_said) {
    const auto samples = counted(5 * 6 * 4);
    const auto file = [&](const std::string& text, std::size_t there) {
        const auto end = samples.begin() + static_cast<std::ptrdiff_t>(there * 24);
        return tiff_of({6, 4}, {text_tag(description, text)}, {samples.begin(), end});
    };
    expect_job_error([&] { open_pages(data_of(file("ImageJ=1\nimages=5\n", 3))); },
                     "x.tif: broken TIFF: the file ends after 3 of 5 planes");
    // A description that was copied from another file.
    const auto pages = open_pages(data_of(file("ImageJ=1\nimages=5\n", 1)));
    BOOST_TEST(pages->pages() == 1u);
    BOOST_TEST((pages->left_out() == left_out_list{"4 planes that its description states and the file does not have"}));
    expect_job_error(
        [&] {
            open_pages(data_of(
                tiff_of({6, 4}, {{33629, 5, std::vector<double>(10, 1)}}, {samples.begin(), samples.begin() + 24})));
        },
        "the file ends after 1 of 5 planes");
}

BOOST_AUTO_TEST_CASE(descriptions_state_axes) {
    const auto axes = [](const std::string& text, std::size_t pages) { return axes_text(axes_of_stack(text, pages)); };
    BOOST_TEST(axes("ImageJ=1\nimages=12\nchannels=2\nslices=3\nframes=2\n", 12) == "2 times x 3 slices x 2 channels");
    BOOST_TEST(axes("ImageJ=1\nimages=12\nchannels=2\nslices=3\nframes=2\n", 11) == "");
    BOOST_TEST(axes("ImageJ=1\nimages=5\nframes=5\n", 5) == "5 times");
    const auto ome = [&](const std::string& order, const std::string& channel = "") {
        return axes("<?xml version=\"1.0\"?><OME><Image><Pixels ID=\"P\" DimensionOrder=\"" + order +
                        "\" SizeC=\"2\" SizeT=\"3\" SizeX=\"6\" SizeY=\"4\" SizeZ=\"5\">" + channel +
                        "</Pixels></Image></OME>",
                    channel.empty() ? 30 : 15);
    };
    BOOST_TEST(ome("XYCZT") == "3 times x 5 slices x 2 channels");
    BOOST_TEST(ome("XYZTC") == "2 channels x 3 times x 5 slices");
    BOOST_TEST(ome("XYCZT", "<Channel ID=\"C\" SamplesPerPixel=\"2\"/>") == "3 times x 5 slices");
    BOOST_TEST(axes("{\"shape\": [2, 3, 4, 6], \"axes\": \"TZYX\"}", 6) == "2 times x 3 slices");
    BOOST_TEST(axes("{\"shape\": [2, 3, 4, 6]}", 6) == "2 pages x 3 pages");
    BOOST_TEST(axes("some text", 6) == "");
    for (const std::string broken : {"ImageJ=", "ImageJ=1\nframes=-2\nslices=99999999999999999999", "<OME",
                                     "<OME><Pixels SizeC=", "{\"shape\": [", "{\"shape\": ]["})
        BOOST_TEST(axes(broken, 6) == "", broken);
}

BOOST_AUTO_TEST_CASE(arrays_have_axes_without_names) {
    const auto pages = open_pages(data_of(npy_bytes("|u1", "(2, 1, 3, 4, 6)", bytes(144)), "x.npy"));
    BOOST_TEST(axes_text(pages->axes()) == "2 pages x 3 pages");
}

BOOST_AUTO_TEST_CASE(commands_refuse_axes_that_they_would_mix) {
    const scratch_folder folder;
    const std::string imagej = "ImageJ=1\nimages=12\nchannels=2\nslices=3\nframes=2\nhyperstack=true\n";
    write_bytes(folder / "hyper.tif", tiff_of({6, 4}, {text_tag(description, imagej)}, counted(12 * 24)));
    write_bytes(folder / "times.tif",
                tiff_of({6, 4}, {text_tag(description, "ImageJ=1\nimages=5\nframes=5\n")}, counted(5 * 24)));
    expect_failure(folder, "$S deconvolve hyper.tif gaussian:1 -o x.tif --volume", job,
                   "hyper.tif: its pages are 2 times x 3 slices x 2 channels; --volume needs the slices of one volume");
    expect_failure(folder, "$S deconvolve times.tif gaussian:1 -o x.tif --volume", job, "its pages are 5 times");
    expect_failure(folder, "$S register hyper.tif --reference first", job,
                   "its pages are 2 times x 3 slices x 2 channels; register compares pages along one axis");
    expect_failure(folder, "$S register times.tif hyper.tif", job, "register compares pages along one axis");
}

BOOST_AUTO_TEST_CASE(numbers_along_axes_choose_pages) {
    const auto chosen = [](const std::string& axes_of, std::size_t pages, const page_choice& choice) {
        return choose_pages(choice, axes_of_stack(axes_of, pages), pages, "x.tif");
    };
    const std::string hyper = "ImageJ=1\nimages=12\nchannels=2\nslices=3\nframes=2\n";
    const auto second = chosen(hyper, 12, {{'C', {{2, 2, 1}}}});
    BOOST_TEST((second.pages == std::vector<std::size_t>{1, 3, 5, 7, 9, 11}));
    BOOST_TEST(axes_text(second.axes) == "2 times x 3 slices");
    const auto one = chosen(hyper, 12, {{'T', {{2, 2, 1}}}, {'Z', {{1, 3, 2}}}, {'C', {{1, 1, 1}}}});
    BOOST_TEST((one.pages == std::vector<std::size_t>{6, 10}));
    BOOST_TEST((axes_text(one.axes) == "2 slices" && one.uneven == "Z"));
    BOOST_TEST((chosen("", 5, {{'?', *read_ranges("4-,1")}}).pages == std::vector<std::size_t>{0, 3, 4}));
    BOOST_TEST((chosen(hyper, 12, {{'?', *read_ranges("1-9-4")}}).pages == std::vector<std::size_t>{0, 4, 8}));
    BOOST_TEST(chosen("", 1, {{'C', {{1, 1, 1}}}}).pages.size() == 1u);
    const auto refused = [&](const std::string& axes_of, std::size_t pages, char axis, const std::string& list,
                             const std::string& words) {
        expect_job_error([&] { chosen(axes_of, pages, {{axis, *read_ranges(list)}}); }, words);
    };
    refused(hyper, 12, 'C', "3", "x.tif: --channel: there is no number 3, it has 2 channels");
    refused("ImageJ=1\nframes=5\n", 5, 'Z', "2", "x.tif: --slice: there is no number 2, it has 1 slice");
    refused("", 5, 'T', "2", "x.tif: --time: the file does not name the axis of its 5 pages; --page chooses by number");
    for (const char* broken : {"", "0", "-", "x", "2-1", "1-2-3-4", "1,,2", "1-x", "-3", "1-5-0", "1-5-"})
        BOOST_TEST(!read_ranges(broken), broken);
}

BOOST_AUTO_TEST_CASE(chosen_pages_state_their_axes) {
    const scratch_folder folder;
    const auto samples = counted(12 * 24);
    const auto copied = [&](const std::string& text, const page_choice& choice) {
        read_options options;
        options.choice = choice;
        std::vector<std::string> left_out;
        picture_source source(data_of(tiff_of({6, 4}, {text_tag(description, text)}, samples)), options);
        picture_sink sink(folder / "x.tif", {}, {sample_type::u16, 1, source.pages(), alpha_kind::none});
        for (std::size_t k = 0; k < source.pages(); ++k) sink.add(source.page(k));
        for (const std::string& remark : sink.finish()) left_out.push_back(remark);
        return description_in(folder / "x.tif") + (left_out.empty() ? "" : left_out.front());
    };
    const std::string hyper = "ImageJ=1\nimages=12\nchannels=2\nslices=3\nframes=2\nhyperstack=true\n"
                              "mode=composite\nspacing=0.5\nfinterval=2\n";
    BOOST_TEST(copied(hyper, {{'C', {{2, 2, 1}}}}) ==
               "ImageJ=1\nspacing=0.5\nfinterval=2\nframes=2\nslices=3\nhyperstack=true\n");
    BOOST_TEST(copied(hyper, {{'T', {{2, 2, 1}}}, {'Z', {{1, 3, 2}}}}) ==
               "ImageJ=1\nmode=composite\nfinterval=2\nslices=2\nchannels=2\nhyperstack=true\n");
    const std::string shaped = "{\"shape\": [2, 3, 2, 4, 6], \"axes\": \"TZCYX\", \"truncated\": true}";
    BOOST_TEST(copied(shaped, {{'Z', {{3, 3, 1}}}}) == "ImageJ=1.11a\nframes=2\nchannels=2\nhyperstack=true\n");
    const std::string ome = "<?xml version=\"1.0\"?><OME><Image><Pixels ID=\"P\" DimensionOrder=\"XYCZT\" SizeC=\"2\" "
                            "SizeT=\"2\" SizeX=\"6\" SizeY=\"4\" SizeZ=\"3\"/></Image></OME>";
    picture_metadata m;
    m.description = ome;
    restate_choice(m, choose_pages({{'C', {{1, 1, 1}}}}, axes_of_stack(ome, 12), 12, "x"));
    BOOST_TEST(m.description == "ImageJ=1.11a\nframes=2\nslices=3\nhyperstack=true\n");
    BOOST_TEST((m.left_out == std::vector<std::string>{"OME-XML"}));
}

BOOST_AUTO_TEST_CASE(commands_take_the_chosen_pages) {
    const scratch_folder folder;
    const std::string imagej = "ImageJ=1\nimages=12\nchannels=2\nslices=3\nframes=2\nhyperstack=true\n";
    write_bytes(folder / "hyper.tif", tiff_of({6, 4}, {text_tag(description, imagej)}, counted(12 * 24)));
    expect_failure(folder, "$S deconvolve hyper.tif gaussian:1 -o x.tif --volume --channel 1", job,
                   "hyper.tif: its pages are 2 times x 3 slices; --volume needs the slices of one volume");
    expect_failure(folder, "$S register hyper.tif --reference first --slice 2", job,
                   "its pages are 2 times x 2 channels; register compares pages along one axis");
    expect_failure(folder, "$S focus hyper.tif --channel 3", job, "--channel: there is no number 3, it has 2 channels");
    expect_failure(folder, "$S focus hyper.tif --channel 0", usage, "--channel: '0' is no list of numbers from 1");
    expect_failure(folder, "$S focus hyper.tif --channel 1 --page 2", usage, "--page");
    expect_failure(folder, "$S filter 'hyp*.tif' --stack --low-pass 0.1 -o x/", usage,
                   "--output: --stack makes one file of all inputs");
    expect_failure(folder, "$S focus 'none*.tif' --stack", usage, "no file matches none*.tif");
}

BOOST_AUTO_TEST_SUITE_END()
