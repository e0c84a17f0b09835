// The table of plans, and the baking of one.
#include "plans.hpp"

#include <algorithm>

#include "call.hpp"

namespace clfft {

namespace {

struct table {
    std::mutex mutex;
    clfftPlanHandle last = 0;
    std::map<clfftPlanHandle, std::shared_ptr<plan>> plans;
};

/// Never destroyed, because the OpenCL driver may be unloaded before static objects are.
table& all() {
    static auto* const one = new table;
    return *one;
}

}  // namespace

description plan::what() const {
    const std::lock_guard lock(mutex_);
    return with_defaults(what_);
}

description plan::as_set() const {
    const std::lock_guard lock(mutex_);
    return what_;
}

void plan::release() {
    const std::lock_guard lock(mutex_);
    unbake();
    kept_.reset();
}

void plan::unbake() {
    bound_.reset();
    baked_ = false;
    compiled_.clear();
}

void plan::bind_device(cl_device_id device) {
    if (bound_) {
        refuse_if(device != bound_->device(), CLFFT_DEVICE_MISMATCH, "the plan was baked for another device");
        return;
    }
    check_bakeable(what_);
    const stockham::session session(context_, device);
    const bool has_double = session.description().fp64 != stockham::double_support::none;
    refuse_if(what_.precision == CLFFT_DOUBLE && !has_double, CLFFT_DEVICE_NO_DOUBLE,
              "the device has no double precision");
    bound_ = session;
}

const std::shared_ptr<const execution>& plan::make(clfftDirection direction, bool overlapping) {
    auto& made = compiled_[{direction, overlapping}];
    if (!made)
        made = std::make_shared<execution>(*bound_, execution_request{with_defaults(what_), direction, overlapping});
    return made;
}

void plan::bake(cl_device_id device) {
    const std::lock_guard lock(mutex_);
    if (bound_ && device != bound_->device()) unbake();
    try {
        bind_device(device);
        for (const auto direction : {CLFFT_FORWARD, CLFFT_BACKWARD}) make(direction_of(what_, direction), false);
    } catch (...) {
        unbake();
        throw;
    }
    baked_ = true;
}

std::size_t plan::temporary_bytes() const {
    const std::lock_guard lock(mutex_);
    refuse_if(!baked_, CLFFT_INVALID_OPERATION, "the plan is not baked");
    std::size_t most = 0;
    for (const auto& each : compiled_)
        if (!std::get<bool>(each.first)) most = std::max(most, each.second->temporary_bytes());
    return most;
}

plan::ready plan::execution_for(cl_device_id device, clfftDirection asked, bool overlapping) {
    const std::lock_guard lock(mutex_);
    const bool was_ready = bound_.has_value();
    try {
        const auto direction = direction_of(what_, asked);
        bind_device(device);
        return {make(direction, overlapping), with_defaults(what_)};
    } catch (...) {
        if (!was_ready) unbake();
        throw;
    }
}

std::shared_ptr<plan> plan_of(clfftPlanHandle handle) {
    const std::lock_guard lock(all().mutex);
    const auto found = all().plans.find(handle);
    if (found == all().plans.end()) refuse(CLFFT_INVALID_PLAN, "no plan has the handle " + std::to_string(handle));
    return found->second;
}

clfftPlanHandle add_plan(cl_context context, const description& d) {
    auto made = std::make_shared<plan>(context, d);
    const std::lock_guard lock(all().mutex);
    all().plans[++all().last] = std::move(made);
    return all().last;
}

void remove_plan(clfftPlanHandle handle) {
    const auto removed = plan_of(handle);  // destroyed after the lock is released
    const std::lock_guard lock(all().mutex);
    all().plans.erase(handle);
}

void release_all() {
    decltype(table::plans) plans;
    {
        const std::lock_guard lock(all().mutex);
        plans = all().plans;
    }
    for (const auto& each : plans) each.second->release();
}

}  // namespace clfft
