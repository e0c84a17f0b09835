// The public interface, except the OpenCL-CLHPP adapters (stockham/clhpp.hpp).
#pragma once

#include <stockham/array.hpp>
#include <stockham/batch.hpp>
#include <stockham/calibration.hpp>
#include <stockham/convolution.hpp>
#include <stockham/device.hpp>
#include <stockham/error.hpp>
#include <stockham/estimate.hpp>
#include <stockham/fwd.hpp>
#include <stockham/job.hpp>
#include <stockham/messages.hpp>
#include <stockham/out_of_core.hpp>
#include <stockham/owned.hpp>
#include <stockham/plan.hpp>
#include <stockham/process.hpp>
#include <stockham/profile.hpp>
#include <stockham/program_cache.hpp>
#include <stockham/session.hpp>
#include <stockham/transform.hpp>
#include <stockham/transpose.hpp>
#include <stockham/version.hpp>
#include <stockham/wisdom.hpp>
