// Arrays of any rank in HDF5 files: read by parts as a .npy file, and written between the bytes that frame them.
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "format/array_pages.hpp"
#include "format/decode.hpp"
#include "format/decoder_process.hpp"
#include "format/format.hpp"
#include "format/hdf5_dataset.hpp"
#include "input.hpp"

namespace stockham::tools {

namespace {

namespace fs = std::filesystem;

// In a process of its own, which needs no lock.
class hdf5_array {
  public:
    hdf5_array(const picture_path& path, std::size_t file_bytes)
        : name_(path.file), set_(open_hdf5_file(path.file), path.file, path.member, path.external),
          type_(set_.element_type()) {
        if (type_.kind == 'f' && type_.size == 2) type_.size = 4;  // HDF5 widens half precision
        elements_of(set_.shape(), name_);
        auto factors = set_.shape();
        factors.push_back(type_.size);
        data_bytes_ = elements_of(factors, name_);
        const std::string npy = make_npy_header(set_.shape(), descr_of(type_));
        header_.assign(npy.begin(), npy.end());
        find_data(file_bytes);
        if (!is_plain_ && !set_.has_other_sources() && data_bytes_ / max_deflate_expansion > file_bytes)
            throw job_error(fmt::format("{}: the file is too short for its data set of {} bytes", name_, data_bytes_));
    }

    const std::vector<std::uint8_t>& header() const { return header_; }
    std::size_t data_bytes() const { return data_bytes_; }
    /// Where the elements lie in the file, if HDF5 would only copy them.
    bool is_plain() const { return is_plain_; }
    std::size_t data_offset() const { return data_offset_; }

    /// Reads bytes of the data. HDF5 reads whole elements.
    void read(std::size_t offset, void* to, std::size_t bytes) const {
        const std::size_t first = offset / type_.size, end = (offset + bytes + type_.size - 1) / type_.size;
        if (offset % type_.size == 0 && bytes % type_.size == 0) return set_.read(first, end - first, type_, to);
        std::vector<std::uint8_t> whole((end - first) * type_.size);
        set_.read(first, end - first, type_, whole.data());
        std::memcpy(to, whole.data() + (offset - first * type_.size), bytes);
    }

  private:
    void find_data(std::size_t file_bytes) {
        const haddr_t offset = H5Dget_offset(set_.get());
        const h5_id stored(H5Dget_type(set_.get()), H5Tclose);
        if (offset == HADDR_UNDEF || set_.has_other_sources() ||
            H5Tequal(stored.get(), set_.in_memory_as(type_).get()) <= 0)
            return;
        data_offset_ = static_cast<std::size_t>(offset);
        is_plain_ = data_offset_ <= file_bytes && data_bytes_ <= file_bytes - data_offset_;
    }

    const std::string name_;
    const hdf5_dataset set_;
    npy_type type_;
    std::size_t data_bytes_ = 0, data_offset_ = 0;
    bool is_plain_ = false;
    std::vector<std::uint8_t> header_;
};

// The answer to the parent's first question.
struct array_facts {
    std::uint64_t data_bytes, data_offset;
    bool is_plain;
};

// A question is an offset and a number of bytes; for none, the answer is the facts and the header.
decoder_service service_of(const picture_path& path, std::size_t file_bytes) {
    const auto array = std::make_shared<const hdf5_array>(path, file_bytes);
    return [array](const decoder_question& question) {
        decoder_answer answer;
        if (question.second == 0) {
            const array_facts facts{array->data_bytes(), array->data_offset(), array->is_plain()};
            answer.facts.resize(sizeof facts);
            std::memcpy(answer.facts.data(), &facts, sizeof facts);
            answer.data = array->header();
            return answer;
        }
        answer.data.resize(static_cast<std::size_t>(question.second));
        array->read(static_cast<std::size_t>(question.first), answer.data.data(), answer.data.size());
        return answer;
    };
}

class hdf5_source final : public byte_source {
  public:
    explicit hdf5_source(const picture_path& path)
        : file_(path.file), decoder_(path.file, "HDF5", hdf5_mutex(), [&] { return service_of(path, file_.size()); }) {
        decoder_answer answer = decoder_.ask({0, 0});
        header_ = std::move(answer.data);
        std::memcpy(&facts_, answer.facts.data(), std::min(sizeof facts_, answer.facts.size()));
    }

