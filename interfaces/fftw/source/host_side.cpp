// Strided copies between the program's arrays and packed blocks.
#include "host_side.hpp"

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

template <class Line>
void for_each_line(const std::vector<host_side::axis>& axes, std::size_t first, std::size_t count, const Line& line) {
    line_walk walk(axes, first);
    for (std::size_t done = 0; done < count;) {
        const std::size_t now = std::min(count - done, walk.left_in_line());
        line(walk.place(), done, now);
        walk.advance(now);
        done += now;
    }
}

}  // namespace

host_side::host_side(const problem& p, bool input) {
    const bool is_complex = input ? complex_input(p) : complex_output(p);
    const bool halved = is_complex && p.kind != sum::c2c;
    number_ = p.f64 ? 8 : 4;
    element_ = is_complex ? 2 * number_ : number_;
    split_ = is_complex && p.split;
    for (const auto* list : {&p.loops, &p.dims})
        for (const auto& d : *list) axes_.push_back({d.n, input ? d.is : d.os});
    if (halved) axes_.back().n = axes_.back().n / 2 + 1;
    bool negative = false;
    std::int64_t reach = 0;
    for (const auto& a : axes_) {
        count_ *= static_cast<std::size_t>(a.n);
        reach += (a.n - 1) * a.stride;
        negative |= a.stride < 0 && a.n > 1;
    }
    if (negative || split_) return;
    span_ = static_cast<std::size_t>(reach) + 1;
    has_span_ = input ? span_ / 2 <= count_ : span_ == count_;
}

void host_side::gather(const void* from, const void* imaginary, std::size_t first, std::size_t count, void* to) const {
    const auto unit = static_cast<std::int64_t>(split_ ? number_ : element_);
    const std::int64_t stride = axes_.back().stride * unit;
    for_each_line(axes_, first, count, [&](std::int64_t place, std::size_t done, std::size_t now) {
        char* packed = static_cast<char*>(to) + done * element_;
        copy(static_cast<std::size_t>(unit), static_cast<const char*>(from) + place * unit, stride, packed,
             static_cast<std::int64_t>(element_), now);
        if (split_)
            copy(number_, static_cast<const char*>(imaginary) + place * unit, stride, packed + number_,
                 static_cast<std::int64_t>(element_), now);
    });
}

void host_side::scatter(const void* from, std::size_t first, std::size_t count, void* to, void* imaginary) const {
    const auto unit = static_cast<std::int64_t>(split_ ? number_ : element_);
    const std::int64_t stride = axes_.back().stride * unit;
    for_each_line(axes_, first, count, [&](std::int64_t place, std::size_t done, std::size_t now) {
        const char* packed = static_cast<const char*>(from) + done * element_;
        copy(static_cast<std::size_t>(unit), packed, static_cast<std::int64_t>(element_),
             static_cast<char*>(to) + place * unit, stride, now);
        if (split_)
            copy(number_, packed + number_, static_cast<std::int64_t>(element_),
                 static_cast<char*>(imaginary) + place * unit, stride, now);
    });
}

}  // namespace fftw_device
