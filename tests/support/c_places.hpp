// Arguments and result places for functions of the C interface.
#pragma once

#include <stockham/stockham.h>

inline constexpr std::size_t place_lengths[] = {8, 8};

inline stockham_transform plain_fields() {
    auto fields = stockham_default_transform();
    fields.axes = 2;
    fields.lengths = place_lengths;
    return fields;
}

/// Places for results.
struct places {
    stockham_problem* problem = nullptr;
    stockham_description* description = nullptr;
    stockham_wisdom* wisdom = nullptr;
    char* text = nullptr;
    char** list = nullptr;
    std::size_t number = 77, count = 77, numbers[8] = {77};
    double real = 77;
    int flag = 77;
    std::uint64_t bytes = 77;
    cl_device_id device = nullptr;
    stockham_wisdom_entry* entries = nullptr;

    bool are_untouched() const {
        return !problem && !description && !wisdom && !text && !list && number == 77 && count == 77 &&
               numbers[0] == 77 && real == 77 && flag == 77 && bytes == 77 && !device && !entries;
    }
};
