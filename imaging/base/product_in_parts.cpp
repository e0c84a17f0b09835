// Products of spectra of pictures that do not fit the device.
#include "imaging/base/product_in_parts.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include <stockham/out_of_core.hpp>

#include "imaging/base/planes.hpp"
#include "imaging/base/transforms.hpp"

namespace stockham::imaging_internal {

namespace {

#define INDEX std::int64_t
#include "imaging/cl/boundary.cl"
#undef INDEX

// Points of a block of rows; a product of blocks takes three of them, complex.
std::size_t block_points(const device_work& work) {
    return std::min(std::size_t{1} << 22, work.memory() / (8 * 2 * real_size(work.precision())));
}

// Parts on a device without memory of its own, whose buffers take the host's.
constexpr std::size_t shared_part_bytes = std::size_t{1} << 28;

// The place on a line of n points that each place of the longer line has the value of; -1: 0.
std::vector<std::int64_t> sources_of(const continuation& c, std::size_t axis, std::size_t n) {
    std::vector<std::int64_t> sources(c.lengths[axis]);
    for (std::size_t k = 0; k < sources.size(); ++k)
        sources[k] = source_of(static_cast<int>(c.beyond),
                               static_cast<std::int64_t>(k) - static_cast<std::int64_t>(c.before[axis]),
                               static_cast<std::int64_t>(n));
    return sources;
}

// The row of a picture that each row of its continuation has the values of; -1: zeros.
std::vector<std::int64_t> row_sources(const continuation& c, const extents& shape) {
    std::vector<std::int64_t> rows{0};
    for (std::size_t a = 0; a + 1 < shape.size(); ++a) {
        std::vector<std::int64_t> finer;
        const auto along = sources_of(c, a, shape[a]);
        for (const std::int64_t row : rows)
            for (const std::int64_t source : along)
                finer.push_back(row < 0 || source < 0 ? -1 : row * static_cast<std::int64_t>(shape[a]) + source);
        rows = std::move(finer);
    }
    return rows;
}

// Some rows of a picture: consecutive ones of its last two axes.
imaging::array_view rows_of(imaging::array_view view, std::size_t first, std::size_t rows) {
    const std::size_t stride = view.strides.empty() ? view.shape.back() : view.strides.front();
    const std::size_t bytes = first * stride * element_bytes(view);
    view.shape.front() = rows;
    if (view.host != nullptr)
        view.host = static_cast<char*>(view.host) + bytes;
    else
        view.offset += bytes;
    return view;
}

// A real picture in host memory that its spectrum replaces.
template <class T>
class host_spectrum {
  public:
    host_spectrum(device_work& work, kind forward, const extents& lengths)
        : work_(work), forward_(forward), lengths_(lengths),
          pitch_(forward == kind::r2c ? 2 * (lengths.back() / 2 + 1) : lengths.back()),
          values_(points(lengths) / lengths.back() * pitch_) {}

    std::size_t rows() const noexcept { return values_.size() / pitch_; }
    T* row(std::size_t k) noexcept { return &values_[k * pitch_]; }
    std::vector<T>& values() noexcept { return values_; }

    // Takes the rows of a picture, or of part of one whose rows begin with number `before`.
    void take(const imaging::array_view& picture, const std::vector<std::int64_t>& rows,
              const std::vector<std::int64_t>& columns, std::size_t before = 0) {
        if (picture.shape.size() > 2) {
            const std::size_t each = count(picture) / picture.shape.front() / picture.shape.back();
            for (std::size_t k = 0; k < picture.shape.front(); ++k)
                take(part_of(picture, k), rows, columns, before + k * each);
            return;
        }
        const std::size_t width = picture.shape.back(), most = std::max<std::size_t>(1, block_points(work_) / width);
        std::vector<T> block;
        for (std::size_t first = 0; first < picture.shape.front(); first += most) {
            const std::size_t some = std::min(most, picture.shape.front() - first);
            block.resize(some * width);
            work_.read(work_.upload(rows_of(picture, first, some)), block.data());
            for (std::size_t k = 0; k < rows.size(); ++k) {
                const auto from = static_cast<std::size_t>(rows[k] - static_cast<std::int64_t>(before + first));
                if (rows[k] < 0 || from >= some) continue;
                for (std::size_t x = 0; x < columns.size(); ++x)
                    row(k)[x] = columns[x] < 0 ? 0 : block[from * width + static_cast<std::size_t>(columns[x])];
            }
        }
    }

