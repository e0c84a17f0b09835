// The device that computes, and the way of the program's arrays through it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>

#include <stockham/session.hpp>

#include "host_side.hpp"
#include "library.hpp"

namespace fftw_device {

/// A transform that is ready to be executed by the device.
class ready_transform {
  public:
    virtual ~ready_transform() = default;
    /// Executes and waits. After a failure the input of an out-of-place transform is as it was. In place, the arrays
    /// are as they were, unless it is a partial_failure: then all results are there. Throws device_failure, refusal or
    /// std::bad_alloc.
    virtual void run(const arrays&, bool in_place) = 0;
    /// Bytes of the sides for an execution whose results do not matter; 0 if there should be none.
    virtual std::size_t input_bytes() const = 0;
    virtual std::size_t output_bytes() const = 0;
};

/// A shape that is compiled for the device.
struct device_transform {
    shape how;
    host_side input, output;
    stockham::plan plan;
};

/// The session of the process. One execution at a time: threads wait for each other, as the device would make them do,
/// so that the memory is at most that of two problems like the largest one, and not that of all plans.
class device {
  public:
    /// Opens the device of the process at the first call: STOCKHAM_DEVICE, else the library's choice. Throws refusal or
    /// device_failure, then and ever after.
    static device& open();

    const stockham::session& session() const { return session_; }
    bool is_cpu() const { return session_.description().kind == stockham::device_kind::cpu; }

    /// Predicted seconds of one execution, without transfers. Throws refusal.
    double predicted_seconds(const shape&) const;
    /// Why the device's memory does not hold the arrays and the workspace, as predicted; empty: it does. Throws
    /// refusal.
    std::string shortage(const shape&) const;
    /// Plans and compiles. Throws refusal or device_failure.
    std::unique_ptr<device_transform> compile(const shape&) const;

    /// As ready_transform::run(): in place, results are stored only when all of them have arrived.
    void run(const device_transform&, const arrays&, bool in_place);
    /// Calls `body` while no other transform runs here, after their memory has been released: `body` may use all of
    /// the device's memory. Throws what `body` throws.
    void alone(const std::function<void()>& body);

    /// Copies elements of the program's input, from number `first` on, to packed memory.
    void gather(const host_side&, const arrays&, std::size_t first, std::size_t count, void* to) const;
    /// Copies elements as the device has written them to the program's output: in the program's layout (`as_is`,
    /// numbers count its span) or packed.
    void store(const host_side&, bool as_is, const void* from, std::size_t first, std::size_t count,
               const arrays&) const;

  private:
    device();
    void execute(const device_transform&, const arrays&, bool in_place, bool& stored);
    void collect(std::size_t total, std::size_t first, std::size_t bytes, const void* from);
    void keep_little(const stockham::plan& last);

    stockham::session session_;
    std::mutex mutex_;
    std::size_t largest_ = 0;          ///< bytes on the device of the largest problem
    std::unique_ptr<char[]> staging_;  ///< results of transforms in place, until all have arrived
    std::size_t staging_bytes_ = 0;
};

}  // namespace fftw_device
