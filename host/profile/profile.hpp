// Measured speeds of a device, as plain data: the numbers of the cost model (cost/cost.cpp). They come from
// files (profile_json.cpp), with the names and units of profile_fields.hpp; known_profiles.cpp chooses the best match
// for a device.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <stockham/device.hpp>

#include "profile/pass_measurements.hpp"

namespace stockham::internal {

/// A function given by points in ascending order of x; constant before the first and beyond the last.
class curve {
  public:
    struct point {
        double x = 0, y = 0;
    };

    curve() : points_{{0, 1}} {}
    explicit curve(std::vector<point> points) : points_(std::move(points)) {}

    /// y of the last point with an x of at most this.
    double step(double x) const;
    /// Interpolates linearly in the logarithm of x.
    double between(double x) const;
    double last() const { return points_.back().y; }
    const std::vector<point>& points() const { return points_; }

  private:
    std::vector<point> points_;
};

/// Costs of the accesses of a pass relative to a plain copy, in one level of memory.
struct memory_costs {
    curve runs;     ///< relative time by contiguous bytes
    curve strides;  ///< additional relative time of runs of profile_data::strides_run bytes, by stride in bytes
    double non_temporal = 1;  ///< relative time with non-temporal accesses
    double wait = 0;          ///< seconds of a pass beyond moving its data
};

/// Costs of GPU passes whose data stay in the cache, where latency dominates.
struct cache_costs {
    double rate = 0;            ///< bytes per second, read plus written; 0: treat passes as beyond the cache
    double stage = 0;           ///< seconds per stage
    double parts = 0;           ///< additional seconds per exchange by parts
    double twiddles = 0;        ///< seconds for inter-pass twiddles
    double scattered = 0;       ///< additional seconds if the twiddles differ per work-item
    double packed = 0;          ///< seconds per side with packed real lines
    double paired = 0;          ///< seconds for paired real lines
    double exchange = 0;        ///< cost of an exchange relative to moving its bytes
    double exchange_alone = 0;  ///< the same with about one work-group per compute unit
    double wide_radix = 0;      ///< cost of butterflies of more than 16 points, likewise
    double last_round = 1;      ///< lost share of a partly filled round of work-groups
};

/// Launches, in seconds.
struct launch_costs {
    double every = 0;         ///< between consecutive empty launches
    double gap = 0;           ///< overhead of a launch in addition to its work-groups
    double handover = 0;      ///< waiting time of the second of two passes in one launch
    double shared_bytes = 0;  ///< larger transforms gain nothing from passes that share a launch; in bytes
    /// Share of the time that a launch saves while the host prepares the next one. Prefers the shorter of two passes
    /// that launches hide, because hosts differ.
    double hidden = 0;
    double room = 1;  ///< share of the device left to the first of two passes in one launch: the other has started
};

/// Costs of work-items other than moving data, as shares of the time of a plain copy of the same bytes beyond all
/// caches.
struct work_shares {
    /// An exchange through local memory, with 1, 2, or at least 3 work-groups per compute unit.
    std::array<double, 3> exchange{};
    double few_items = 1;        ///< factor on exchanges if a compute unit has few work-items
    double parts_once = 0;       ///< exchanges by parts: once per pass
    double parts = 0;            ///< exchanges by parts: per exchange
    double unaligned = 0;        ///< per side whose tiles begin within a transaction of memory
    double few_points = 0;       ///< fewer than 16 points per work-item
    double effort = 0;           ///< a stage whose work-items are idle for as long as they are busy
    double sparse = 0;           ///< registers limit a compute unit to few work-items
    double vacant = 0;           ///< a compute unit without room for any of the work-items that keep it busy
    double packed = 0;           ///< per side with real lines packed as complex ones of half the points
    double paired = 0;           ///< paired real lines
    double ahead = 0;            ///< prefetch: a gain for a lone work-group or with data partly in the cache
    double unhidden = 0;         ///< no prefetch in double precision with few work-items
    double twiddles = 0;         ///< inter-pass twiddles with long runs
    double narrow_twiddles = 0;  ///< inter-pass twiddles with short runs
    double scattered = 0;        ///< additional cost if the twiddles differ per work-item
    double spectrum = 0;         ///< a stage of a pass that multiplies by a spectrum, with many work-items
    double spectrum_alone = 0;   ///< the same with half as many work-items as keep a compute unit busy
    double spectrum_groups = 0;  ///< additional share of such a stage with one work-group, half of it with two, ..
    double spectrum_wide = 0;    ///< additional share of such a stage in double precision with wide radices
    double spectrum_effort = 0;  ///< additional share of such a stage whose work-items are idle for as long as busy
    double spectrum_parts = 0;   ///< additional share of such a stage with exchanges by parts
    /// Factor on such a stage with radices above `usual_radix`, between other passes of its axis.
    double spectrum_between = 1;
    double odd_exchange = 0;  ///< per exchange in a tile of one line whose length is no power of two
    double odd_parts = 0;     ///< exchanges by parts in such a tile
    /// The `effort` of a chain that suits its work-items (families/work_group/even_chains.hpp).
    double even_effort = 0;
    double permuted = 0;       ///< additional cost per stage if Rader's algorithm permutes the points
    double permuted_real = 1;  ///< factor on such stages for real lines in double precision
    double instructions = 1;   ///< instructions issued per point in the time of its copy
    double uneven = 1;         ///< factor on a stage whose last round is partly filled: rounds compute own addresses
};

/// Where the conditions of the cost model begin to hold.
struct cost_thresholds {
    double partly_cached = 0;     ///< plans up to this many times the cache are partly in it
    std::uint64_t short_run = 0;  ///< shorter contiguous runs are slow; in bytes
    std::uint64_t long_run = 0;   ///< longer contiguous runs hide twiddle factors and gain from prefetches; in bytes
    std::uint64_t longest_run = 256;        ///< longer contiguous runs gain nothing; in bytes
    std::uint64_t few_items = 0;            ///< work-items per compute unit that are few for exchanges, at most
    std::uint64_t sparse_items = 0;         ///< work-items that keep a compute unit busy in single precision
    std::uint64_t exposed_items_alone = 0;  ///< work-items that do not hide latency in double precision, in one group
    std::uint64_t exposed_items = 0;        ///< the same in several groups
    std::uint64_t few_points = 0;           ///< points per work-item that are not few
    std::uint64_t usual_radix = 0;          ///< larger radices are wide
    std::uint64_t double_radix = 0;         ///< the same in double precision if a pass multiplies by a spectrum
};

/// Resources that the work-groups of one compute unit share.
struct unit_limits {
    std::uint64_t registers = 65536;   ///< 32-bit registers
    std::uint64_t granule = 1;         ///< registers are allocated per work-item in multiples of this
    std::uint64_t item = 255;          ///< maximum of registers per work-item
    std::uint64_t work_items = 1024;   ///< maximum of resident work-items
    std::uint64_t taken = 0;           ///< bytes of local memory per work-group that the driver uses
    std::uint64_t items_granule = 1;   ///< registers are allocated for multiples of this many work-items
    std::uint64_t group_items = 1024;  ///< maximum of work-items in a work-group
    std::uint64_t groups = 1;          ///< maximum of resident work-groups that use no local memory
};

/// The banks of local memory.
struct local_banks {
    std::uint64_t count = 1;  ///< a power of two up to most_banks
    std::uint64_t bytes = 4;  ///< that a bank serves per turn
    std::uint64_t items = 1;  ///< work-items that access memory at once
};
constexpr std::size_t most_banks = 64;

/// Registers that a work-group pass needs besides those of its points, as the compiler assigns them.
struct register_model {
    double f32 = 0, f64 = 0;  ///< addresses and twiddle factors, by precision
    /// Per point of a butterfly that does not work in place, by precision.
    double spacious_f32 = 0, spacious_f64 = 0;
    double spectrum = 0;  ///< multiplication by a spectrum
    double mapped = 0;    ///< real lines, and other mapped, packed or paired ones
    /// The share of its registers that a work-item may want in addition if its pass multiplies by a spectrum: computing
    /// bounds such a pass, and hides the accesses to a few spilled registers.
    double spilled = 0;
    /// The share of unit_limits::item that a work-item may want in addition: the compiler saves some there. 0: it
    /// spills.
    double beyond_item = 0;
    /// The share of a compute unit's registers that holds the points of a lone work-group, by precision.
    double share_f32 = 1, share_f64 = 1;
};

/// fp16 split butterflies on matrix units, by their radix.
struct split_half_costs {
    double instructions = 0;   ///< per point of a pass
    curve stage_instructions;  ///< per point of a stage, with its exchange
    curve registers;           ///< for halves, sums and matrices
    curve registers_each;      ///< the same per point of a work-item
};

/// Constant-geometry passes (cl/constant_geometry/).
struct constant_geometry_costs {
    double registers = 0;              ///< of any work-item
    double registers_per_word = 0;     ///< per 32-bit word of a point
    double registers_of_points = 0;    ///< for the words of a work-item's points, at most
    double registers_per_address = 0;  ///< per point at its own place, except for the first `free_addresses`
    double free_addresses = 0;         ///< see above
    double places_once = 0;            ///< work of the places of all points, in points
    double factors = 0;                ///< work of the twiddle factors of each place, in points
    std::uint64_t groups = 1;          ///< maximum of resident work-groups
    std::uint64_t enough_items = 0;    ///< work-items of a compute unit that hide their latency
    std::uint64_t longest_run = 128;   ///< longer contiguous runs gain nothing; in bytes
};

/// Costs of the lanes of a CPU, in seconds per point.
struct lane_costs {
    double stage = 0;         ///< one stage of radix 4 in single precision, all lanes in use
    double gather = 0;        ///< loading or storing lane by lane
    double crowded = 1;       ///< factor on stages if a tile takes more than `crowded_part` of the cache of a core
    double crowded_part = 1;  ///< see above
    double overhead = 0;      ///< of a stage per point, in operations: loads, stores and a twiddle factor
};

/// A device profile.
struct profile_data {
    // The matching devices; empty means any.
    std::string device, architecture, platform, vendor;
    bool lanes = false;  ///< work-items carry vector lanes: a CPU
    std::string origin;  ///< where the numbers come from
    std::string digest;  ///< of its text; part of the key of cached plans

