// EXIF data moves between formats, and damaged data is left out.
#include <cstring>

#include "format/decode.hpp"
#include "format/exif.hpp"
#include "picture_files.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

exif_entry entry_of(std::uint16_t tag, std::uint16_t type, std::uint32_t count, const bytes& value) {
    return {tag, type, count, value};
}

template <class Number>
bytes number_bytes(const std::vector<Number>& numbers) {
    return as_bytes(numbers);
}

// The tags of a photograph: texts, a time of exposure, a maker's note of odd length and a place.
exif_data photograph() {
    exif_data data;
    data.camera = {entry_of(271, 2, 6, {'M', 'a', 'k', 'e', 'r', 0}), entry_of(305, 2, 2, {'5', 0})};
    data.exposure = {entry_of(33434, 5, 1, number_bytes<std::uint32_t>({1, 250})),
                     entry_of(34855, 3, 1, number_bytes<std::uint16_t>({800})), entry_of(37500, 7, 5, {9, 8, 7, 6, 5})};
    data.position = {entry_of(1, 2, 2, {'N', 0}), entry_of(2, 5, 3, number_bytes<std::uint32_t>({47, 1, 22, 1, 5, 2}))};
    return data;
}

void check_same_tags(const exif_data& a, const exif_data& b) {
    for (const auto part : {&exif_data::camera, &exif_data::exposure, &exif_data::position}) {
        BOOST_REQUIRE((a.*part).size() == (b.*part).size());
        for (std::size_t i = 0; i < (a.*part).size(); ++i) {
            const exif_entry &x = (a.*part)[i], &y = (b.*part)[i];
            BOOST_TEST((x.tag == y.tag && x.type == y.type && x.count == y.count && x.value == y.value), x.tag);
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(exif)

BOOST_AUTO_TEST_CASE(exif_moves_between_formats) {
    const scratch_folder folder;
    picture image = random_picture(7, 5, 3, 8, 5);
    image.metadata.exif = encode_exif(photograph());
    check_same_tags(read_exif(image.metadata.exif), photograph());
    for (const auto& pages : {std::vector<picture>{image}, {image, image}})
        for (const picture& back : written_and_read(folder / "x.tif", pages))
            check_same_tags(read_exif(back.metadata.exif), photograph());
    for (const std::string name : {"y.jpg", "y.png"})
        check_same_tags(read_exif(written_and_read(folder / name, {image})[0].metadata.exif), photograph());
    // The directory of a BigTIFF file has wider entries.
    bytes big(16);
    const auto directory = encode_directory(photograph().camera, 16, true);
    big.insert(big.end(), directory.begin(), directory.end());
    const std::uint16_t order = is_big_endian_machine() ? 0x4d4d : 0x4949, version = 43;
    std::memcpy(&big[0], &order, 2), std::memcpy(&big[2], &version, 2);
    exif_data camera;
    camera.camera = photograph().camera;
    check_same_tags(read_exif(big, 16), camera);
}

BOOST_AUTO_TEST_CASE(damaged_exif_has_fewer_tags) {
    const bytes whole = encode_exif(photograph());
    for (std::size_t size = 0; size < whole.size(); ++size)
        read_exif(bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
    std::mt19937 random(3);
    for (int k = 0; k < 2000; ++k) {
        bytes damaged = whole;
        for (int i = 0; i < 3; ++i) damaged[random() % damaged.size()] = static_cast<std::uint8_t>(random());
        const exif_data data = read_exif(damaged);
        BOOST_TEST(encode_exif(data).size() < 100 * whole.size());
    }
    // Entries that share a long value do not multiply it.
    exif_data many;
    for (std::uint16_t k = 0; k < 1000; ++k) many.exposure.push_back(entry_of(k, 7, 1 << 16, bytes(1 << 16)));
    bytes file = encode_exif(many);
    BOOST_TEST(read_exif(file).exposure.size() < 64u);
}

BOOST_AUTO_TEST_SUITE_END()
