// Reads the units of a stack from a .npy file, a pipe or memory, and writes them back.
#include "array/stack_io.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "tools/harness/parallel.hpp"

namespace stockham::tools {

namespace {

constexpr std::size_t thread_grain_bytes = std::size_t{1} << 20;
constexpr std::size_t convert_elements = std::size_t{1} << 16;

// Shorter pieces do not justify a system call each.
constexpr std::size_t least_file_piece_bytes = 4096;

constexpr std::size_t least_whole_bytes = std::size_t{1} << 26;

bool goes_through_memory(const stack& s, std::size_t element_bytes, bool regular) {
    return s.runs > 1 && (!regular || s.run_elements * element_bytes < least_file_piece_bytes);
}

// Calls f(element in the array, byte in the chunk, count) for all pieces of the units, on several threads unless
// `in_order`.
void for_each_piece(const stack& s, const stack_side& side, std::size_t first_unit, std::size_t units, bool in_order,
                    const std::function<void(std::size_t, std::size_t, std::size_t)>& f) {
    const std::size_t all = units * s.unit_elements();
    const std::size_t grain = in_order ? all : thread_grain_bytes / side.element_bytes;
    harness::parallel_for(
        all, grain,
        [&](std::size_t begin, std::size_t end) {
            while (begin < end) {
                const std::size_t unit = begin / s.unit_elements();
                const std::size_t first = begin % s.unit_elements();
                const std::size_t count = std::min(end - begin, s.unit_elements() - first);
                s.for_each_piece(first_unit + unit, first, count, [&](std::size_t from, std::size_t at, std::size_t n) {
                    f(from, unit * side.pitch + at * side.element_bytes, n);
                });
                begin += count;
            }
        },
        harness::copying_threads);
}

}  // namespace

void copy_units(const stack& s, std::size_t first_unit, std::size_t units, const void* array, void* to) {
    const stack_side side = s.input();
    for_each_piece(s, side, first_unit, units, false, [&](std::size_t from, std::size_t at, std::size_t n) {
        std::memcpy(static_cast<char*>(to) + at, static_cast<const char*>(array) + from * side.element_bytes,
                    n * side.element_bytes);
    });
}

void put_units(const stack& s, std::size_t first_unit, std::size_t units, const void* from, void* array) {
    const stack_side side = s.output();
    for_each_piece(s, side, first_unit, units, false, [&](std::size_t place, std::size_t at, std::size_t n) {
        std::memcpy(static_cast<char*>(array) + place * side.element_bytes, static_cast<const char*>(from) + at,
                    n * side.element_bytes);
    });
}

stack_source::stack_source(input_file& file, const npy_header& header, const stack& s)
    : file_(file), header_(header), stack_(s), convert_(find_converter(header.type, s.unit.precision, s.is_real())),
      native_(is_native(header.type, s.unit.precision, s.is_real())) {
    if (!goes_through_memory(s, header.type.size, file.is_regular())) return;
    // A pipe may deliver less than its header claims, so memory grows with the data.
    std::vector<std::uint8_t> whole;
    while (whole.size() < header.data_bytes()) {
        const std::size_t had = whole.size();
        whole.resize(std::min(header.data_bytes(), std::max(2 * had, least_whole_bytes)));
        read_bytes(had, whole.data() + had, whole.size() - had);
    }
    whole_ = std::move(whole);
}

void stack_source::read_bytes(std::size_t offset, void* to, std::size_t bytes) {
    if (!whole_.empty()) {
        std::memcpy(to, whole_.data() + offset, bytes);
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
        convert_(raw.data(), n, to + done * stack_.input().element_bytes);
    }
}

void stack_source::read(std::size_t first_unit, std::size_t units, void* to) {
    const stack_side side = stack_.input();
    const bool in_order = whole_.empty() && !file_.is_regular();
    for_each_piece(stack_, side, first_unit, units, in_order, [&](std::size_t from, std::size_t at, std::size_t n) {
        read_elements(from, n, static_cast<char*>(to) + at);
    });
}

void stack_source::check_end() {
    char more = 0;
    if (!file_.is_regular() && file_.read_some(&more, 1) != 0)
        throw job_error(
            fmt::format("{}: the data is longer than its shape {}", file_.name(), shape_text(header_.shape)));
}

stack_sink::stack_sink(output_file& file, const std::vector<std::size_t>& shape, const stack& s, bool any_order)
    : file_(file), stack_(s) {
    const std::string header = make_npy_header(shape, s.unit.precision == precision::f32 ? "<c8" : "<c16");
    header_bytes_ = header.size();
    file_.write(header.data(), header.size());
    const stack_side side = s.output();
    if (goes_through_memory(s, side.element_bytes, file.is_regular()) || (any_order && !file.is_regular()))
        whole_.resize(side.total_bytes);
}

void stack_sink::write_bytes(std::size_t offset, const void* from, std::size_t bytes) {
    if (file_.is_regular())
        file_.write_at(header_bytes_ + offset, from, bytes);
    else
        file_.write(from, bytes);
}

void stack_sink::write(std::size_t first_unit, std::size_t units, const void* from) {
    const stack_side side = stack_.output();
    const std::size_t size = side.element_bytes;
    const bool in_order = whole_.empty() && !file_.is_regular();
    for_each_piece(stack_, side, first_unit, units, in_order, [&](std::size_t place, std::size_t at, std::size_t n) {
        const char* piece = static_cast<const char*>(from) + at;
        if (whole_.empty())
            write_bytes(place * size, piece, n * size);
        else
            std::memcpy(whole_.data() + place * size, piece, n * size);
    });
}

void stack_sink::finish() {
    if (whole_.empty()) return;
    if (!file_.is_regular()) return write_bytes(0, whole_.data(), whole_.size());
    harness::parallel_for(
        whole_.size(), thread_grain_bytes,
        [&](std::size_t begin, std::size_t end) { write_bytes(begin, whole_.data() + begin, end - begin); },
        harness::copying_threads);
}

}  // namespace stockham::tools
