// EXIF data: the directories of tags that cameras write, as entries that move between files.
#include "format/exif.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "format/decode.hpp"

namespace stockham::tools {

namespace {

constexpr std::uint16_t exposure_tag = 34665, position_tag = 34853;
constexpr std::uint16_t interoperability_tag = 40965;  // the offset of a directory that is not kept
// Document, description, maker, model, page, software, date, artist, computer and copyright: texts.
constexpr std::uint16_t camera_tags[] = {269, 270, 271, 272, 285, 305, 306, 315, 316, 33432};
constexpr std::uint16_t long_type = 4;

constexpr std::uint16_t last_exif_type = 12;  // offsets of directories and the types of BigTIFF follow

// The bytes of a number of this type, and of its parts with a byte order of their own; nothing for an unknown type.
struct type_size {
    std::size_t all, part;
};
std::optional<type_size> size_of_type(std::uint16_t type) {
    static constexpr type_size sizes[] = {{0, 0}, {1, 1}, {1, 1}, {2, 2}, {4, 4}, {8, 4}, {1, 1},
                                          {1, 1}, {2, 2}, {4, 4}, {8, 4}, {4, 4}, {8, 8}, {4, 4},
                                          {0, 0}, {0, 0}, {8, 8}, {8, 8}, {8, 8}};
    if (type >= std::size(sizes) || sizes[type].all == 0) return std::nullopt;
    return sizes[type];
}

// Numbers at places of a file; those beyond its end are 0.
class tag_file {
  public:
    explicit tag_file(const file_bytes& bytes) : bytes_(bytes) {
        if (bytes.size() < 8) return;
        big_endian_ = bytes[0] == 'M';
        valid_ = bytes[0] == bytes[1] && (bytes[0] == 'M' || bytes[0] == 'I');
        big_tiff_ = number(2, 2) == 43;
        valid_ = valid_ && (big_tiff_ || number(2, 2) == 42);
    }

    bool is_valid() const noexcept { return valid_; }
    std::uint64_t main_directory() const { return big_tiff_ ? number(8, 8) : number(4, 4); }

    // Calls use(tag, type, count, place of the value) for each entry of a directory.
    template <class Use>
    void for_each_entry(std::uint64_t directory, Use use) const {
        const std::uint64_t head = big_tiff_ ? 8 : 2, entry = big_tiff_ ? 20 : 12, room = big_tiff_ ? 8 : 4;
        if (directory == 0 || directory >= bytes_.size()) return;
        const std::uint64_t fitting = (bytes_.size() - directory) / entry;
        const std::uint64_t entries = std::min(number(directory, head), fitting);
        for (std::uint64_t k = 0; k < entries; ++k) {
            const std::uint64_t at = directory + head + k * entry;
            const auto type = static_cast<std::uint16_t>(number(at + 2, 2));
            const std::uint64_t count = number(at + 4, room), inside = at + 4 + room;
            const auto size = size_of_type(type);
            if (!size || count > bytes_.size()) continue;
            const std::uint64_t place = count * size->all <= room ? inside : number(inside, room);
            if (place > bytes_.size() || count * size->all > bytes_.size() - place) continue;
            use(static_cast<std::uint16_t>(number(at, 2)), type, static_cast<std::uint32_t>(count), place);
        }
    }

    exif_entry entry_of(std::uint16_t tag, std::uint16_t type, std::uint32_t count, std::uint64_t place) const {
        const type_size size = *size_of_type(type);
        exif_entry entry{tag, type, count, bytes_.part(static_cast<std::size_t>(place), count * size.all)};
        if (big_endian_ != is_big_endian_machine())
            for (auto part = entry.value.begin(); part != entry.value.end();
                 part += static_cast<std::ptrdiff_t>(size.part))
                std::reverse(part, part + static_cast<std::ptrdiff_t>(size.part));
        return entry;
    }

    std::uint64_t number(std::uint64_t at, std::uint64_t bytes) const {
        std::uint64_t value = 0;
        if (at > bytes_.size() || bytes_.size() - at < bytes) return value;
        for (std::uint64_t i = 0; i < bytes; ++i)
            value = value << 8 | bytes_[static_cast<std::size_t>(at + (big_endian_ ? i : bytes - 1 - i))];
        return value;
    }

  private:
    const file_bytes& bytes_;
    bool big_endian_ = false, big_tiff_ = false, valid_ = false;
};

// Collects entries as long as they fit the limit of a picture's metadata: entries of a damaged file may share bytes.
class collector {
  public:
    explicit collector(const tag_file& file) : file_(file) {}

    exif_data collect(std::uint64_t directory) {
        exif_data data;
        file_.for_each_entry(
            directory, [&](std::uint16_t tag, std::uint16_t type, std::uint32_t count, std::uint64_t at) {
                if (tag == exposure_tag || tag == position_tag) {
                    auto& entries = tag == exposure_tag ? data.exposure : data.position;
                    entries = entries_of(file_.number(at, size_of_type(type)->all));
                } else if (type == 2 && count > 0 &&
                           std::find(std::begin(camera_tags), std::end(camera_tags), tag) != std::end(camera_tags)) {
                    if (add(data.camera, tag, type, count, at))
                        data.camera.back().value.back() = 0;  // the end of a text
                }
            });
        return data;
    }

