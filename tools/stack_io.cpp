// The units of a stack from a .npy file or pipe, and back into one.
#include "stack_io.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "parallel.hpp"

namespace stockham::tools {

namespace {

constexpr std::size_t thread_grain_bytes = std::size_t{4} << 20;
constexpr std::size_t convert_elements = std::size_t{1} << 16;

}  // namespace

stack_source::stack_source(input_file& file, const npy_header& header, const stack& s)
    : file_(file), header_(header), stack_(s), convert_(find_converter(header.type, s.unit.precision)),
      native_(is_native(header.type, s.unit.precision)) {
    if (file.is_regular()) check_npy_size(header, file.size() - std::min(file.size(), header.data_offset), file.name());
    if (s.permutation.empty()) return;
    std::vector<std::uint8_t> whole(header.data_bytes());
    read_bytes(0, whole.data(), whole.size());
    permuted_.resize(whole.size());
    permute(whole.data(), permuted_.data(), header.shape, s.permutation, header.type.size, false);
}

void stack_source::read_bytes(std::size_t offset, void* to, std::size_t bytes) {
    if (!permuted_.empty()) {
        std::memcpy(to, permuted_.data() + offset, bytes);
        return;
    }
    if (file_.is_regular()) return file_.read_at(header_.data_offset + offset, to, bytes);
    const std::size_t got = file_.read_some(to, bytes);
    arrived_ += got;
    if (got < bytes) check_npy_size(header_, arrived_, file_.name());
}

void stack_source::read_elements(std::size_t first, std::size_t count, char* to) {
    const std::size_t size = header_.type.size;
    if (native_) return read_bytes(first * size, to, count * size);
    std::vector<std::uint8_t> raw(std::min(count, convert_elements) * size);
    for (std::size_t done = 0; done < count; done += convert_elements) {
        const std::size_t n = std::min(convert_elements, count - done);
        read_bytes((first + done) * size, raw.data(), n * size);
        convert_(raw.data(), n, to + done * element_size(stack_.unit.precision));
    }
}

void stack_source::read(std::size_t first_unit, std::size_t units, void* to) {
    const std::size_t first = first_unit * stack_.unit_elements;
    const std::size_t count = units * stack_.unit_elements;
    const bool in_order = permuted_.empty() && !file_.is_regular();
    const std::size_t size = element_size(stack_.unit.precision);
    const std::size_t grain = in_order ? count : thread_grain_bytes / size;
    parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
        read_elements(first + begin, end - begin, static_cast<char*>(to) + begin * size);
    });
}

void stack_source::check_end() {
    char more = 0;
    if (!file_.is_regular() && file_.read_some(&more, 1) != 0)
        throw job_error(
            fmt::format("{}: the data is longer than its shape {}", file_.name(), shape_text(header_.shape)));
}

stack_sink::stack_sink(output_file& file, const std::vector<std::size_t>& shape, const stack& s)
    : file_(file), shape_(shape), stack_(s) {
    const std::string header = make_npy_header(shape, s.unit.precision == precision::f32 ? "<c8" : "<c16");
    header_bytes_ = header.size();
    file_.write(header.data(), header.size());
    if (!s.permutation.empty()) permuted_.resize(s.units * s.unit_bytes());
}

void stack_sink::write_bytes(std::size_t offset, const void* from, std::size_t bytes) {
    if (!file_.is_regular()) return file_.write(from, bytes);
    parallel_for(bytes, thread_grain_bytes, [&](std::size_t begin, std::size_t end) {
        file_.write_at(header_bytes_ + offset + begin, static_cast<const char*>(from) + begin, end - begin);
    });
}

void stack_sink::write(std::size_t first_unit, std::size_t units, const void* from) {
    const std::size_t offset = first_unit * stack_.unit_bytes();
    const std::size_t bytes = units * stack_.unit_bytes();
    if (permuted_.empty())
        write_bytes(offset, from, bytes);
    else
        std::memcpy(permuted_.data() + offset, from, bytes);
}

void stack_sink::finish() {
    if (permuted_.empty()) return;
    std::vector<std::uint8_t> whole(permuted_.size());
    permute(permuted_.data(), whole.data(), shape_, stack_.permutation, element_size(stack_.unit.precision), true);
    write_bytes(0, whole.data(), whole.size());
}

}  // namespace stockham::tools