    void transform(bool back) {
        const precision in = work_.precision();
        stockham::transform t = real_transform(back ? kind::c2r : kind::r2c, lengths_, 1, in);
        if (forward_ != kind::r2c) {
            const cosine_transforms both(forward_, lengths_, 1, in);
            t = back ? both.inverse : both.forward;
        }
        t.placement = placement::in_place;
        out_of_core_options options;
        options.devices = {work_.session().device()};
        options.device_memory =
            work_.session().shares_host_memory() ? std::min(work_.memory(), shared_part_bytes) : work_.memory();
        out_of_core(t, options).run(values_.data());
    }

    // Multiplies the spectrum, on the device.
    void multiply(const product_in_parts& by) {
        const bool is_complex = forward_ == kind::r2c;
        const std::size_t columns = is_complex ? pitch_ / 2 : pitch_;
        const std::size_t most = std::max<std::size_t>(1, block_points(work_) / columns);
        const char* spectral = by.correlate ? "multiply_conjugate" : "multiply_spectra";
        for (std::size_t first = 0; first < rows(); first += most) {
            const std::size_t some = std::min(most, rows() - first);
            const device_array block = work_.make({some, columns}, is_complex);
            work_.write(block, row(first));
            const device_array factors = by.factors(first, some);
            const cl_ulong size = block.size();
            if (is_complex)
                work_.run(arithmetic_file, spectral, size, block, factors, size);
            else
                work_.run(arithmetic_file, "multiply_reals", size, block, factors, size, size);
            work_.read(block, row(first));
        }
    }

  private:
    device_work& work_;
    kind forward_;
    extents lengths_;
    std::size_t pitch_;  // numbers from one row to the next
    std::vector<T> values_;
};

template <class T>
void multiply(device_work& work, const product_in_parts& by, imaging::array_view picture,
              const imaging::array_view& result) {
    const continuation& c = by.continued;
    const std::size_t axis = c.lengths.size() - 1, width = result.shape.back();
    host_spectrum<T> spectrum(work, by.forward, c.lengths);
    if (picture.shape.size() == 1) {
        picture.shape.insert(picture.shape.begin(), 1);
        if (!picture.strides.empty()) picture.strides.insert(picture.strides.begin(), 0);
    }
    spectrum.take(picture, row_sources(c, result.shape), sources_of(c, axis, width));
    spectrum.transform(false);
    spectrum.multiply(by);
    spectrum.transform(true);
    for (std::size_t r = 0, row_bytes = width * sizeof(T); r < count(result) / width; ++r) {
        std::size_t from = 0, rest = r, pitch = 1;  // the row of the continuation
        for (std::size_t a = axis; a-- > 0; pitch *= c.lengths[a], rest /= result.shape[a])
            from += (rest % result.shape[a] + c.before[a]) * pitch;
        const T* first = spectrum.row(from) + c.before[axis];
        if (result.host != nullptr)
            std::memcpy(static_cast<char*>(result.host) + r * row_bytes, first, row_bytes);
        else
            work.session().upload(result.buffer, row_bytes, first, result.offset + r * row_bytes);
    }
}

}  // namespace

void product_in_parts::run(device_work& work, const imaging::array_view& picture,
                           const imaging::array_view& result) const {
    if (work.precision() == precision::f64)
        multiply<double>(work, *this, picture, result);
    else
        multiply<float>(work, *this, picture, result);
}

kernel_spectrum::kernel_spectrum(device_work& work, const imaging::array_view& kernel, const extents& lengths)
    : columns_(lengths.back() / 2 + 1), element_bytes_(2 * real_size(work.precision())) {
    const auto take = [&](auto zero) {
        using T = decltype(zero);
        host_spectrum<T> spectrum(work, kind::r2c, lengths);
        std::vector<T> points(count(kernel));
        work.read(work.upload(kernel), points.data());
        for (std::size_t k = 0; k < points.size(); ++k) {
            std::size_t row = 0, rest = k, pitch = 1, column = 0;
            for (std::size_t a = lengths.size(); a-- > 0; rest /= kernel.shape[a]) {
                const std::size_t n = kernel.shape[a];
                const std::size_t place =
                    (rest % n + lengths[a] - n / 2) % lengths[a];  // the origin at the first point
                if (a + 1 == lengths.size()) {
                    column = place;
                    continue;
                }
                row += place * pitch;
                pitch *= lengths[a];
            }
            spectrum.row(row)[column] = points[k];
        }
        spectrum.transform(false);
        const auto* first = reinterpret_cast<const char*>(spectrum.values().data());
        bytes_.assign(first, first + spectrum.values().size() * sizeof(T));
    };
    if (work.precision() == precision::f64)
        take(double());
    else
        take(float());
}

device_array kernel_spectrum::rows(device_work& work, std::size_t first, std::size_t rows) const {
    const device_array made = work.make({rows, columns_}, true);
    work.write(made, &bytes_[first * columns_ * element_bytes_]);
    return made;
}

}  // namespace stockham::imaging_internal
