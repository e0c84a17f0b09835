// The plans of a process by their handles, each with what was set and what is ready to run.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>

#include "description.hpp"
#include "execution.hpp"

namespace clfft {

/// One plan. Any number of threads may call its members at once.
class plan {
  public:
    plan(cl_context context, const description& d) : context_(context), kept_(context), what_(d) {}

    cl_context context() const { return context_; }
    /// What is set, with the defaults that count.
    description what() const;
    /// What is set, without them: for a copy.
    description as_set() const;

    /// Changes what is set; the plan is not baked any more. What `change` throws leaves it as it was.
    template <class Change>
    void set(const Change& change) {
        const std::lock_guard lock(mutex_);
        description changed = what_;
        change(changed);
        what_ = changed;
        forget();
    }

    /// Releases the context and what is ready to run; what is set stays.
    void release();
    /// Makes both directions ready for a device.
    void bake(cl_device_id);
    /// Throws refusal where the plan is not baked.
    std::size_t temporary_bytes() const;

    struct ready {
        std::shared_ptr<const execution> run;
        description what;
    };
    /// What runs on this device: made now, if it is not there.
    ready execution_for(cl_device_id, clfftDirection, bool overlapping);

  private:
    using key = std::tuple<clfftDirection, bool>;
    void forget();
    void take_device(cl_device_id);
    const std::shared_ptr<const execution>& make(clfftDirection, bool overlapping);

    cl_context context_;  // retained by kept_ until teardown, later by the client
    std::optional<kept_context> kept_;
    mutable std::mutex mutex_;
    description what_;
    cl_device_id device_ = nullptr;  // null: not baked
    bool baked_ = false;             // both directions
    std::map<key, std::shared_ptr<const execution>> ready_;
};

/// Refusals for a handle that is none.
std::shared_ptr<plan> plan_of(clfftPlanHandle);
clfftPlanHandle add_plan(cl_context, const description&);
void remove_plan(clfftPlanHandle);
/// Releases all that belongs to OpenCL. Handles stay valid, as clFFT's do.
void release_all();

}  // namespace clfft
