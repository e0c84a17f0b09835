// What is known of a device's speed, as plain data: the numbers of the cost model (plan/shapes/cost.cpp). They come
// from files (profile_json.cpp), and a device gets those that come closest to it (known_profiles.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <stockham/device.hpp>

namespace stockham::internal {

/// A number that depends on another one: points in ascending order of x; level before the first and beyond the last.
class curve {
  public:
    struct point {
        double x = 0, y = 0;
    };

    curve() : points_{{0, 1}} {}
    explicit curve(std::vector<point> points) : points_(std::move(points)) {}

    /// The last point's whose x is not above.
    double step(double x) const;
    /// Between the points on either side, by the logarithm of x.
    double between(double x) const;
    double last() const { return points_.back().y; }
    const std::vector<point>& points() const { return points_; }

  private:
    std::vector<point> points_;
};

/// What accesses of a pass cost beside those of a plain copy, where its data come from.
struct memory_costs {
    curve runs;               ///< time over a copy's, by the bytes that lie side by side
    curve strides;            ///< what runs of 128 bytes cost the more, by the bytes between them
    double non_temporal = 1;  ///< time over a copy's of a pass that tells the caches to keep nothing
    double wait = 0;          ///< seconds that a pass takes beside moving its data
};

/// What passes of a GPU take whose data stay in the cache: there they wait more than they move.
struct cache_costs {
    double rate = 0;            ///< bytes per second, read and written; 0: passes are taken for such beyond the cache
    double stage = 0;           ///< seconds of each stage ..
    double parts = 0;           ///< .. more for each exchange by parts ..
    double twiddles = 0;        ///< .. and for factors towards later passes ..
    double scattered = 0;       ///< .. that differ from work-item to work-item; ..
    double packed = 0;          ///< .. for each side whose real lines are packed, ..
    double paired = 0;          ///< .. and for such in pairs
    double exchange = 0;        ///< as a share of moving its bytes ..
    double exchange_alone = 0;  ///< .. where a compute unit has hardly more than one work-group
    double wide_radix = 0;      ///< .. for butterflies of more than 16 points
    double last_round = 1;      ///< the share of a partly filled round of groups that is lost
};

/// Launches, in seconds.
struct launch_costs {
    double every = 0;         ///< between two launches in a row that have nothing to do
    double gap = 0;           ///< what a launch adds to what its work-groups take
    double handover = 0;      ///< what the second of two passes in one launch waits beside what it takes
    double shared_bytes = 0;  ///< transforms of more bytes do not gain by passes that share a launch
};

/// What work-items do beside moving data, as shares of the time that a plain copy of the same bytes takes beyond all
/// caches.
struct work_shares {
    /// An exchange through local memory, by the work-groups that share a compute unit: 1, 2, 3 and more.
    std::array<double, 3> exchange{};
    double few_items = 1;        ///< times as much where a unit has few work-items in all
    double parts_once = 0;       ///< parts exchanged in turn: once ..
    double parts = 0;            ///< .. and for each exchange
    double few_points = 0;       ///< less than 16 points a work-item
    double effort = 0;           ///< of a stage whose work-items are idle for as long as they are busy
    double sparse = 0;           ///< work-groups of so many registers that a unit has room for few work-items
    double packed = 0;           ///< each side whose real lines are packed as complex ones of half the points
    double paired = 0;           ///< real lines in pairs
    double ahead = 0;            ///< fetching ahead: a gain where a group is alone or the cache has part of the data
    double unhidden = 0;         ///< not doing so where double precision leaves room for few work-items
    double twiddles = 0;         ///< towards later passes, beside wide runs ..
    double narrow_twiddles = 0;  ///< .. and beside narrow ones
    double scattered = 0;        ///< .. the more where they differ from work-item to work-item
    double spectrum = 0;         ///< a stage of a pass that multiplies by a spectrum, where groups compute in turn ..
    double spectrum_alone = 0;   ///< .. and where there is one alone
    double instructions = 1;     ///< that are issued for each point in the time of its copy
};

/// What the work-groups of one compute unit have in common.
struct unit_limits {
    std::uint64_t registers = 65536;  ///< of 32 bits
    std::uint64_t granule = 1;        ///< a work-item has a multiple of so many
    std::uint64_t item = 255;         ///< the most registers of a work-item
    std::uint64_t work_items = 1024;  ///< the most at a time
    std::uint64_t taken = 0;          ///< bytes of local memory that the driver takes of each group
};

/// Lanes of a CPU, in seconds for each point.
struct lane_costs {
    double stage = 0;    ///< of one stage of radix 4, in single precision, all lanes in use
    double gather = 0;   ///< loading or storing lane by lane
    double crowded = 1;  ///< times as long where a tile takes more than half of a core's cache
};

/// All that is known of a device's speed.
struct profile_data {
    // Whose it is; an empty word means any.
    std::string device, architecture, platform, vendor;
    bool lanes = false;  ///< a device whose work-items carry lanes: a CPU
    std::string origin;  ///< where the numbers come from
    std::string digest;  ///< of its text: plans by other numbers are other plans

    curve copy;               ///< bytes per second that a copy reads and writes together, by their number
    double unit_rate = 0;     ///< bytes per second that a compute unit alone copies; 0: its share of all
    double cached_bytes = 0;  ///< so many bytes in use, of all a plan's buffers, stay in a cache that units share
    memory_costs cached, beyond;
    cache_costs in_cache;
    launch_costs launches;
    work_shares work;
    unit_limits unit;
    lane_costs lane;
};

/// Seconds that a copy of so many bytes (read plus written) takes, its launch not counted.
double copy_seconds(const profile_data&, double bytes);

/// .. and that it would take far beyond all caches.
double slow_copy_seconds(const profile_data&, double bytes);

}  // namespace stockham::internal
