// Pages as arguments of imaging functions.
#pragma once

#include <type_traits>

#include <stockham/imaging/array_view.hpp>

#include "image/plane.hpp"

namespace stockham::tools {

template <class T>
constexpr precision precision_of = std::is_same_v<T, double> ? precision::f64 : precision::f32;

/// Planes as an array {height, width}, or {count, height, width} if there are several.
template <class T>
imaging::array_view view_of(const planes_of<T>& p) {
    if (p.count == 1) return imaging::view_of(p.values.data(), {p.height, p.width});
    return imaging::view_of(p.values.data(), {p.count, p.height, p.width});
}

/// The colour channels of a page as an array {channels, height, width} in the type of the page; the device converts
/// integers to T. Floating-point samples of another type are converted here. Both must outlive the view.
template <class T>
class page_channels {
  public:
    explicit page_channels(const picture& page) {
        if (is_float(page.type) && (page.type == sample_type::f64) != std::is_same_v<T, double>) {
            converted_ = take_channels<T>(page);
            view_ = imaging::view_of(converted_.values.data(), {page.colours(), page.height, page.width});
            return;
        }
        view_.shape = {page.colours(), page.height, page.width};
        view_.precision = precision_of<T>;
        view_.host = const_cast<std::uint8_t*>(page.bytes.data());
        if (!is_float(page.type))
            view_.number = page.type == sample_type::u8 ? imaging::number_type::u8 : imaging::number_type::u16;
        if (page.channels > 1) view_.strides = {1, page.width * page.channels, page.channels};
    }
    page_channels(const page_channels&) = delete;
    page_channels& operator=(const page_channels&) = delete;

    const imaging::array_view& view() const noexcept { return view_; }

  private:
    planes_of<T> converted_;
    imaging::array_view view_;
};

}  // namespace stockham::tools
