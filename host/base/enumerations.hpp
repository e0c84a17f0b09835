// The valid values of the public enumerations, since a caller may cast any number. Code must not depend on the order or
// the numbers of the values.
#pragma once

#include <cstdint>
#include <string>

#include <stockham/device.hpp>
#include <stockham/error.hpp>
#include <stockham/transform.hpp>
#include <stockham/transpose.hpp>
#include <stockham/wisdom.hpp>

namespace stockham::internal {

template <class Enumeration>
struct values_of;
template <>
struct values_of<precision> {
    static constexpr precision all[] = {precision::f16, precision::f32, precision::f64};
};
template <>
struct values_of<direction> {
    static constexpr direction all[] = {direction::forward, direction::inverse};
};
template <>
struct values_of<placement> {
    static constexpr placement all[] = {placement::out_of_place, placement::in_place};
};
template <>
struct values_of<storage> {
    static constexpr storage all[] = {storage::interleaved, storage::planar};
};
template <>
struct values_of<kind> {
    static constexpr kind all[] = {kind::c2c,  kind::r2c,  kind::c2r,  kind::dct1, kind::dct2, kind::dct3,
                                   kind::dct4, kind::dst1, kind::dst2, kind::dst3, kind::dst4};
};
template <>
struct values_of<element> {
    static constexpr element all[] = {element::real_f32, element::real_f64, element::complex_f32, element::complex_f64};
};
template <>
struct values_of<device_kind> {
    static constexpr device_kind all[] = {device_kind::cpu, device_kind::gpu, device_kind::other};
};
template <>
struct values_of<double_support> {
    static constexpr double_support all[] = {double_support::none, double_support::khr, double_support::amd};
};
template <>
struct values_of<matrix_units> {
    static constexpr matrix_units all[] = {matrix_units::none, matrix_units::nvidia, matrix_units::amd};
};
template <>
struct values_of<rigor> {
    static constexpr rigor all[] = {rigor::estimate, rigor::measure, rigor::patient, rigor::exhaustive,
                                    rigor::wisdom_only};
};

template <class Enumeration>
constexpr bool is_known(Enumeration value) noexcept {
    for (const auto known : values_of<Enumeration>::all)
        if (value == known) return true;
    return false;
}

/// Throws argument_error, naming the field, for an invalid value.
template <class Enumeration>
void check_known(const char* field, Enumeration value) {
    if (!is_known(value))
        throw argument_error(field, std::string(field) + ": " + std::to_string(static_cast<std::int64_t>(value)) +
                                        " is not a valid value");
}

/// The table row whose member `of` equals the value, or `otherwise`.
template <class Row, std::size_t count, class Enumeration>
constexpr const Row& row_of(Enumeration value, const Row (&table)[count], const Row& otherwise) noexcept {
    for (const auto& row : table)
        if (row.of == value) return row;
    return otherwise;
}

}  // namespace stockham::internal
