// Arrays in host memory and the links to devices, for experiments that measure transfers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <vector>

#include <stockham/stockham.hpp>

#include "tools/harness/opencl.hpp"

namespace bench {

namespace harness = stockham::harness;

using bench_clock = std::chrono::steady_clock;
double seconds_since(bench_clock::time_point start);

/// Size of the pieces in which links are measured.
constexpr std::size_t piece_bytes = std::size_t{16} << 20;

/// One device with a context and queues of its own.
struct link_end {
    explicit link_end(cl_device_id d)
        : device(d), context(harness::make_context(d)), up(harness::make_queue(context.get(), d)),
          down(harness::make_queue(context.get(), d)), in(harness::make_buffer(context.get(), piece_bytes)),
          out(harness::make_buffer(context.get(), piece_bytes)) {}
    cl_device_id device;
    harness::context_object context;
    harness::queue_object up, down;
    harness::memory_object in, out;
};

/// Two arrays in host memory; in place, both are one.
class host_arrays {
  public:
    host_arrays(const stockham::transform& t, const link_end& first, bool pinned) {
        const bool both = t.placement == stockham::placement::out_of_place;
        in_bytes = stockham::input_bytes(t);
        out_bytes = stockham::output_bytes(t);
        input = block(in_bytes, first, pinned);
        output = both ? block(out_bytes, first, pinned) : input;
    }
    std::size_t in_bytes, out_bytes;
    char *input, *output;

  private:
    char* block(std::size_t bytes, const link_end& first, bool pinned) {
        if (pinned) {
            pinned_.push_back(std::make_unique<harness::pinned_memory>(first.context.get(), first.up, bytes));
            return pinned_.back()->data();
        }
        pageable_.emplace_back(std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096), &std::free);
        auto* const data = static_cast<char*>(pageable_.back().get());
        if (!data) throw std::bad_alloc();
        std::memset(data, 0, bytes);
        return data;
    }
    std::vector<std::unique_ptr<harness::pinned_memory>> pinned_;
    std::vector<std::unique_ptr<void, decltype(&std::free)>> pageable_;
};

/// Calls work(first, end) for parts of a range in all processors.
void in_parallel(std::size_t size, const std::function<void(std::size_t, std::size_t)>& work);

/// Moves the pieces of both arrays over the links, both ways at once, as a job without computation would. Returns
/// seconds.
double link_seconds(std::vector<std::unique_ptr<link_end>>& ends, const host_arrays& a);

}  // namespace bench
