// Batches of transforms that differ: in their memory, in their lengths, in everything.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <stockham/export.h>
#include <stockham/opencl.hpp>
#include <stockham/plan.hpp>
#include <stockham/transform.hpp>

namespace stockham {
inline namespace v0_2 {

/// A list of transforms, each with memory of its own, that are executed together in few launches. Equal transforms
/// share their launches as by plan::enqueue_many().
///
/// *Rows*, transforms of one axis of different lengths, share kernels as well: a row is a convolution (Bluestein's
/// algorithm) whose length is a power of two, and one kernel serves all rows with the same such length, from some more
/// than a quarter of it to a half. This holds for c2c, r2c and c2r in f32 and f64, each in packed interleaved or real
/// storage, without callbacks and without a plan string, if a work-group can hold the convolution and the tables of the
/// batch take at most 256 MiB. A transform that occurs at least 64 times, and all others, have plans of their own; so
/// has a row that would be alone in its kernel.
///
/// Results of transforms with plans of their own have the same bits as those of plan::enqueue(); rows differ by their
/// rounding errors, as all transforms by Bluestein's algorithm (docs/guide.md, section Batches).
///
/// Immutable and movable. Members are thread-safe, as those of plan. Members of a moved-from batch throw
/// argument_error (field "batch").
class STOCKHAM_API batch {
  public:
    /// Plans and compiles all transforms, and builds their tables. Throws argument_error for an empty list, and as the
    /// constructor of plan; messages about a transform begin with its place, as `transforms[3]`.
    batch(cl_context, cl_device_id, const std::vector<transform>& transforms, const plan_options& = {});
    ~batch();
    batch(batch&&) noexcept;             ///< leaves the other batch moved-from
    batch& operator=(batch&&) noexcept;  ///< releases its own state and takes the other's
    batch(const batch&) = delete;
    batch& operator=(const batch&) = delete;

    /// The number of transforms.
    std::size_t size() const;
    /// How the transforms are computed: one line for each plan and each kernel of rows, for people and logs.
    std::string to_string() const;

    /// Enqueues all transforms, `items[k]` for transform k, and does not wait. `items` must have as many entries as the
    /// batch has transforms. An offset on the real side of a row must be a multiple of a real number only. Memory,
    /// order, result and errors are those of plan::enqueue_many(); the workspace, if one is given, needs
    /// workspace_size() bytes at least.
    cl_event enqueue(cl_command_queue, const std::vector<batch_item>& items, const buffers& shared = {},
                     cl_uint n_wait = 0, const cl_event* wait = nullptr) const;
    /// As enqueue(), without an event.
    void execute(cl_command_queue, const std::vector<batch_item>& items, const buffers& shared = {}, cl_uint n_wait = 0,
                 const cl_event* wait = nullptr) const;
    /// The least bytes of a workspace; may be 0. A larger one lets more transforms share a launch.
    std::size_t workspace_size() const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace v0_2
}  // namespace stockham
