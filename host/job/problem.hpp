// The transforms and convolutions that jobs compute.
#pragma once

#include <stockham/convolution.hpp>
#include <stockham/plan.hpp>

#include "job/chunk_plan.hpp"
#include "job/unit_step.hpp"

namespace stockham::internal {

/// Throw as the constructors of job.
job_problem transform_job(const transform&, const plan_options&);
job_problem unit_job(const transform& unit, std::size_t units, const plan_options&, const unit_steps& = {});
job_problem convolution_job(const convolution_description&, const void* spectrum, const plan_options&);

}  // namespace stockham::internal
