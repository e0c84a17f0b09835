// Arrays in .npy files and pipes as storages of an out-of-core transform.
#include "array/npy_storage.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "bytes.hpp"
#include "fault.hpp"

namespace stockham::tools {

namespace {

constexpr std::size_t convert_elements = std::size_t{1} << 16;
constexpr std::size_t least_collected_bytes = std::size_t{1} << 26;

std::size_t element_bytes(precision p, bool real) {
    return real ? real_size(p) : element_size(p);
}

std::size_t position(std::uint64_t offset) {
    return static_cast<std::size_t>(offset);
}

}  // namespace

npy_source::npy_source(input_file& file, const npy_header& header, precision p, bool real)
    : file_(file), header_(header), convert_(find_converter(header.type, p, real)), element_(element_bytes(p, real)),
      native_(is_native(header.type, p, real)) {}

void npy_source::collect() {
    if (file_.is_regular()) return;
    // A pipe may deliver less than its header claims, so memory grows with the data.
    std::vector<std::uint8_t> whole;
    while (whole.size() < header_.data_bytes()) {
        const std::size_t had = whole.size();
        whole.resize(std::min(header_.data_bytes(), std::max(2 * had, least_collected_bytes)));
        read_file(had, whole.data() + had, whole.size() - had);
    }
    collected_ = std::move(whole);
}

bool npy_source::is_sequential() const {
    return !file_.is_regular() && collected_.empty();
}

void npy_source::read_file(std::size_t offset, void* to, std::size_t bytes) {
    if (!collected_.empty()) {
        std::memcpy(to, collected_.data() + offset, bytes);
        return;
    }
    if (file_.is_regular()) return file_.read_at(header_.data_offset + offset, to, bytes);
    const std::size_t got = file_.read_some(to, bytes);
    arrived_ += got;
    if (got < bytes) check_npy_size(header_, arrived_, file_.name());
}

void npy_source::read(std::uint64_t offset, void* to, std::size_t bytes) {
    const std::size_t first = position(offset) / element_, count = bytes / element_, size = header_.type.size;
    if (native_) return read_file(first * size, to, bytes);
    std::vector<std::uint8_t> raw(std::min(count, convert_elements) * size);
    for (std::size_t done = 0; done < count; done += convert_elements) {
        const std::size_t n = std::min(convert_elements, count - done);
        read_file((first + done) * size, raw.data(), n * size);
        convert_(raw.data(), n, static_cast<char*>(to) + done * element_);
    }
}

void npy_source::write(std::uint64_t, const void*, std::size_t) {
    throw std::logic_error("an input is not written");
}

void npy_source::check_end() {
    char more = 0;
    if (!file_.is_regular() && file_.read_some(&more, 1) != 0)
        throw job_error(
            fmt::format("{}: the data is longer than its shape {}", file_.name(), shape_text(header_.shape)));
    if (file_.has_changed()) throw job_error(fmt::format("{} changed while it was read", file_.name()));
}

npy_sink::npy_sink(output_file& file, const std::vector<std::size_t>& shape, precision p, bool collect) : file_(file) {
    const std::string header = make_npy_header(shape, p == precision::f32 ? "<c8" : "<c16");
    header_bytes_ = header.size();
    data_bytes_ = element_size(p);
    for (const auto n : shape) data_bytes_ *= n;
    if (file.is_regular()) {
        file.reserve(header_bytes_ + data_bytes_);
        file.write_at(0, header.data(), header.size());
        return;
    }
    file.write(header.data(), header.size());
    if (collect) collected_.resize(data_bytes_);
}

bool npy_sink::is_sequential() const {
    return !file_.is_regular() && collected_.empty();
}

void npy_sink::read(std::uint64_t offset, void* to, std::size_t bytes) {
    if (file_.is_regular()) return file_.read_at(header_bytes_ + position(offset), to, bytes);
    std::memcpy(to, collected_.data() + position(offset), bytes);
}

void npy_sink::write(std::uint64_t offset, const void* from, std::size_t bytes) {
    if (file_.is_regular()) return file_.write_at(header_bytes_ + position(offset), from, bytes);
    if (collected_.empty()) return file_.write(from, bytes);
    std::memcpy(collected_.data() + position(offset), from, bytes);
}

void npy_sink::flush() {
    file_.flush();
}

void npy_sink::finish() {
    if (file_.is_regular()) return file_.resize(header_bytes_ + data_bytes_);
    if (!collected_.empty()) file_.write(collected_.data(), collected_.size());
}

void scratch_storage::read(std::uint64_t offset, void* to, std::size_t bytes) {
    file_.read_at(position(offset), to, bytes);
}

void scratch_storage::write(std::uint64_t offset, const void* from, std::size_t bytes) {
    file_.write_at(position(offset), from, bytes);
}

void scratch_storage::flush() {
    file_.flush();
}

}  // namespace stockham::tools
