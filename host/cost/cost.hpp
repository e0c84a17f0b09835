// The cost model: predicts the seconds that passes take on a device, by its profile. terms.hpp has its terms.
#pragma once

#include <cstdint>
#include <vector>

#include <stockham/device.hpp>

#include "profile/pass_measurements.hpp"

namespace stockham::internal {

/// The source of a pass's time: the model alone, the model corrected by other choices measured for this pass,
/// or a measurement of this choice.
enum class cost_source { model, similar, measured };

/// The properties of a pass that determine its time.
struct pass_traffic {
    std::uint64_t bytes = 0;       ///< read plus written
    std::uint64_t plan_bytes = 0;  ///< of all buffers that the plan's passes use
    std::uint64_t in_run = 0;      ///< bytes of contiguous reads
    std::uint64_t out_run = 0;     ///< bytes of contiguous writes
    std::uint64_t in_stride = 0;   ///< the largest stride of a tile's reads, in bytes
    std::uint64_t out_stride = 0;  ///< the same for writes
    unsigned unaligned = 0;        ///< sides (0 to 2) whose tiles begin within a transaction of memory
    std::uint64_t points = 0;
    std::uint64_t element = 8;       ///< bytes of a point
    std::uint64_t worked_bytes = 0;  ///< read plus written if every tile were full, which is what exchanges move
    std::uint64_t launches = 1;
    std::uint64_t groups = 1;  ///< work-groups of a launch: too few leave compute units idle
    std::uint64_t local_bytes = 0;
    unsigned digits = 1;  ///< dimensions of the tile that are transformed
    unsigned stages = 1;
    unsigned copies = 0;     ///< stages that only move points
    unsigned exchanges = 0;  ///< through local memory
    double stage_work = 1;   ///< work of all stages, in units of a radix-4 stage
    double lanes_used = 1;   ///< the share of a vector's lanes that carry lines
    unsigned gathers = 0;    ///< sides (0 to 2) that are accessed lane by lane
    unsigned work_items = 1;
    unsigned min_groups = 1;  ///< work-groups that a compute unit holds at a time
    bool few_points = false;  ///< fewer than 16 points per work-item
    double effort = 1;        ///< work of the stages, relative to stages whose work-items are all busy
    bool split_exchange = false;
    unsigned packed = 0;          ///< sides (0 to 2) whose real lines are packed as complex ones of half the length
    bool paired = false;          ///< real lines are paired
    unsigned radix = 1;           ///< the largest
    unsigned resident = 1;        ///< work-groups that a compute unit has room for
    double split = 0;             ///< instructions per point of fp16 split butterflies; 0: there are none
    bool multiplied = false;      ///< multiplied by a spectrum between a forward and an inverse transform
    bool between_passes = false;  ///< that multiplication is between other passes of its axis
    bool odd_line = false;        ///< its tile is a line whose length is no power of two
    bool even_chain = false;      ///< such a line with a chain that suits its work-items
    bool permuted = false;        ///< Rader's algorithm permutes the points
    bool prefetch = false;        ///< later tiles are prefetched
    bool non_temporal = false;    ///< cache hints: data are not used again
    bool twiddled = false;        ///< applies inter-pass twiddle factors
    bool scattered = false;       ///< those factors differ between neighbouring work-items
    bool to_workspace = false;    ///< writes to the workspace, not to the output
    double correction = 1;        ///< measured time over that of the model, by this choice or by others
    cost_source source = cost_source::model;
};

/// True if the cache holds a substantial part of a plan's data, so that passes do not only wait for memory.
bool is_partly_cached(std::uint64_t plan_bytes, const device_description&);

/// Where the data of a plan are while its passes run.
data_place place_of(std::uint64_t plan_bytes, const device_description&);

/// Seconds that the device takes for a pass, without launches.
double device_seconds(const pass_traffic&, const device_description&);

/// The seconds of a pass with its launches.
double launched_seconds(double device_seconds, std::uint64_t launches, const device_description&);

/// Seconds of a copy of `bytes` bytes (read plus written), the unit of measured passes.
double unit_seconds(std::uint64_t bytes, const device_description&);

/// Lower bound on the seconds of a pass that moves `bytes` bytes (read plus written).
double least_seconds(std::uint64_t bytes, const device_description&);

/// Seconds that the second of two passes in one launch waits for the first.
double handover_seconds(const pass_traffic& first, const pass_traffic& second, const device_description&);

/// Seconds of two passes that share a launch (cl/common/two_passes.cl).
double shared_launch_seconds(const pass_traffic& first, const pass_traffic& second, const device_description&);

/// Upper bound on the seconds that two passes save by sharing a launch.
double most_gain_by_sharing(const device_description&);

/// Seconds of lane passes that share a launch of `parts` parts: between passes, the data of a part stay in the core's
/// cache if they fit.
double parts_seconds(const std::vector<pass_traffic>&, std::uint64_t parts, const device_description&);

/// `seconds` on a device whose compute units process `parts` parts, some of them idle in the last round.
double parts_with_idle(double seconds, std::uint64_t parts, const device_description&);

/// Seconds of a transpose that moves `bytes` bytes (read plus written).
double transpose_seconds(std::uint64_t bytes, const device_description&);

/// The cost of a workspace of `bytes` bytes: plans must save at least this by using it.
double workspace_seconds(std::uint64_t bytes, const device_description&);

}  // namespace stockham::internal