    std::vector<exif_entry> collect(std::uint64_t directory, bool (*wanted)(std::uint16_t)) {
        std::vector<exif_entry> entries;
        file_.for_each_entry(directory,
                             [&](std::uint16_t tag, std::uint16_t type, std::uint32_t count, std::uint64_t at) {
                                 if (wanted(tag)) add(entries, tag, type, count, at);
                             });
        return entries;
    }

  private:
    std::vector<exif_entry> entries_of(std::uint64_t directory) {
        std::vector<exif_entry> entries;
        file_.for_each_entry(directory,
                             [&](std::uint16_t tag, std::uint16_t type, std::uint32_t count, std::uint64_t at) {
                                 if (tag != interoperability_tag && type <= last_exif_type)
                                     add(entries, tag, type, count, at);
                             });
        return entries;
    }

    bool add(std::vector<exif_entry>& to, std::uint16_t tag, std::uint16_t type, std::uint32_t count,
             std::uint64_t at) {
        const std::size_t bytes = sizeof(exif_entry) + count * size_of_type(type)->all;
        if (bytes > left_) return false;
        left_ -= bytes;
        to.push_back(file_.entry_of(tag, type, count, at));
        return true;
    }

    const tag_file& file_;
    std::size_t left_ = most_metadata_bytes;
};

template <class Number>
void append(std::vector<std::uint8_t>& to, Number number) {
    std::uint8_t bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    to.insert(to.end(), bytes, bytes + sizeof number);
}

exif_entry pointer_to(std::uint16_t tag, std::uint32_t offset) {
    exif_entry entry{tag, long_type, 1, {}};
    append(entry.value, offset);
    return entry;
}

}  // namespace

exif_data read_exif(const file_bytes& file, std::uint64_t offset) {
    const tag_file tags(file);
    if (!tags.is_valid()) return {};
    return collector(tags).collect(offset);
}

std::vector<tag_count> list_tags(const file_bytes& file, std::uint64_t offset) {
    std::vector<tag_count> all;
    const tag_file tags(file);
    if (tags.is_valid())
        tags.for_each_entry(offset, [&](std::uint16_t tag, std::uint16_t, std::uint32_t count, std::uint64_t) {
            all.push_back({tag, count});
        });
    return all;
}

std::vector<exif_entry> read_tags(const file_bytes& file, std::uint64_t offset, bool (*wanted)(std::uint16_t)) {
    const tag_file tags(file);
    if (!tags.is_valid()) return {};
    return collector(tags).collect(offset, wanted);
}

exif_data read_exif(const file_bytes& block) {
    return read_exif(block, tag_file(block).main_directory());
}

std::vector<std::uint8_t> encode_directory(const std::vector<exif_entry>& entries, std::uint64_t offset,
                                           bool big_tiff) {
    std::vector<exif_entry> sorted = entries;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const exif_entry& a, const exif_entry& b) { return a.tag < b.tag; });
    const std::size_t room = big_tiff ? 8 : 4;
    const auto append_sized = [&](std::vector<std::uint8_t>& to, std::uint64_t number) {
        big_tiff ? append(to, number) : append(to, static_cast<std::uint32_t>(number));
    };
    std::vector<std::uint8_t> directory, values;
    big_tiff ? append(directory, std::uint64_t{sorted.size()})
             : append(directory, static_cast<std::uint16_t>(sorted.size()));
    const std::size_t end = directory.size() + sorted.size() * (4 + 2 * room) + room;
    for (const exif_entry& entry : sorted) {
        append(directory, entry.tag);
        append(directory, entry.type);
        append_sized(directory, entry.count);
        if (entry.value.size() <= room) {
            directory.insert(directory.end(), entry.value.begin(), entry.value.end());
            directory.resize(directory.size() + room - entry.value.size());
        } else {
            append_sized(directory, offset + end + values.size());
            values.insert(values.end(), entry.value.begin(), entry.value.end());
            values.resize((values.size() + 1) / 2 * 2);  // values begin at even offsets
        }
    }
    append_sized(directory, 0);  // no further directory
    directory.insert(directory.end(), values.begin(), values.end());
    return directory;
}

std::vector<std::uint8_t> encode_exif(const exif_data& data) {
    std::vector<std::uint8_t> block = is_big_endian_machine() ? std::vector<std::uint8_t>{'M', 'M', 0, 42}
                                                              : std::vector<std::uint8_t>{'I', 'I', 42, 0};
    append(block, std::uint32_t{8});
    // The main directory goes first; its size does not depend on the offsets in it.
    std::vector<exif_entry> main = data.camera;
    if (!data.exposure.empty()) main.push_back(pointer_to(exposure_tag, 0));
    if (!data.position.empty()) main.push_back(pointer_to(position_tag, 0));
    const auto size = [](const std::vector<std::uint8_t>& bytes) { return static_cast<std::uint32_t>(bytes.size()); };
    const std::uint32_t exposure_at = 8 + size(encode_directory(main, 8, false));
    const auto exposure = encode_directory(data.exposure, exposure_at, false);
    const std::uint32_t position_at = exposure_at + size(exposure);
    for (exif_entry& entry : main)
        if (entry.tag == exposure_tag || entry.tag == position_tag)
            entry = pointer_to(entry.tag, entry.tag == exposure_tag ? exposure_at : position_at);
    for (const auto& part :
         {encode_directory(main, 8, false), exposure, encode_directory(data.position, position_at, false)})
        block.insert(block.end(), part.begin(), part.end());
    return block;
}

}  // namespace stockham::tools
