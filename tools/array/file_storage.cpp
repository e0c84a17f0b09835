// Arrays in files and pipes as storages of an out-of-core transform.
#include "array/file_storage.hpp"

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

array_source::array_source(input_file& file, const npy_header& header, const array_job& job)
    : map_(input_map(job)), factors_(input_factors(job)), shape_(transformed_shape(job)), file_(file), header_(header),
      convert_(find_converter(header.type, job.precision, reads_real(job))),
      element_(element_bytes(job.precision, reads_real(job))),
      native_(is_native(header.type, job.precision, reads_real(job))) {}

void array_source::collect() {
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

bool array_source::is_sequential() const {
    return !file_.is_regular() && collected_.empty();
}

void array_source::read_file(std::size_t offset, void* to, std::size_t bytes) {
    if (!collected_.empty()) {
        std::memcpy(to, collected_.data() + offset, bytes);
        return;
    }
    if (file_.is_regular()) return file_.read_at(header_.data_offset + offset, to, bytes);
    const std::size_t got = file_.read_some(to, bytes);
    arrived_ += got;
    if (got < bytes) check_npy_size(header_, arrived_, file_.name());
}

// Elements of the file from number `first` on, converted.
void array_source::read_numbers(std::size_t first, std::size_t count, char* to) {
    const std::size_t size = header_.type.size;
    if (native_) return read_file(first * size, to, count * size);
    std::vector<std::uint8_t> raw(std::min(count, convert_elements) * size);
    for (std::size_t done = 0; done < count; done += convert_elements) {
        const std::size_t n = std::min(convert_elements, count - done);
        read_file((first + done) * size, raw.data(), n * size);
        convert_(raw.data(), n, to + done * element_);
    }
}

template <class T>
void array_source::multiply(std::size_t first, std::size_t bytes, void* numbers) const {
    multiply_edges(factors_, shape_, first, bytes / sizeof(T), static_cast<T*>(numbers));
}

void array_source::read(std::uint64_t offset, void* to, std::size_t bytes) {
    const std::size_t first = position(offset) / element_;
    auto* const out = static_cast<char*>(to);
    map_.runs(first, bytes / element_, [&](std::uint64_t done, std::uint64_t count, std::uint64_t from) {
        char* const place = out + position(done) * element_;
        if (from == zeros)
            std::memset(place, 0, position(count) * element_);
        else
            read_numbers(position(from), position(count), place);
    });
    if (factors_.empty()) return;  // else the numbers are real
    if (element_ == sizeof(float))
        multiply<float>(first, bytes, to);
    else
        multiply<double>(first, bytes, to);
}

void array_source::write(std::uint64_t, const void*, std::size_t) {
    throw std::logic_error("an input is not written");
}

void array_source::check_end() {
    char more = 0;
    if (!file_.is_regular() && file_.read_some(&more, 1) != 0)
        throw job_error(
            fmt::format("{}: the data is longer than its shape {}", file_.name(), shape_text(header_.shape)));
    if (file_.has_changed()) throw job_error(fmt::format("{} changed while it was read", file_.name()));
}

array_sink::array_sink(output_file& file, const array_job& job, array_frame frame, bool collect)
    : file_(file), job_(job), map_(output_map(job)), frame_(std::move(frame)),
      data_bytes_(element_bytes(job.precision, writes_real(job))) {
    for (const auto n : output_shape(job)) data_bytes_ *= n;
    if (file.is_regular()) {
        file.reserve(frame_.before.size() + data_bytes_ + frame_.behind.size());
        file.write_at(0, frame_.before.data(), frame_.before.size());
        return;
    }
    file.write(frame_.before.data(), frame_.before.size());
    const transform t = transform_of(job);
    if (collect || !map_.is_identity() || !output_factors(job).empty())
        collected_.resize(std::max(input_bytes(t), output_bytes(t)));
}

bool array_sink::is_sequential() const {
    return !file_.is_regular() && collected_.empty();
}

void array_sink::read_file(std::size_t offset, void* to, std::size_t bytes) const {
    if (file_.is_regular()) return file_.read_at(frame_.before.size() + offset, to, bytes);
    std::memcpy(to, collected_.data() + offset, bytes);
}

void array_sink::write_file(std::size_t offset, const void* from, std::size_t bytes) {
    if (file_.is_regular()) return file_.write_at(frame_.before.size() + offset, from, bytes);
    if (collected_.empty()) return file_.write(from, bytes);
    std::memcpy(collected_.data() + offset, from, bytes);
}

// Calls use(done, count, place) for the runs of bytes: the array's own are arranged, those behind it are not.
template <class Use>
void array_sink::arranged(std::uint64_t offset, std::size_t bytes, Use use) const {
    const std::uint64_t own =
        map_.is_identity() || offset >= data_bytes_ ? 0 : std::min<std::uint64_t>(bytes, data_bytes_ - offset);
    map_.runs(offset, own, [&](std::uint64_t done, std::uint64_t count, std::uint64_t place) {
        use(position(done), position(count), position(place));
    });
    if (own < bytes) use(position(own), bytes - position(own), position(offset + own));
}

void array_sink::read(std::uint64_t offset, void* to, std::size_t bytes) {
    arranged(offset, bytes, [&](std::size_t done, std::size_t count, std::size_t place) {
        read_file(place, static_cast<char*>(to) + done, count);
    });
}

void array_sink::write(std::uint64_t offset, const void* from, std::size_t bytes) {
    arranged(offset, bytes, [&](std::size_t done, std::size_t count, std::size_t place) {
        write_file(place, static_cast<const char*>(from) + done, count);
    });
}

void array_sink::flush() {
    file_.flush();
}

template <class T>
void array_sink::multiply() {
    constexpr std::size_t block = std::size_t{1} << 20;
    const auto factors = output_factors(job_);
    const auto shape = output_shape(job_);
    const std::size_t count = data_bytes_ / sizeof(T);
    std::vector<T> numbers(std::min(block, count));
    for (std::size_t first = 0; first < count; first += block) {
        const std::size_t n = std::min(block, count - first);
        read_file(first * sizeof(T), numbers.data(), n * sizeof(T));
        multiply_edges(factors, shape, first, n, numbers.data());
        write_file(first * sizeof(T), numbers.data(), n * sizeof(T));
    }
}

void array_sink::finish() {
    if (!output_factors(job_).empty()) {
        if (job_.precision == precision::f32)
            multiply<float>();
        else
            multiply<double>();
    }
    if (file_.is_regular()) {
        const std::size_t end = frame_.before.size() + data_bytes_;
        file_.resize(end + frame_.behind.size());
        return file_.write_at(end, frame_.behind.data(), frame_.behind.size());
    }
    if (!collected_.empty()) file_.write(collected_.data(), data_bytes_);
    file_.write(frame_.behind.data(), frame_.behind.size());
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