    std::size_t size() const override { return header_.size() + static_cast<std::size_t>(facts_.data_bytes); }

    void read_at(std::size_t offset, void* to, std::size_t bytes) const override {
        if (offset < header_.size()) {
            const std::size_t n = std::min(bytes, header_.size() - offset);
            std::memcpy(to, header_.data() + offset, n);
            if (n < bytes) read_at(offset + n, static_cast<std::uint8_t*>(to) + n, bytes - n);
            return;
        }
        const std::size_t place = offset - header_.size();
        if (facts_.is_plain) return file_.read_at(static_cast<std::size_t>(facts_.data_offset) + place, to, bytes);
        if (bytes == 0) return;
        const decoder_answer answer = decoder_.ask({place, bytes});
        std::memcpy(to, answer.data.data(), std::min(bytes, answer.data.size()));
    }

  private:
    const input_file file_;
    const decoder_process decoder_;
    std::vector<std::uint8_t> header_;
    array_facts facts_{};
};

// A file in the folder for temporary files; it takes no room for what is not written.
class temporary_file {
  public:
    temporary_file() : path_((fs::temp_directory_path() / "stockham-XXXXXX").string()) {
        const int fd = ::mkstemp(path_.data());
        if (fd < 0) throw job_error(fmt::format("cannot write {}: {}", path_, std::strerror(errno)));
        ::close(fd);
    }
    ~temporary_file() { ::unlink(path_.c_str()); }
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;

    const std::string& path() const { return path_; }

    std::vector<std::uint8_t> read(std::size_t first, std::size_t end) const {
        std::vector<std::uint8_t> bytes(end - first);
        input_file(path_).read_at(first, bytes.data(), bytes.size());
        return bytes;
    }
    std::size_t size() const { return static_cast<std::size_t>(fs::file_size(path_)); }

  private:
    std::string path_;
};

// HDF5 allocates the elements, and never writes them. Returns the offset of the first one.
haddr_t create_empty(const std::string& path, const array_request& request) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    const h5_id file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
    const std::vector<hsize_t> shape(request.shape.begin(), request.shape.end());
    const h5_id space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose);
    const h5_id links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links.get(), 1);
    const h5_id creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_obj_track_times(creation.get(), false);  // the same array gives the same bytes
    H5Pset_alloc_time(creation.get(), H5D_ALLOC_TIME_EARLY);
    H5Pset_fill_time(creation.get(), H5D_FILL_TIME_NEVER);
    const std::string member = request.member.empty() ? "/data" : request.member;
    const h5_id set(H5Dcreate2(file.get(), member.c_str(), type_in_memory(request.type).get(), space.get(), links.get(),
                               creation.get(), H5P_DEFAULT),
                    H5Dclose);
    const haddr_t offset = set.valid() ? H5Dget_offset(set.get()) : HADDR_UNDEF;
    if (offset == HADDR_UNDEF)
        throw job_error(fmt::format("cannot write {}: HDF5 cannot make a data set {}", request.name, member));
    return offset;
}

}  // namespace

std::unique_ptr<byte_source> array_of_hdf5(const picture_path& path) {
    return std::make_unique<hdf5_source>(path);
}

array_frame frame_of_hdf5(const array_request& request) {
    if (request.fortran)
        throw job_error(fmt::format("cannot write {}: HDF5 has no Fortran order; write a .npy file", request.name));
    const temporary_file file;
    const std::lock_guard lock(hdf5_mutex());
    const auto first = static_cast<std::size_t>(create_empty(file.path(), request));
    const std::size_t end = first + *product(request.shape) * request.type.size;
    return {file.read(0, first), file.read(end, file.size())};
}

}  // namespace stockham::tools
