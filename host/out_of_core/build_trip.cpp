// One trip: which elements make up a unit, and the transform of a unit.
#include "out_of_core/build_trip.hpp"

#include <algorithm>
#include <numeric>

namespace stockham::internal {

namespace {

using role = trip_dimension::role;

/// Rows of memory that are shorter take as long to move.
constexpr std::size_t least_row_bytes = 64;
/// Rows of this size move almost as fast as longer ones. Larger units would not fit into the processor's cache on their
/// way through pinned memory: 64 MiB take 1.4 times as long as 16 MiB (16 cores with 300 MiB of cache, H100).
constexpr std::size_t good_row_bytes = 4096;

std::size_t product_of(const std::vector<strided>& digits) {
    std::size_t n = 1;
    for (const auto& d : digits) n *= d.n;
    return n;
}

/// How much of each dimension a unit has.
class division {
  public:
    explicit division(const undivided_trip& t) : trip_(t), least_(t.dimensions.size(), 1) {
        for (const auto& d : t.dimensions) counts_.push_back(d.is == role::free ? 1 : d.read_n());
        require_rows(order_of_reads(), t.read_bytes);
        require_rows(t.write_order.empty() ? order_of_reads() : t.write_order, t.write_bytes);
    }

    /// Adds the fastest dimensions that are free, as far as they fit into this size.
    void grow(std::size_t wanted_bytes) {
        for (std::size_t k = counts_.size(); k-- > 0;) {
            if (trip_.dimensions[k].is != role::free) continue;
            const std::size_t n = trip_.dimensions[k].read_n();
            const std::size_t room = std::max<std::size_t>(1, wanted_bytes / (bytes() / counts_[k]));
            counts_[k] = even_part(n, std::clamp(room, counts_[k], n));
            if (counts_[k] < n) break;
        }
    }

    /// Halves the slowest part. False if units are as small as possible.
    bool shrink() {
        for (std::size_t k = 0; k < counts_.size(); ++k) {
            if (trip_.dimensions[k].is != role::free || counts_[k] <= least_[k]) continue;
            counts_[k] = std::max(least_[k], (counts_[k] + 1) / 2);
            return true;
        }
        return false;
    }

    std::size_t count(std::size_t k) const { return counts_[k]; }

    /// The slowest dimension that units have a part of, or else the fastest free one, or else none: the number of
    /// dimensions.
    std::size_t divided() const {
        std::size_t found = counts_.size();
        for (std::size_t k = counts_.size(); k-- > 0;) {
            if (trip_.dimensions[k].is != role::free) continue;
            if (found == counts_.size() || counts_[k] > 1) found = k;
        }
        return found;
    }

  private:
    std::vector<std::size_t> order_of_reads() const {
        std::vector<std::size_t> order(counts_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        return order;
    }

    /// Makes rows long enough if the fastest dimension is free.
    void require_rows(const std::vector<std::size_t>& order, std::size_t element) {
        for (std::size_t k = order.size(); k-- > 0;) {
            const auto& d = trip_.dimensions[order[k]];
            if (d.read_n() == 1) continue;
            if (d.is == role::free) least_[order[k]] = std::min(d.read_n(), (least_row_bytes + element - 1) / element);
            counts_[order[k]] = std::max(counts_[order[k]], least_[order[k]]);
            return;
        }
    }

    /// Of the larger side of a unit.
    std::size_t bytes() const {
        std::size_t in = trip_.read_bytes, out = trip_.write_bytes;
        for (std::size_t k = 0; k < counts_.size(); ++k) {
            const auto& d = trip_.dimensions[k];
            in *= d.is == role::free ? counts_[k] : d.read_n();
            out *= d.is == role::free ? counts_[k] : d.write_n();
        }
        return std::max(in, out);
    }

    const undivided_trip& trip_;
    std::vector<std::size_t> counts_, least_;
};

/// Strides of the dimensions of a unit that is packed in some order.
std::vector<std::size_t> packed_strides(const std::vector<std::size_t>& order, const std::vector<std::size_t>& counts) {
    std::vector<std::size_t> strides(counts.size());
    std::size_t stride = 1;
    for (std::size_t k = order.size(); k-- > 0;) {
        strides[order[k]] = stride;
        stride *= counts[order[k]];
    }
    return strides;
}

/// A trip with its units.
class divided_trip {
  public:
    divided_trip(const undivided_trip& t, const division& parts)
        : source_(t), parts_(parts), divided_(parts.divided()), write_order_(t.write_order) {
        for (std::size_t k = 0; k < t.dimensions.size(); ++k) {
            const auto& d = t.dimensions[k];
            const bool is_free = d.is == role::free;
            read_counts_.push_back(is_free ? parts.count(k) : d.read_n());
            write_counts_.push_back(is_free ? parts.count(k) : d.write_n());
            read_order_.push_back(k);
        }
        if (write_order_.empty()) write_order_ = read_order_;
        in_ = packed_strides(read_order_, read_counts_);
        out_ = packed_strides(write_order_, write_counts_);
    }

