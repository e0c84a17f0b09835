// Conversion of arguments and results of C functions: pointers, texts, lists, structs with a size, enumerations.
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

/// Throws argument_error, naming the argument, for NULL.
void check_pointer(const void* pointer, const char* argument);

/// Copies a text. Throws argument_error for NULL, invalid UTF-8 or more than `most` bytes.
std::string text_in(const char* text, const char* argument, std::size_t most = most_text);
/// The same; NULL gives an empty text.
std::string optional_text_in(const char* text, const char* argument, std::size_t most = most_text);

/// Allocates memory for stockham_free(). Throws std::bad_alloc.
void* new_memory(std::size_t bytes);
char* new_text(const std::string& text);
/// One block: pointers, with a final NULL, then the texts.
char** new_list(const std::vector<std::string>& texts);

/// Throws argument_error for NULL, code_error (STOCKHAM_STRUCT) if struct_size fits no version of the struct.
void check_struct(const void* given, std::size_t most, std::size_t alignment, const char* argument);

/// Copies a struct, possibly of an older, shorter version; missing fields come from `known`.
template <class Struct>
Struct struct_in(const Struct* given, Struct known, const char* argument) {
    check_struct(given, sizeof known, alignof(Struct), argument);
    std::memcpy(&known, given, given->struct_size);
    known.struct_size = sizeof known;
    return known;
}

/// Fills a struct up to its struct_size, which must have been checked.
template <class Struct>
void struct_out(Struct* to, Struct value) {
    value.struct_size = to->struct_size;
    std::memcpy(to, &value, value.struct_size);
}

/// Copies an array. Throws argument_error for NULL (unless empty), unsupported_error for more than most_entries.
template <class Entry>
std::vector<Entry> array_in(const Entry* entries, std::size_t count, const char* argument) {
    if (count > most_entries)
        throw unsupported_error(argument, std::string(argument) + ": " + std::to_string(count) + " entries, at most " +
                                              std::to_string(most_entries) + " are allowed");
    if (count == 0) return {};
    check_pointer(entries, argument);
    return std::vector<Entry>(entries, entries + count);
}

/// Copies a list into an array. Throws argument_error if the array is neither NULL nor large enough.
template <class Entry>
void list_out(const std::vector<Entry>& list, Entry* to, std::size_t room, std::size_t* count, const char* argument) {
    check_pointer(count, "count");
    if (to && room < list.size())
        throw argument_error(argument, std::string(argument) + ": " + std::to_string(list.size()) +
                                           " entries do not fit the room for " + std::to_string(room));
    *count = list.size();
    for (std::size_t k = 0; to && k < list.size(); ++k) to[k] = list[k];
}

/// Returns a list of texts, which the caller frees, and its length.
inline void texts_out(const std::vector<std::string>& texts, char*** to, const char* argument, std::size_t* count) {
    check_pointer(to, argument);
    check_pointer(count, "count");
    *to = new_list(texts);
    *count = texts.size();
}

/// Maps the number of a C enumerator to the value of the C++ enumeration.
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
    return -1;  // not a value of the enumeration
}

/// True for STOCKHAM_INPUT, false for STOCKHAM_OUTPUT. Throws argument_error for other numbers.
bool is_input(int side);

}  // namespace stockham::c_api
