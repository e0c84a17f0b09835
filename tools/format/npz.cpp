// Members of .npz files, which are ZIP archives of .npy files, through libzip. FILE.npz:NAME is the member NAME.npy.
#include "format/format.hpp"

#ifdef STOCKHAM_HAS_LIBZIP
#include <algorithm>
#include <mutex>

#include <fmt/format.h>
#include <zip.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "format/array_pages.hpp"
#include "format/decode.hpp"
#include "input.hpp"
#include "output.hpp"

namespace stockham::tools {

namespace {

using archive = std::unique_ptr<zip_t, void (*)(zip_t*)>;
constexpr const char* member_extension = ".npy";

std::string error_text(zip_error_t& error) {
    std::string text = zip_error_strerror(&error);
    zip_error_fini(&error);
    return text;
}

archive open_archive(const file_bytes& bytes, const std::string& name) {
    zip_error_t error;
    zip_error_init(&error);
    const std::string path = bytes.path();
    zip_source_t* source = path.empty() ? zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error)
                                        : zip_source_file_create(path.c_str(), 0, -1, &error);
    zip_t* opened = source != nullptr ? zip_open_from_source(source, ZIP_RDONLY, &error) : nullptr;
    if (opened == nullptr) {
        zip_source_free(source);
        throw job_error(fmt::format("{}: broken .npz: {}", name, error_text(error)));
    }
    zip_error_fini(&error);
    return {opened, zip_discard};
}

// "a, b and 3 more"
std::string member_list(zip_t* zip) {
    constexpr zip_int64_t shown = 8;
    const zip_int64_t count = zip_get_num_entries(zip, 0);
    std::string text;
    for (zip_int64_t i = 0; i < std::min(count, shown); ++i) {
        std::string member = zip_get_name(zip, static_cast<zip_uint64_t>(i), 0);
        const std::size_t end = member.rfind(member_extension);
        text += (i > 0 ? ", " : "") + member.substr(0, end);
    }
    return count > shown ? fmt::format("{} and {} more", text, count - shown) : text;
}

zip_int64_t find_member(zip_t* zip, const std::string& name, const std::string& member) {
    if (member.empty()) {
        if (zip_get_num_entries(zip, 0) == 1) return 0;
        throw job_error(fmt::format("{}: which array? Write {}:NAME; it has {}", name, name, member_list(zip)));
    }
    for (const std::string& wanted : {member + member_extension, member})
        if (const zip_int64_t index = zip_name_locate(zip, wanted.c_str(), 0); index >= 0) return index;
    throw job_error(fmt::format("{}: has no array {}; it has {}", name, member, member_list(zip)));
}

// The .npy file of a member, which is unpacked up to the last byte that is asked for. A byte before it begins anew.
class member_source final : public byte_source {
  public:
    member_source(file_bytes archive_bytes, std::string name, const std::string& member)
        : bytes_(std::move(archive_bytes)), name_(std::move(name)), zip_(open_archive(bytes_, name_)),
          index_(static_cast<zip_uint64_t>(find_member(zip_.get(), name_, member))) {
        zip_stat_t about;
        zip_stat_init(&about);
        if (zip_stat_index(zip_.get(), index_, 0, &about) != 0) fail(zip_strerror(zip_.get()));
        size_ = about.size;
        const std::size_t most = max_deflate_expansion * bytes_.size();
        if (size_ > most)
            throw job_error(fmt::format("{}: the array unpacks to more than {}", name_, bytes_text(most)));
        open();
    }

    std::size_t size() const override { return size_; }
    bool has_changed() const override { return bytes_.has_changed(); }

    void read_at(std::size_t offset, void* to, std::size_t bytes) const override {
        const std::lock_guard lock(guard_);
        if (offset < at_) open();
        std::vector<std::uint8_t> skipped(std::min(offset - at_, std::size_t{1} << 20));
        while (at_ < offset) read(skipped.data(), std::min(skipped.size(), offset - at_));
        read(static_cast<std::uint8_t*>(to), bytes);
        // At the end libzip compares the checksum.
        char beyond = 0;
        if (at_ == size_ && zip_fread(file_.get(), &beyond, 1) != 0) fail(zip_file_strerror(file_.get()));
    }

  private:
    [[noreturn]] void fail(const char* why) const { throw job_error(fmt::format("{}: broken .npz: {}", name_, why)); }

    void open() const {
        file_.reset(zip_fopen_index(zip_.get(), index_, 0));
        if (!file_) fail(zip_strerror(zip_.get()));
        at_ = 0;
    }