    curve copy;            ///< bytes per second, read plus written, by number of bytes
    double unit_rate = 0;  ///< bytes per second of a copy by one compute unit; 0: its share of all
    /// Bytes per second to and from host memory, each way while both are in use; 0: it is shared. For jobs and
    /// transforms out of core; not measured by calibrate().
    double link_rate = 0;
    /// Bytes that stay in the shared cache: on GPUs of all buffers of a plan, on CPUs those that a pass moves.
    double cached_bytes = 0;
    std::uint64_t strides_run = 1;  ///< contiguous bytes with which the costs of strides were measured
    double transpose = 1;           ///< time of a transpose over that of a copy
    double workspace = 0;           ///< cost of a workspace, as a share of a pass over it beyond all caches
    memory_costs cached, beyond;
    cache_costs in_cache;
    launch_costs launches;
    work_shares work;
    cost_thresholds thresholds;
    unit_limits unit;
    local_banks banks;
    register_model registers;
    split_half_costs split_half;
    constant_geometry_costs constant_geometry;
    lane_costs lane;

    measurements_pointer passes;  ///< measured times, which replace predictions; null if there are none
};

/// One line: the devices that a profile is for, and where its numbers come from.
std::string title_of(const profile_data&);

/// Seconds to copy `bytes` bytes (read plus written), without the launch.
double copy_seconds(const profile_data&, double bytes);

/// The same far beyond all caches.
double slow_copy_seconds(const profile_data&, double bytes);

}  // namespace stockham::internal
