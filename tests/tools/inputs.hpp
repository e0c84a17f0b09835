// A folder with a few good and bad inputs. No test may change it.
#pragma once

#include "picture_files.hpp"

namespace stockham::tools::test {

struct inputs : scratch_folder {
    inputs() {
        const auto png = encode_png(random_picture(8, 8, 3, 8, 1));
        write_bytes(*this / "good.png", png);
        write_bytes(*this / "cut.png", {png.begin(), png.begin() + 60});
        write_bytes(*this / "empty.png", {});
        write_bytes(*this / "text.png", {'h', 'e', 'l', 'l', 'o'});
        const std::vector<std::uint8_t> data(64);
        write_bytes(*this / "good.npy", npy_bytes("<f4", "(4, 4)", data));
        write_bytes(*this / "fortran.npy", npy_bytes("<f4", "(4, 4)", data, "True"));
        write_bytes(*this / "short.npy", npy_bytes("<f4", "(4, 8)", data));
        write_bytes(*this / "long.npy", npy_bytes("<f4", "(4, 2)", data));
        write_bytes(*this / "type.npy", npy_bytes("<U4", "(4,)", data));
        write_bytes(*this / "wide.png", encode_png(random_picture(9, 8, 1, 8, 2)));
        write_bytes(*this / "black.png", encode_png(make_picture("test", 3, 3, 1, sample_type::u8)));
        write_bytes(*this / "pixel.png", encode_png(random_picture(1, 1, 1, 8, 3)));
        const picture page = random_picture(8, 8, 1, 8, 4);
        write_bytes(*this / "stack.tif", encode_tiff_pages({{page, 0}, {page, 0}}, {}));
        before = listing();
    }
    ~inputs() { BOOST_TEST(listing() == before); }
    std::string before;
};

}  // namespace stockham::tools::test
