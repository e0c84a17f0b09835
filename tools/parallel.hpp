// A range of work spread over a few threads: the memory and file traffic of one thread does not fill a bus.
#pragma once

#include <cstddef>
#include <functional>

namespace stockham::tools {

/// Calls work(begin, end) for parts of [0, count) that together cover it, from several threads at once where each
/// gets at least `grain`. Returns when all are done; throws the first exception of any.
void parallel_for(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& work);

}  // namespace stockham::tools
