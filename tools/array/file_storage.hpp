// Arrays in files and pipes as storages of an out-of-core transform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <stockham/out_of_core.hpp>

#include "array/array_job.hpp"
#include "array/convert.hpp"
#include "array/npy.hpp"
#include "format/format.hpp"
#include "input.hpp"
#include "output.hpp"

namespace stockham::tools {

/// The elements of an input file, as the numbers that a transform reads.
class array_source final : public array_storage {
  public:
    /// `header` was read from `file`, which is positioned at the data.
    array_source(input_file& file, const npy_header& header, const array_job&);

    /// True if the numbers are not those of the file in their order.
    bool is_arranged() const { return !map_.is_identity(); }

    /// Reads a pipe into memory, so that it is no longer sequential. Throws job_error if it ends early.
    void collect();

    void read(std::uint64_t offset, void* to, std::size_t bytes) override;
    void write(std::uint64_t offset, const void* from, std::size_t bytes) override;
    bool is_sequential() const override;

    /// After all reads: throws job_error if a pipe has more data than the shape, or if a file changed meanwhile.
    void check_end();

  private:
    void read_file(std::size_t offset, void* to, std::size_t bytes);
    void read_numbers(std::size_t first, std::size_t count, char* to);
    template <class T>
    void multiply(std::size_t first, std::size_t bytes, void* numbers) const;

    const array_map map_;
    const std::vector<edge_factor> factors_;
    const std::vector<std::size_t> shape_;
    input_file& file_;
    const npy_header header_;
    const converter convert_;
    const std::size_t element_;  // bytes of a number of the transform
    const bool native_;
    std::vector<std::uint8_t> collected_;
    std::size_t arrived_ = 0;  // bytes of data read from a pipe
};

/// The elements of an output file within their frame. The bytes of the array are arranged by output_map(); further
/// bytes, which a transform may use between trips, follow instead of the end of the frame.
class array_sink final : public array_storage {
  public:
    /// Writes the start of the frame. With `collect`, a pipe gets its data in finish() only, and is not sequential.
    array_sink(output_file& file, const array_job&, array_frame frame, bool collect);

    void read(std::uint64_t offset, void* to, std::size_t bytes) override;
    void write(std::uint64_t offset, const void* from, std::size_t bytes) override;
    void flush() override;
    bool is_sequential() const override;

    /// After all writes: multiplies the edges of the array by output_factors(), and writes what was collected and the
    /// end of the frame.
    void finish();

  private:
    void read_file(std::size_t offset, void* to, std::size_t bytes) const;
    void write_file(std::size_t offset, const void* from, std::size_t bytes);
    template <class Use>
    void arranged(std::uint64_t offset, std::size_t bytes, Use use) const;
    template <class T>
    void multiply();

    output_file& file_;
    const array_job job_;
    const array_map map_;
    const array_frame frame_;
    std::size_t data_bytes_ = 0;
    std::vector<std::uint8_t> collected_;
};

/// A file beside the output, for an array between trips.
class scratch_storage final : public array_storage {
  public:
    explicit scratch_storage(output_file& file) : file_(file) {}

    void read(std::uint64_t offset, void* to, std::size_t bytes) override;
    void write(std::uint64_t offset, const void* from, std::size_t bytes) override;
    void flush() override;

  private:
    output_file& file_;
};

}  // namespace stockham::tools
