// What goes in and out of C functions: pointers that must not be NULL, texts, lists, structs that begin with their
// size, numbers for the values of enumerations.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include <stockham/stockham.h>
#include <stockham/stockham.hpp>

#include "c_api/last_error.hpp"

namespace stockham::c_api {

constexpr std::size_t most_text = 1 << 20, most_long_text = 16 << 20;
constexpr std::size_t most_entries = 1024;  ///< of an array in a struct; check() allows far fewer

/// Throws argument_error that names the argument for NULL.
void check_pointer(const void* pointer, const char* argument);

/// A caller's text. Throws argument_error for NULL, for what is no UTF-8, for more than `most` bytes.
std::string text_in(const char* text, const char* argument, std::size_t most = most_text);
/// NULL is an empty text.
std::string optional_text_in(const char* text, const char* argument, std::size_t most = most_text);

/// Memory that stockham_free() frees. Throws std::bad_alloc.
void* new_memory(std::size_t bytes);
char* new_text(const std::string& text);
/// One block: the pointers, the last one NULL, then the texts.
char** new_list(const std::vector<std::string>& texts);

/// Throws argument_error for NULL, code_error (STOCKHAM_STRUCT) for a size that no version of the struct has.
void check_struct(const void* given, std::size_t most, std::size_t alignment, const char* argument);

/// A caller's struct, which may be an older, shorter one: what is missing is as in `known`.
template <class Struct>
Struct struct_in(const Struct* given, Struct known, const char* argument) {
    check_struct(given, sizeof known, alignof(Struct), argument);
    std::memcpy(&known, given, given->struct_size);
    known.struct_size = sizeof known;
    return known;
}

/// Fills a caller's struct, as far as it goes; its size has been checked.
template <class Struct>
void struct_out(Struct* to, Struct value) {
    value.struct_size = to->struct_size;
    std::memcpy(to, &value, value.struct_size);
}

/// An array of a struct. Throws argument_error for NULL, unless it is empty, unsupported_error for too many entries.
template <class Entry>
std::vector<Entry> array_in(const Entry* entries, std::size_t count, const char* argument) {
    if (count > most_entries)
        throw unsupported_error(argument, std::string(argument) + ": there are " + std::to_string(count) +
                                              " entries, more than " + std::to_string(most_entries));
    if (count == 0) return {};
    check_pointer(entries, argument);
    return std::vector<Entry>(entries, entries + count);
}

/// Copies a list into a caller's array, which is NULL or has room for all of it. Throws argument_error else.
template <class Entry>
void list_out(const std::vector<Entry>& list, Entry* to, std::size_t room, std::size_t* count, const char* argument) {
    check_pointer(count, "count");
    if (to && room < list.size())
        throw argument_error(argument, std::string(argument) + ": there is room for " + std::to_string(room) + " of " +
                                           std::to_string(list.size()));
    *count = list.size();
    for (std::size_t k = 0; to && k < list.size(); ++k) to[k] = list[k];
}

/// A list of texts, and how many they are, for the caller to free.
inline void texts_out(const std::vector<std::string>& texts, char*** to, const char* argument, std::size_t* count) {
    check_pointer(to, argument);
    check_pointer(count, "count");
    *to = new_list(texts);
    *count = texts.size();
}

/// Which number of the C face means which value.
template <class Value>
struct meaning {
    int number;
    Value value;
};
inline constexpr meaning<precision> precisions[] = {
    {STOCKHAM_F32, precision::f32}, {STOCKHAM_F64, precision::f64}, {STOCKHAM_F16, precision::f16}};
inline constexpr meaning<direction> directions[] = {{STOCKHAM_FORWARD, direction::forward},
                                                    {STOCKHAM_INVERSE, direction::inverse}};
inline constexpr meaning<placement> placements[] = {{STOCKHAM_OUT_OF_PLACE, placement::out_of_place},
                                                    {STOCKHAM_IN_PLACE, placement::in_place}};
inline constexpr meaning<storage> storages[] = {{STOCKHAM_INTERLEAVED, storage::interleaved},
                                                {STOCKHAM_PLANAR, storage::planar}};
inline constexpr meaning<kind> kinds[] = {
    {STOCKHAM_C2C, kind::c2c},   {STOCKHAM_R2C, kind::r2c},   {STOCKHAM_C2R, kind::c2r},   {STOCKHAM_DCT1, kind::dct1},
    {STOCKHAM_DCT2, kind::dct2}, {STOCKHAM_DCT3, kind::dct3}, {STOCKHAM_DCT4, kind::dct4}, {STOCKHAM_DST1, kind::dst1},
    {STOCKHAM_DST2, kind::dst2}, {STOCKHAM_DST3, kind::dst3}, {STOCKHAM_DST4, kind::dst4}};
inline constexpr meaning<element> elements[] = {{STOCKHAM_REAL_F32, element::real_f32},
                                                {STOCKHAM_REAL_F64, element::real_f64},
                                                {STOCKHAM_COMPLEX_F32, element::complex_f32},
                                                {STOCKHAM_COMPLEX_F64, element::complex_f64}};
inline constexpr meaning<rigor> rigors[] = {{STOCKHAM_ESTIMATE, rigor::estimate},
                                            {STOCKHAM_MEASURE, rigor::measure},
                                            {STOCKHAM_PATIENT, rigor::patient},
                                            {STOCKHAM_EXHAUSTIVE, rigor::exhaustive},
                                            {STOCKHAM_WISDOM_ONLY, rigor::wisdom_only}};

template <class Value, std::size_t count>
Value value_in(const meaning<Value> (&meanings)[count], int number, const char* field) {
    for (const auto& each : meanings)
        if (each.number == number) return each.value;
    throw argument_error(field, std::string(field) + ": " + std::to_string(number) + " is not a valid value");
}

template <class Value, std::size_t count>
int number_out(const meaning<Value> (&meanings)[count], Value value) {
    for (const auto& each : meanings)
        if (each.value == value) return each.number;
    return -1;  // none of the enumeration's
}

/// Whether a number is STOCKHAM_INPUT (or STOCKHAM_OUTPUT). Throws argument_error for others.
bool is_input(int side);

}  // namespace stockham::c_api
