// The list of adapters: a new rival adds one line here, one in registry.cpp and its file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <stockham/plan.hpp>

#include "adapter.hpp"
#include "cases.hpp"
#include "opencl_target.hpp"

namespace bench {

using adapter_ptr = std::unique_ptr<adapter>;

adapter_ptr make_stockham(opencl_target&);
adapter_ptr make_stockham(opencl_target&, const own_plan&);

/// The plan that is demanded, or the planner's own where nothing is. Throws what stockham::plan throws.
stockham::plan make_plan(const opencl_target&, const problem&, const own_plan& demanded);

adapter_ptr make_copy_kernel(opencl_target&);
adapter_ptr make_copy_runtime(opencl_target&);
adapter_ptr make_clfft(opencl_target&);
adapter_ptr make_vkfft_opencl(opencl_target&);
adapter_ptr make_fftw3();
adapter_ptr make_planted_wrong(opencl_target&);
adapter_ptr make_planted_slow(opencl_target&);
adapter_ptr make_planted_crash(opencl_target&);

/// A library that was not built in: its rows say why.
adapter_ptr make_missing(std::string name, std::string why);

/// What the plug-ins found beside the program or in STOCKHAM_BENCH_PLUGINS offer, restricted to the libraries named;
/// the others of `names` become missing ones.
std::vector<adapter_ptr> make_plugins(const std::vector<std::string>& names, const stockham::device_description&);

/// The names --rivals knows, in the order of the table; the hidden test doubles come last.
const std::vector<std::string>& rival_names();
const std::vector<std::string>& hidden_rival_names();

/// The floor rows, stockham, and the rivals named. Throws stockham::argument_error for an unknown name.
std::vector<adapter_ptr> make_adapters(opencl_target&, const std::vector<std::string>& rivals);

}  // namespace bench
