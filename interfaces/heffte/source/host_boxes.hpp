// Transforms of boxes in host memory, by jobs.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <stockham/heffte/boxes.hpp>
#include <stockham/job.hpp>

namespace stockham::boxes_internal {

/// In place if both sides have elements of the same size. Throws as transform_along().
transform transform_of(const boxes::problem&, precision);

/// The box is divided along a dimension that is not transformed into equal pieces, the units of a job.
class host_transform {
  public:
    /// Throws as stockham::job.
    host_transform(const boxes::problem&, precision);

    /// Bytes of a box whose transform is kept for the next executor.
    static constexpr std::size_t small = std::size_t{1} << 20;

    /// Bytes of the larger side of the box.
    std::size_t bytes() const;

    /// Runs of one object wait for each other. Throws as stockham::job::run().
    void run(const void* input, void* output) const;

  private:
    /// One side of the box. The box is `outer` blocks of `units` parts; a unit has a part of each block.
    struct side {
        std::size_t outer = 1, block = 0, part = 0;  ///< number of blocks; bytes of a block and of a part
        std::size_t bytes() const { return outer * block; }
        /// Calls `copy(place in the box, place in the unit, bytes)` for the contiguous parts of a unit.
        template <class copy_function>
        void for_each_part(std::size_t unit, const copy_function& copy) const {
            for (std::size_t k = 0; k < outer; ++k) copy(k * block + unit * part, k * part, part);
        }
        /// True if the units are one after the other in the box, at this pitch. Devices that share the memory of the
        /// host then transform the box itself.
        bool is_packed(std::size_t pitch) const { return outer == 1 && part == pitch; }
    };
    static side side_of(const boxes::shape&, int split, std::size_t planes, std::size_t element);

    side input_, output_;
    std::unique_ptr<job> job_;
};

/// The transforms of this process: executors of equal problems share one, since a program often makes executors of the
/// same boxes again, and each transform takes a context, kernels and buffers. Thread-safe.
///
/// A transform lives as long as an executor uses it. Thereafter it is kept for the next executor while it is one of the
/// 32 small ones that were asked for last. The kept ones are not released at the end of the process: the OpenCL library
/// may be gone by then.
class host_transforms {
  public:
    static host_transforms& of_process();

    /// Throws as stockham::job.
    std::shared_ptr<const host_transform> get(const boxes::problem&, precision);

  private:
    static constexpr std::size_t most_kept = 32;
    void keep(const std::shared_ptr<const host_transform>& asked_for);

    std::mutex mutex_;
    std::map<std::string, std::weak_ptr<const host_transform>> known_;  // by problem string
    std::list<std::shared_ptr<const host_transform>> kept_;             // last asked for first
};

}  // namespace stockham::boxes_internal
