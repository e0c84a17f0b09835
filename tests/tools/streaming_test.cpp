// Stacks are read, worked on and written page by page: memory holds a few pages, however many a file has. Files of one
// page each are a stack, too.
#include <sys/resource.h>

#include "command/many_files.hpp"
#include "picture_files.hpp"
#include "support/built_slow.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

constexpr std::size_t side = 512, page_count = 64;
constexpr std::size_t stack_bytes = side * side * 2 * page_count;

// A page of 16 bits; TIFF stores it without compression.
picture page_of(std::size_t k) {
    picture page = make_picture("test", side, side, 1, sample_type::u16);
    auto* samples = page.data<std::uint16_t>();
    for (std::size_t i = 0; i < page.pixels(); ++i) samples[i] = static_cast<std::uint16_t>(i * 31 + k * 977);
    page.metadata.uncompressed = true;
    return page;
}

void copy_stack(picture_source& source, const std::string& path, const write_options& options) {
    const picture first = source.page(0);
    picture_sink sink(path, options, {first.type, first.channels, source.pages(), first.alpha});
    for (std::size_t k = 0; k < source.pages(); ++k) {
        const picture page = source.page(k);
        sink.add(take_channels<float>(page), 0, page);
    }
    sink.finish();
}

void write_stack(const std::string& path) {
    picture_sink sink(path, {}, {sample_type::u16, 1, page_count, alpha_kind::none});
    for (std::size_t k = 0; k < page_count; ++k) sink.add(page_of(k));
    sink.finish();
}

// The bytes by which the memory of a child process, or of a decoder that it starts, grows in work().
template <class Work>
std::size_t memory_taken(Work work) {
    int ends[2];
    BOOST_REQUIRE(::pipe(ends) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const auto peak = [](int who) {
            rusage use{};
            ::getrusage(who, &use);
            return static_cast<std::size_t>(use.ru_maxrss) * 1024;
        };
        const std::size_t before = peak(RUSAGE_SELF);
        std::size_t taken = 0;
        try {
            work();
            taken = std::max(peak(RUSAGE_SELF), peak(RUSAGE_CHILDREN));
            taken -= std::min(taken, before);
        } catch (const std::exception&) {
            taken = std::size_t{1} << 40;
        }
        ::_exit(::write(ends[1], &taken, sizeof taken) == sizeof taken ? 0 : 1);
    }
    ::close(ends[1]);
    std::size_t taken = 0;
    BOOST_REQUIRE(::read(ends[0], &taken, sizeof taken) == sizeof taken);
    ::close(ends[0]);
    ::waitpid(child, nullptr, 0);
    return taken;
}

std::string error_text(const std::function<void()>& work) {
    try {
        work();
    } catch (const job_error& e) {
        return e.what();
    }
    return {};
}

const std::vector<std::string> stacks = {"s.tif", "s.npy", "s.npz", "s.pgm", "s.fits", "s.h5", "s.mrc", "s.nrrd"};

