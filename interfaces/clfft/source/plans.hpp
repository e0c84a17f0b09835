// The plans of a process by handle, each with its settings and its compiled executions.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>

#include <stockham/session.hpp>

#include "description.hpp"
#include "execution.hpp"

namespace clfft {

/// One plan. Thread-safe.
class plan {
  public:
    plan(cl_context context, const description& d) : context_(context), kept_(context), what_(d) {}

    cl_context context() const { return context_; }
    /// The settings with the defaults in effect.
    description what() const;
    /// The settings as they were made, for clfftCopyPlan.
    description as_set() const;

    /// Changes settings and discards the compiled executions. If `change` throws, the plan stays as it was.
    template <class Change>
    void set(const Change& change) {
        const std::lock_guard lock(mutex_);
        description changed = what_;
        change(changed);
        what_ = changed;
        unbake();
    }

    /// Releases the context and the compiled executions, and keeps the settings.
    void release();
    /// Compiles both directions for a device.
    void bake(cl_device_id);
    /// Throws refusal if the plan is not baked.
    std::size_t temporary_bytes() const;

    struct ready {
        std::shared_ptr<const execution> run;
        description what;
    };
    /// The execution for a device, compiled now if it is missing.
    ready execution_for(cl_device_id, clfftDirection, bool overlapping);

  private:
    using key = std::tuple<clfftDirection, bool>;
    void unbake();
    void bind_device(cl_device_id);
    const std::shared_ptr<const execution>& make(clfftDirection, bool overlapping);

    cl_context context_;                     // retained by kept_ until teardown, later by the client
    std::optional<stockham::session> kept_;  // its compiled kernels, which the plans of a context share
    mutable std::mutex mutex_;
    description what_;
    std::optional<stockham::session> bound_;  // to the device of the executions; none: not baked
    bool baked_ = false;                      // both directions
    std::map<key, std::shared_ptr<const execution>> compiled_;
};

/// Both throw refusal if no plan has the handle.
std::shared_ptr<plan> plan_of(clfftPlanHandle);
clfftPlanHandle add_plan(cl_context, const description&);
void remove_plan(clfftPlanHandle);
/// Releases all OpenCL objects. Handles stay valid, as clFFT's do.
void release_all();

}  // namespace clfft
