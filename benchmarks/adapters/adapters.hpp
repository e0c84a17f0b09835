// The list of adapters. A new rival needs a line here, one in registry.cpp, and its own file.
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

/// The demanded plan, or the planner's choice if none is demanded. Throws what stockham::plan throws.
stockham::plan make_plan(const opencl_target&, const problem&, const own_plan& demanded);

adapter_ptr make_copy_kernel(opencl_target&);
adapter_ptr make_copy_runtime(opencl_target&);
adapter_ptr make_clfft(opencl_target&);
adapter_ptr make_vkfft_opencl(opencl_target&);
adapter_ptr make_fftw3();
adapter_ptr make_planted_wrong(opencl_target&);
adapter_ptr make_planted_slow(opencl_target&);
adapter_ptr make_planted_crash(opencl_target&);

/// Stands for a library that is not available; its rows give the reason.
adapter_ptr make_missing(std::string name, std::string why);

/// The libraries among `names` that plug-ins beside the program or in STOCKHAM_BENCH_PLUGINS offer. The others become
/// missing ones.
std::vector<adapter_ptr> make_plugins(const std::vector<std::string>& names, const stockham::device_description&);

/// The values of --rivals in the order of the table, and the names of the test doubles, which help does not list.
const std::vector<std::string>& rival_names();
const std::vector<std::string>& hidden_rival_names();

/// The copies, stockham, and the named rivals. Throws stockham::argument_error for an unknown name.
std::vector<adapter_ptr> make_adapters(opencl_target&, const std::vector<std::string>& rivals);

}  // namespace bench
