// Masked normalised cross-correlation.
#include "imaging/registration/masked_correlation.hpp"
#include "imaging/base/transforms.hpp"

#include <algorithm>

#include <stockham/transform.hpp>

namespace stockham::imaging_internal {

namespace {

constexpr const char* masked_file = "imaging/cl/masked.cl";

struct room {
    std::size_t height, width;
    room(std::size_t h, std::size_t w) : height(good_size(2 * h)), width(good_size(2 * w, kind::r2c)) {}
};

device_array part_spectra(device_work& work, const picture_group& group, const device_array& mask, const room& r) {
    const std::size_t count = group.count(), height = group.pictures.shape[1], width = group.pictures.shape[2];
    std::vector<double> means;
    for (const picture_facts& each : group.facts) means.push_back(each.mean);
    const device_array parts = work.make({3 * count, r.height, r.width});
    work.run_grid(masked_file, "masked_parts", {r.width, r.height, count}, group.pictures,
                  make_numbers(work, {count}, means), mask, structure(cl_uint(width), cl_uint(height)),
                  structure(cl_uint(r.width), cl_uint(r.height)), parts);
    const device_array spectra = work.make({3 * count, r.height, r.width / 2 + 1}, true);
    work.transform(real_transform(kind::r2c, {r.height, r.width}, 3 * count, work.precision()), parts, spectra);
    return spectra;
}

}  // namespace

device_array masked_correlation(device_work& work, const picture_group& fixed, const device_array& fixed_mask,
                                const picture_group& moving, const device_array& moving_mask, double least_overlap) {
    const room r(fixed.pictures.shape[1], fixed.pictures.shape[2]);
    const std::size_t count = moving.count(), columns = r.width / 2 + 1;
    const device_array a = part_spectra(work, fixed, fixed_mask, r);
    const device_array b = part_spectra(work, moving, moving_mask, r);
    const device_array products = work.make({6 * count, r.height, columns}, true);
    work.run_grid(masked_file, "masked_products", {columns, r.height, count}, a, b, cl_uint(columns), cl_uint(r.height),
                  cl_uint(count), products);
    const device_array sums = work.make({6 * count, r.height, r.width});
    work.transform(real_transform(kind::c2r, {r.height, r.width}, 6 * count, work.precision()), products, sums);
    const double smaller = std::min(work.sum(fixed_mask), work.sum(moving_mask));
    const std::vector<double> least(count, std::max(least_overlap * smaller, 2.0));
    const device_array surface = work.make({count, r.height, r.width});
    work.run_grid(masked_file, "masked_coefficient", {r.width, r.height, count}, sums,
                  make_numbers(work, {count}, least), cl_uint(r.width), cl_uint(r.height), cl_uint(count), surface);
    return surface;
}

std::size_t masked_correlation_bytes(std::size_t height, std::size_t width, precision in) {
    const room r(height, width);
    return 26 * r.height * r.width * real_size(in);
}

}  // namespace stockham::imaging_internal
