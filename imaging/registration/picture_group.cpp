// Statistics of pictures.
#include "imaging/registration/picture_group.hpp"

#include <algorithm>

#include <stockham/error.hpp>

#include "imaging/base/numbers.hpp"

namespace stockham::imaging_internal {

namespace {

// The first point of each picture.
std::vector<double> first_points(device_work& work, const device_array& pictures) {
    const std::size_t count = pictures.shape[0], plane = pictures.shape[1] * pictures.shape[2];
    const device_array firsts = work.make({count});
    work.run(registration_file, "first_points", count, pictures, cl_ulong{plane}, firsts, cl_uint(count));
    return read_numbers(work, firsts);
}

// The sums, extremes and counts of the kernel `statistics` for one picture.
struct statistics {
    double sum = 0, largest = 0, down = 0, across = 0, broken = 0;

    statistics(const double* partial, std::size_t items) {
        for (const double* each = partial; each != partial + 5 * items; each += 5) {
            sum += each[0];
            largest = std::max(largest, each[1]);
            down = std::max(down, each[2]);
            across = std::max(across, each[3]);
            broken += each[4];
        }
    }
};

}  // namespace

std::vector<picture_facts> facts_of(device_work& work, const picture_group& group) {
    const std::size_t count = group.count(), height = group.pictures.shape[1], width = group.pictures.shape[2];
    const reduction_shape items(work);
    const device_array partial = work.make({count, items.size(), 5});
    work.run_grid(registration_file, "statistics", {items.lanes, items.parts, count}, group.pictures,
                  items.over(height, width), partial);
    const std::vector<double> values = read_numbers(work, partial), firsts = first_points(work, group.pictures);
    std::vector<picture_facts> all;
    for (std::size_t k = 0; k < count; ++k) {
        const statistics s(&values[k * items.size() * 5], items.size());
        const std::string which = "picture " + std::to_string(group.first + k);
        if (s.broken > 0)
            throw argument_error(group.name, group.name + ": " + std::to_string(static_cast<long long>(s.broken)) +
                                                 " points of " + which +
                                                 " are not finite; use a mask, or replace them");
        const double least = 4 * rounding(work.precision()) * s.largest;
        all.push_back(
            {firsts[k] + s.sum / static_cast<double>(height * width), s.largest, s.down > least, s.across > least});
        if (!all.back().varies_down && !all.back().varies_across)
            throw argument_error(group.name, group.name + ": cannot register, all points of " + which + " are equal");
    }
    return all;
}

std::vector<double> means_of(const picture_group& group) {
    std::vector<double> means;
    for (const picture_facts& each : group.facts) means.push_back(each.mean);
    return means;
}

}  // namespace stockham::imaging_internal