bool is_in_this_build(const std::string& name) {
    return format_by_extension(extension_of(name))->create != nullptr;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(streaming)

BOOST_AUTO_TEST_CASE(memory_holds_a_few_pages) {
    if (built_slow) return;  // AddressSanitizer keeps freed memory
    const scratch_folder folder;
    for (const std::string& name : stacks) {
        if (!is_in_this_build(name)) continue;
        write_stack(folder / name);
        for (const bool normalised : {false, true}) {
            // The writer of .npz collects its archive.
            const std::string out = folder / (name == "s.npz" ? "out.npy" : "out" + extension_of(name));
            write_options options;
            if (normalised) options.beyond = out_of_range::normalise;
            const std::size_t taken = memory_taken([&] {
                picture_source source(folder / name);
                copy_stack(source, out, options);
            });
            BOOST_TEST(taken < stack_bytes / 2, name << ": " << taken << " of " << stack_bytes);
            picture_source copied(out);
            BOOST_TEST(copied.pages() == page_count);
            if (!normalised) BOOST_TEST((copied.page(page_count - 1).bytes == page_of(page_count - 1).bytes), name);
        }
    }
}

BOOST_AUTO_TEST_CASE(pages_on_disk_are_those_in_memory) {
    const scratch_folder folder;
    for (const std::string& name : stacks) {
        if (!is_in_this_build(name)) continue;
        std::vector<picture> pages;
        for (unsigned k = 0; k < 3; ++k) pages.push_back(random_picture(70, 50, 1, 16, k));
        written_and_read(folder / name, pages);
        const bytes file = read_bytes(folder / name);
        // Damaged files are refused alike.
        for (const std::size_t size : {file.size(), file.size() - 4000, file.size() / 2, std::size_t{100}}) {
            const bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
            const std::string path = folder / ("cut" + extension_of(name));
            write_bytes(path, cut);
            std::vector<bytes> from_disk, from_memory;
            const auto read = [](picture_source source, std::vector<bytes>& to) {
                for (std::size_t k = source.pages(); k-- > 0;) to.push_back(source.page(k).bytes);
            };
            const std::string on_disk = error_text([&] { read(picture_source(path), from_disk); });
            const std::string in_memory = error_text([&] {
                read(picture_source({cut, path, {}, default_max_pixels, {}}, {}), from_memory);
            });
            const std::string same = path + ": broken FITS: ";  // cfitsio's words differ
            if (on_disk.find(same) != 0 || in_memory.find(same) != 0)
                BOOST_TEST(on_disk == in_memory, name << " of " << size << ": '" << on_disk << "', '" << in_memory);
            BOOST_TEST((from_disk == from_memory), name);
            if (size == file.size()) BOOST_TEST((from_disk.size() == 3u && from_disk[0] == pages[2].bytes), name);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_file_that_changes_is_refused) {
    const scratch_folder folder;
    const picture page = random_picture(64, 64, 1, 16, 1);
    for (const std::string name : {"s.tif", "s.npy"}) {
        written_and_read(folder / name, {page, page, page});
        picture_source source(folder / name);
        source.page(0);
        std::filesystem::resize_file(folder / name, 9000);
        const std::string why = error_text([&] { source.page(2); });
        BOOST_TEST(why.find(folder / name) == 0u + (why.find("cannot read") == 0 ? 12 : 0), why);
        BOOST_TEST(why.find("while it was read") != std::string::npos, why);
    }
}

BOOST_AUTO_TEST_CASE(normalised_stacks_keep_alpha_and_metadata) {
    const scratch_folder folder;
    picture page = random_picture(9, 7, 2, 16, 1);
    page.set_alpha(alpha_kind::straight);
    page.metadata.description = "ImageJ=1.54f\nslices=2\nhyperstack=true\n";
    write_options options;
    options.beyond = out_of_range::normalise;
    picture_sink sink(folder / "x.tif", options, {page.type, 2, 2, page.alpha});
    planes_of<double> low(9, 7), high(9, 7);
    low.values.assign(63, -10.5);
    high.values.assign(63, 30);
    high.values[5] = 0.25;
    sink.add(low, 0.5, page);
    sink.add(high, 0, page);
    const auto remarks = sink.finish();
    BOOST_TEST(remarks.at(0) == "values from -10 to 30; normalised to 0 to 65535");
    picture_source back(folder / "x.tif");
    const picture first = back.page(0), second = back.page(1);
    BOOST_TEST(first.at(0) == 0);
    BOOST_TEST(second.at(0) == 65535);
    BOOST_TEST(second.at(10) == std::floor(10.25 / 40 * 65535 + 0.5));
    for (std::size_t i = 1; i < page.samples(); i += 2) BOOST_TEST(second.at(i) == page.at(i));
    BOOST_TEST(first.metadata.description.find("slices=2") != std::string::npos);
    BOOST_TEST(folder.listing() == "x.tif");
}

BOOST_AUTO_TEST_CASE(frames_are_one_stack) {
    const scratch_folder folder;
    std::vector<picture> pages;
    for (const unsigned k : {1u, 2u, 10u}) {
        pages.push_back(random_picture(9, 7, 1, 16, k));
        write_bytes(folder / ("frame" + std::to_string(k) + ".png"), encode_png(pages.back()));
    }
    const auto frames = list_frames({folder / "frame*.png"});
    read_options options;
    options.frames = frames;
    picture_source source(frames.front(), options);
    BOOST_REQUIRE(source.pages() == 3u);
    for (const std::size_t k : {2u, 0u, 1u}) BOOST_TEST((source.page(k).bytes == pages[k].bytes));
    options.choice = {{'?', {{2, 3, 1}}}};
    picture_source last(frames.front(), options);
    BOOST_TEST((last.pages() == 2u && last.page(1).bytes == pages[2].bytes));
    options.choice.clear();
    const auto refused = [&](const std::string& name, const std::string& words) {
        options.frames.push_back(folder / name);
        picture_source mixed(frames.front(), options);
        mixed.page(0);
        BOOST_TEST(error_text([&] { mixed.page(3); }) == folder / name + words);
        options.frames.pop_back();
    };
    write_bytes(folder / "large.png", encode_png(random_picture(9, 8, 1, 16, 1)));
    refused("large.png",
            ": has 9 x 8 pixels of 1 channel of u2, but " + frames.front() + " has 9 x 7 pixels of 1 channel of u2");
    write_bytes(folder / "stack.tif", encode_tiff_pages({{pages[0], 0}, {pages[0], 0}}, {}));
    refused("stack.tif", ": has 2 pages; a frame of a stack has one");
    const auto sorted = [](const std::vector<std::string>& names) { return list_frames(names); };
    using names = std::vector<std::string>;
    BOOST_TEST(
        (sorted({"b2", "a10b1", "a9b20", "a9b3", "a009", "a"}) == names{"a", "a009", "a9b3", "a9b20", "a10b1", "b2"}));
    BOOST_CHECK_THROW(list_frames({folder / "none*.png"}), usage_error);
}

BOOST_AUTO_TEST_SUITE_END()
