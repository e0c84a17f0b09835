// Options of imaging functions from Python keywords, by the tables of the library.
#pragma once

#include <string>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <stockham/imaging/option_table.hpp>

#include "imaging.hpp"

/// The value of a keyword. Throws argument_error, whose field is the option's name, if it has another form.
stockham::imaging::option_value option_of(const stockham::imaging::option_description&, nb::handle value);

/// A row as Python sees it: name, text of the help, kind of value, default.
using described_option = std::tuple<std::string, std::string, std::string, nb::object>;
described_option describe(const stockham::imaging::option_description&, const stockham::imaging::option_value& preset);

/// Keywords; typed, so that the stub file says what the dictionary holds.
using keywords = nb::typed<nb::dict, nb::str, nb::object>;

/// The options with the values of the keywords. Throws TypeError for a keyword that is no option.
template <class Options>
Options options_from(const keywords& given) {
    Options options;
    const auto table = stockham::imaging::options_of<Options>();
    for (const auto& [key, value] : given) {
        const auto name = nb::cast<std::string>(key);
        const auto* row = table.begin();
        while (row != table.end() && name != row->name) ++row;
        if (row == table.end()) throw nb::type_error(("unexpected keyword argument '" + name + "'").c_str());
        row->set(options, option_of(*row, value));
    }
    return options;
}

template <class Options>
std::vector<described_option> described() {
    std::vector<described_option> rows;
    for (const auto& row : stockham::imaging::options_of<Options>()) rows.push_back(describe(row, row.get(Options{})));
    return rows;
}