    trip make() const {
        trip made;
        made.unit = unit();
        made.read =
            side(read_order_, &trip_dimension::read, source_.read_bytes, source_.read_offset, source_.reflected_read);
        made.write = side(write_order_, &trip_dimension::write, source_.write_bytes, source_.write_offset,
                          source_.reflected_write);
        for (std::size_t k = 0; k < source_.dimensions.size(); ++k) {
            if (!is_outer(k)) continue;
            made.outer.push_back(source_.dimensions[k].read_n());
            made.outer_weights.push_back(source_.dimensions[k].weight);
        }
        if (divided_ < source_.dimensions.size()) {
            made.divided_weight = source_.dimensions[divided_].weight;
            made.divided = source_.dimensions[divided_].read_n();
            made.step = parts_.count(divided_);
        }
        if (source_.twiddle_order) made.twiddle = twiddle();
        return made;
    }

  private:
    bool is_outer(std::size_t k) const {
        return source_.dimensions[k].is == role::free && k != divided_ && parts_.count(k) == 1;
    }

    trip_side side(const std::vector<std::size_t>& order, std::vector<strided> trip_dimension::*digits,
                   std::size_t element, std::size_t offset,
                   const std::optional<reflected_dimensions>& reflected) const {
        trip_side made{element, offset, {}, 0, {}, {}};
        if (reflected)
            made.reflected = reflected_part{0, reflected->direct, {}, {}, reflected->period, reflected->base};
        if (divided_ == source_.dimensions.size()) made.inner.push_back({1, 0});  // nothing is free
        for (const auto k : order) {
            if (is_outer(k)) continue;
            if (k == divided_) made.divided = made.inner.size();
            if (reflected && k == reflected->along) made.reflected->along = made.inner.size();
            if (reflected && k == reflected->columns) made.reflected->columns = made.inner.size();
            for (auto d : source_.dimensions[k].*digits) {
                if (source_.dimensions[k].is == role::free) d.n = parts_.count(k);
                made.inner.push_back(d);
            }
        }
        for (std::size_t k = 0; k < source_.dimensions.size(); ++k) {
            if (!is_outer(k)) continue;
            if (reflected && k == reflected->columns) made.reflected->outer_columns = made.strides.size();
            made.strides.push_back((source_.dimensions[k].*digits).front().stride);
        }
        return made;
    }

    /// Loops over the dimensions that are not transformed, as few as possible.
    std::vector<loop> loops() const {
        std::vector<loop> made;
        for (std::size_t k = source_.dimensions.size(); k-- > 0;) {
            const std::size_t n = read_counts_[k];
            if (source_.dimensions[k].is == role::axis || n == 1) continue;
            if (!made.empty() && made.back().n * made.back().input_stride == in_[k] &&
                made.back().n * made.back().output_stride == out_[k])
                made.back().n *= n;
            else
                made.push_back({n, in_[k], out_[k]});
        }
        std::reverse(made.begin(), made.end());
        return made;
    }

    transform unit() const {
        transform t;
        t.kind = source_.along.kind;
        t.precision = source_.along.precision;
        t.direction = source_.along.direction;
        t.scale = source_.along.scale;
        t.full_spectrum = source_.along.full_spectrum;
        t.algorithm = source_.along.algorithm;
        std::vector<std::size_t> axes;
        for (std::size_t k = 0; k < source_.dimensions.size(); ++k)
            if (source_.dimensions[k].is == role::axis) axes.push_back(k);
        std::sort(axes.begin(), axes.end(), [&](std::size_t a, std::size_t b) {
            return source_.dimensions[a].axis < source_.dimensions[b].axis;
        });
        for (const auto k : axes) {
            t.lengths.push_back(source_.dimensions[k].points);
            t.input.strides.push_back(in_[k]);
            t.output.strides.push_back(out_[k]);
        }
        const auto repeated = loops();
        if (repeated.size() > 1) t.loops = repeated;
        if (repeated.size() != 1) return t;
        t.batch = repeated[0].n;
        t.input.distance = repeated[0].input_stride;
        t.output.distance = repeated[0].output_stride;
        return t;
    }

    trip_twiddle twiddle() const {
        trip_twiddle made;
        made.order = source_.twiddle_order;
        for (std::size_t k = 0; k < source_.dimensions.size(); ++k) {
            const auto& d = source_.dimensions[k];
            if (d.is_twiddle_k) made.k = {write_counts_[k], out_[k], 1};
            if (d.weight && write_counts_[k] > 1) made.j.push_back({write_counts_[k], out_[k], d.weight});
        }
        return made;
    }

    const undivided_trip& source_;
    const division& parts_;
    const std::size_t divided_;
    std::vector<std::size_t> read_order_, write_order_, read_counts_, write_counts_;
    std::vector<std::size_t> in_, out_;  // strides of the packed unit
};

}  // namespace

std::size_t trip_dimension::read_n() const {
    return product_of(read);
}

std::size_t trip_dimension::write_n() const {
    return product_of(write);
}

std::optional<trip> build_trip(const undivided_trip& t, const trip_limits& limits, std::string& shortage) {
    division parts(t);
    std::size_t bytes = std::max<std::size_t>(1, limits.wanted_bytes);
    parts.grow(bytes);
    const auto rows = [&] {
        const auto made = divided_trip(t, parts).make();
        return std::min(row_bytes(made.read), row_bytes(made.write));
    };
    while (rows() < good_row_bytes && 2 * bytes <= limits.most_bytes) parts.grow(bytes *= 2);
    for (;;) {
        auto made = divided_trip(t, parts).make();
        shortage = limits.shortage(made.unit);
        if (shortage.empty()) return made;
        if (!parts.shrink()) return std::nullopt;
    }
}

}  // namespace stockham::internal
