// Strided copies between the program's arrays and packed blocks.
#include "host_side.hpp"

#include <fftw3.h>

#include <algorithm>
#include <cstring>

namespace fftw_device {

namespace {

/// A walk over the elements in the order of the axes, one line of the last axis at a time.
class line_walk {
  public:
    line_walk(const std::vector<host_side::axis>& axes, std::size_t first) : axes_(axes), at_(axes.size(), 0) {
        auto rest = static_cast<std::int64_t>(first);
        for (std::size_t k = axes.size(); k-- > 0;) {
            at_[k] = rest % axes[k].n;
            rest /= axes[k].n;
            place_ += at_[k] * axes[k].stride;
        }
    }
    std::int64_t place() const { return place_; }  ///< of the present element, in elements
    std::int64_t index_in_line() const { return at_.back(); }
    std::size_t left_in_line() const { return static_cast<std::size_t>(axes_.back().n - at_.back()); }
    void advance(std::size_t within_line) {
        const auto last = axes_.size() - 1;
        at_[last] += static_cast<std::int64_t>(within_line);
        place_ += static_cast<std::int64_t>(within_line) * axes_[last].stride;
        for (std::size_t k = last; at_[k] == axes_[k].n && k > 0; --k) {
            place_ += axes_[k - 1].stride - axes_[k].n * axes_[k].stride;
            at_[k] = 0;
            ++at_[k - 1];
        }
    }

  private:
    const std::vector<host_side::axis>& axes_;
    std::vector<std::int64_t> at_;
    std::int64_t place_ = 0;
};

/// Copies numbers of `Bytes` bytes between two strided lines; strides count bytes.
template <std::size_t Bytes>
void copy_line(const char* from, std::int64_t from_stride, char* to, std::int64_t to_stride, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i, from += from_stride, to += to_stride) std::memcpy(to, from, Bytes);
}

void copy(std::size_t bytes, const char* from, std::int64_t from_stride, char* to, std::int64_t to_stride,
          std::size_t count) {
    const auto packed = static_cast<std::int64_t>(bytes);
    if (from_stride == packed && to_stride == packed)
        std::memcpy(to, from, count * bytes);
    else if (bytes == 4)
        copy_line<4>(from, from_stride, to, to_stride, count);
    else if (bytes == 8)
        copy_line<8>(from, from_stride, to, to_stride, count);
    else
        copy_line<16>(from, from_stride, to, to_stride, count);
}

/// A strided row of numbers, or of complex ones, in the program's memory, and where it lies in a packed block.
struct part {
    enum { array, imaginary_array, nowhere } where;
    std::int64_t place, stride;  ///< bytes
    std::size_t packed;          ///< bytes from the start of the block
    std::size_t bytes, count;
};

/// Calls `store(numbers, done, now)` for the Hartley transform of a half spectrum, some elements at a time:
/// H[k] = Re X[k] - Im X[k] and H[n - k] = Re X[k] + Im X[k] in place of both parts.
template <class Number, class Store>
void combine(const void* from, std::size_t count, const Store& store) {
    constexpr std::size_t most = 256;
    Number h[2 * most];
    const auto* x = static_cast<const Number*>(from);
    for (std::size_t done = 0, now = 0; done < count; done += now) {
        now = std::min(count - done, most);
        for (std::size_t k = 0; k < 2 * now; k += 2, x += 2) {
            h[k] = x[0] - x[1];
            h[k + 1] = x[0] + x[1];
        }
        store(h, done, now);
    }
}

}  // namespace