    void read(std::uint8_t* to, std::size_t bytes) const {
        for (const std::size_t end = at_ + bytes; at_ < end;) {
            const zip_int64_t got = zip_fread(file_.get(), to, end - at_);
            if (got <= 0) fail(got < 0 ? zip_file_strerror(file_.get()) : "an array ends too early");
            to += got;
            at_ += static_cast<std::size_t>(got);
        }
    }

    const file_bytes bytes_;
    const std::string name_;
    const archive zip_;
    const zip_uint64_t index_;
    std::size_t size_ = 0;
    mutable std::mutex guard_;
    mutable std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file_{nullptr, zip_fclose};
    mutable std::size_t at_ = 0;
};

// Collects a .npy file and writes it as the only member of an archive, without compression, as numpy.savez does.
class npz_writer : public page_writer {
  public:
    npz_writer(output_file& file, const write_request& request) : file_(file), request_(request) {}

    void add(const picture& page) override { append_npy_page(page, request_.pages, bytes_); }

    void finish() override {
        const std::string member = (request_.member.empty() ? "arr_0" : request_.member) + member_extension;
        zip_error_t error;
        zip_error_init(&error);
        zip_source_t* target = zip_source_buffer_create(nullptr, 0, 0, &error);
        zip_t* zip = target != nullptr ? zip_open_from_source(target, ZIP_CREATE | ZIP_TRUNCATE, &error) : nullptr;
        if (zip == nullptr) fail(error_text(error));
        zip_source_keep(target);  // to read it after zip_close()
        const std::unique_ptr<zip_source_t, void (*)(zip_source_t*)> owner(target, zip_source_free);
        zip_source_t* content = zip_source_buffer(zip, bytes_.data(), bytes_.size(), 0);
        const zip_int64_t index =
            content != nullptr ? zip_file_add(zip, member.c_str(), content, ZIP_FL_ENC_UTF_8) : -1;
        const bool stored = index >= 0 &&
                            zip_set_file_compression(zip, static_cast<zip_uint64_t>(index), ZIP_CM_STORE, 0) == 0 &&
                            zip_file_set_mtime(zip, static_cast<zip_uint64_t>(index), earliest_time, 0) == 0;
        if (!stored || zip_close(zip) != 0) {
            const std::string why = zip_strerror(zip);
            zip_discard(zip);
            fail(why);
        }
        write_archive(target);
    }

  private:
    // 1980, the first year of ZIP, so that the same picture gives the same bytes.
    static constexpr std::int64_t earliest_time = 315532800;

    [[noreturn]] void fail(const std::string& why) const {
        throw job_error(fmt::format("cannot write {}: {}", request_.name, why));
    }

    void write_archive(zip_source_t* target) {
        if (zip_source_open(target) != 0) fail("libzip failed");
        std::vector<std::uint8_t> block(std::size_t{1} << 20);
        for (;;) {
            const zip_int64_t got = zip_source_read(target, block.data(), block.size());
            if (got <= 0) break;
            file_.write(block.data(), static_cast<std::size_t>(got));
        }
        zip_source_close(target);
    }

    output_file& file_;
    write_request request_;
    std::vector<std::uint8_t> bytes_;
};

std::unique_ptr<byte_source> array_of_npz(const picture_path& path) {
    return std::make_unique<member_source>(file_bytes(std::make_shared<input_file>(path.file)), path.file, path.member);
}

std::unique_ptr<page_reader> open_npz(picture_data data) {
    data.bytes = file_bytes(std::make_shared<member_source>(data.bytes, data.name, data.member));
    return pages_of_npy(std::move(data));
}

std::unique_ptr<page_writer> create_npz(output_file& file, const write_request& request) {
    return std::make_unique<npz_writer>(file, request);
}

}  // namespace
}  // namespace stockham::tools

#endif

namespace stockham::tools {

picture_format npz_format() {
    using namespace format_sets;
    picture_format f;
    f.name = "NPZ";
    f.extensions = {".npz"};
    f.magics = {{"PK\x03\x04"}};
    f.types = any_type;
    f.channels = any_channels;
    f.alpha = alpha_rule::unnamed;
    f.many_pages = true;
    f.has_members = true;
    f.library = "libzip";
#ifdef STOCKHAM_HAS_LIBZIP
    f.open = open_npz;
    f.create = create_npz;
    f.array = array_of_npz;
#endif
    return f;
}

}  // namespace stockham::tools
