// The cost model: the seconds that passes take on a device, by its profile.
#pragma once

#include <cstdint>
#include <vector>

#include <stockham/device.hpp>

namespace stockham::internal {

/// The shape of a pass as far as its time depends on it.
struct pass_traffic {
    std::uint64_t bytes = 0;       ///< read plus written
    std::uint64_t plan_bytes = 0;  ///< of all buffers that the plan's passes go through
    std::uint64_t in_run = 0;      ///< bytes read side by side
    std::uint64_t out_run = 0;     ///< bytes written side by side
    std::uint64_t in_stride = 0;   ///< bytes between the farthest neighbours that a tile reads
    std::uint64_t out_stride = 0;  ///< .. and writes
    std::uint64_t points = 0;
    std::uint64_t element = 8;       ///< bytes of a point
    std::uint64_t worked_bytes = 0;  ///< read plus written if every point of every tile were there: what exchanges move
    std::uint64_t launches = 1;
    std::uint64_t groups = 1;  ///< work-groups of a launch: too few leave compute units idle
    std::uint64_t local_bytes = 0;
    unsigned stages = 1;
    double stage_work = 1;  ///< of all stages, in those of radix 4
    double lanes_used = 1;  ///< the share of a vector's lanes that carry lines
    unsigned gathers = 0;   ///< accesses to global memory made lane by lane (0 to 2)
    unsigned work_items = 1;
    unsigned min_groups = 1;  ///< work-groups that a compute unit holds at a time
    bool few_points = false;  ///< less than 16 points a work-item
    double effort = 1;        ///< of the stages, over what they would take if all work-items were always busy
    bool split_exchange = false;
    unsigned packed = 0;        ///< sides (0 to 2) whose real lines are packed as complex ones of half the points
    bool paired = false;        ///< real lines go in pairs
    unsigned radix = 1;         ///< the largest
    unsigned resident = 1;      ///< work-groups that a compute unit has room for
    double split = 0;           ///< instructions that stages of halves take, of each point; 0: there are none
    bool multiplied = false;    ///< by a spectrum, on its way there and back
    bool prefetch = false;      ///< later tiles are fetched ahead
    bool non_temporal = false;  ///< caches are told to keep nothing
    bool twiddled = false;      ///< twiddle factors towards later passes ..
    bool scattered = false;     ///< .. which differ from work-item to work-item
    bool to_workspace = false;  ///< what it writes is not where the results will be
};

/// Seconds that the device takes for a pass, its launches not counted.
double device_seconds(const pass_traffic&, const device_description&);

/// .. and with them.
double launched_seconds(double device_seconds, std::uint64_t launches, const device_description&);

/// No pass of so many bytes (read plus written) takes less.
double least_seconds(std::uint64_t bytes, const device_description&);

/// Of two passes that share a launch (cl/common/two_passes.cl).
double shared_launch_seconds(const pass_traffic& first, const pass_traffic& second, const device_description&);

/// No two passes save more by sharing one.
double most_gain_by_sharing(const device_description&);

/// Of passes of lanes that share a launch of so many parts: between passes a part's data stay in the core's cache, if
/// it holds them.
double parts_seconds(const std::vector<pass_traffic>&, std::uint64_t parts, const device_description&);

/// A transpose of so many bytes (read plus written).
double transpose_seconds(std::uint64_t bytes, const device_description&);

/// Memory is not free: what a plan must save by a workspace of so many bytes.
double workspace_seconds(std::uint64_t bytes, const device_description&);

}  // namespace stockham::internal