host_side::host_side(const problem& p, bool input) {
    const auto what = kind_on_device(p);
    const bool is_complex = what == problem_kind::c2c || what == (input ? problem_kind::c2r : problem_kind::r2c);
    if (is_complex)
        form_ = p.split                       ? form::split
                : p.kind != problem_kind::r2r ? form::interleaved
                : p.kinds.front() == FFTW_DHT ? form::hartley
                                              : form::half_complex;
    number_ = p.f64 ? 8 : 4;
    element_ = is_complex ? 2 * number_ : number_;
    unit_ = form_ == form::interleaved ? element_ : number_;
    for (const auto* list : {&p.loops, &p.dims})
        for (const auto& d : *list) axes_.push_back({d.n, input ? d.is : d.os});
    length_ = axes_.back().n;
    const std::int64_t halved = is_complex && what != problem_kind::c2c ? length_ / 2 + 1 : length_;
    if (p.kind != problem_kind::r2r) axes_.back().n = halved;
    const auto unit = static_cast<std::int64_t>(unit_);
    reach_.high = unit;
    for (const auto& a : axes_) (a.stride < 0 ? reach_.low : reach_.high) += (a.n - 1) * a.stride * unit;
    axes_.back().n = halved;
    for (const auto& a : axes_) count_ *= static_cast<std::size_t>(a.n);
    if (reach_.low < 0 || (form_ != form::real && form_ != form::interleaved)) return;
    span_ = static_cast<std::size_t>(reach_.high) / unit_;
    has_span_ = input ? span_ / 2 <= count_ : span_ == count_;
}

/// Calls `each` for the parts of `count` elements from number `first` on, line by line: the elements or their real
/// parts, then the imaginary parts.
template <class Each>
void host_side::for_each_part(std::size_t first, std::size_t count, const Each& each) const {
    const auto unit = static_cast<std::int64_t>(unit_), stride = axes_.back().stride * unit;
    line_walk walk(axes_, first);
    for (std::size_t done = 0; done < count;) {
        const std::size_t now = std::min(count - done, walk.left_in_line());
        const std::int64_t place = walk.place() * unit;
        const std::size_t packed = done * element_;
        each(part{part::array, place, stride, packed, unit_, now});
        if (form_ == form::split) each(part{part::imaginary_array, place, stride, packed + number_, number_, now});
        if (form_ == form::half_complex || form_ == form::hartley) {
            const std::int64_t begin = walk.index_in_line(), end = begin + static_cast<std::int64_t>(now);
            const auto imaginary = [&](auto where, std::int64_t k, std::int64_t parts) {
                if (parts < 1) return;
                each(part{where, place + (length_ - k - begin) * stride, -stride,
                          packed + static_cast<std::size_t>(k - begin) * element_ + number_, number_,
                          static_cast<std::size_t>(parts)});
            };
            // They exist for 0 < k < n / 2, so that a line lacks at most the first and the last one.
            const std::int64_t from = std::max<std::int64_t>(begin, 1), to = std::min(end, (length_ + 1) / 2);
            imaginary(part::nowhere, begin, from - begin);
            imaginary(part::array, from, to - from);
            const std::int64_t middle = std::max(from, to);
            imaginary(part::nowhere, middle, end - middle);
        }
        walk.advance(now);
        done += now;
    }
}

void host_side::gather(const void* from, const void* imaginary, std::size_t first, std::size_t count, void* to) const {
    for_each_part(first, count, [&](const part& p) {
        char* const packed = static_cast<char*>(to) + p.packed;
        if (p.where == part::nowhere)
            std::memset(packed, 0, p.bytes);
        else
            copy(p.bytes, static_cast<const char*>(p.where == part::array ? from : imaginary) + p.place, p.stride,
                 packed, static_cast<std::int64_t>(element_), p.count);
    });
}

void host_side::scatter_parts(const void* from, std::size_t first, std::size_t count, void* to, void* imaginary) const {
    for_each_part(first, count, [&](const part& p) {
        if (p.where == part::nowhere) return;
        copy(p.bytes, static_cast<const char*>(from) + p.packed, static_cast<std::int64_t>(element_),
             static_cast<char*>(p.where == part::array ? to : imaginary) + p.place, p.stride, p.count);
    });
}

void host_side::scatter(const void* from, std::size_t first, std::size_t count, void* to, void* imaginary) const {
    const auto store = [&](const void* packed, std::size_t done, std::size_t now) {
        scatter_parts(packed, first + done, now, to, imaginary);
    };
    if (form_ != form::hartley) return store(from, 0, count);
    if (number_ == sizeof(double))
        combine<double>(from, count, store);
    else
        combine<float>(from, count, store);
}

}  // namespace fftw_device
