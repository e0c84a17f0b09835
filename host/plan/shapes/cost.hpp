// The cost model: what a pass takes, in bytes of plain device copy that would take as long.
#pragma once

#include <cstdint>

#include <stockham/device.hpp>

namespace stockham::internal {

/// The shape of a pass as far as its time depends on it.
struct pass_traffic {
    std::uint64_t bytes = 0;       ///< read plus written
    std::uint64_t in_run = 0;      ///< bytes read side by side
    std::uint64_t out_run = 0;     ///< bytes written side by side
    std::uint64_t in_stride = 0;   ///< bytes between the farthest neighbours that a tile reads
    std::uint64_t out_stride = 0;  ///< .. and writes
    std::uint64_t points = 0;
    std::uint64_t worked_bytes = 0;  ///< read plus written if every point of every tile were there: what exchanges move
    std::uint64_t launches = 1;
    std::uint64_t groups = 1;  ///< work-groups of a launch: too few leave compute units idle
    std::uint64_t local_bytes = 0;
    unsigned stages = 1;
    double lanes_used = 1;  ///< the share of a vector's lanes that carry lines
    unsigned gathers = 0;   ///< accesses to global memory made lane by lane (0 to 2)
    unsigned work_items = 1;
    unsigned min_groups = 1;  ///< work-groups that a compute unit holds at a time
    bool few_points = false;  ///< less than 16 points a work-item
    double effort = 1;        ///< of the stages, over what they would take if all work-items were always busy
    bool split_exchange = false;
    double split = 0;         ///< instructions that stages of halves take, of each point; 0: there are none
    bool multiplied = false;  ///< by a spectrum, on its way there and back
    bool prefetch = false;    ///< later tiles are fetched ahead
    bool twiddled = false;    ///< twiddle factors towards later passes ..
    bool scattered = false;   ///< .. which differ from work-item to work-item
};

double pass_cost(const pass_traffic&, const device_description&);

/// No pass of so many bytes (read plus written) costs less on the device.
double pass_floor(std::uint64_t bytes, const device_description&);

/// What two passes of a GPU save by sharing a launch (cl/common/two_passes.cl).
double shared_launch_gain();

/// A transpose of so many bytes (read plus written).
double transpose_cost(std::uint64_t bytes, const device_description&);

}  // namespace stockham::internal
