// The command-line options of an imaging function, made from the table of its options.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <stockham/imaging/option_table.hpp>

namespace stockham::tools {

/// Adds one option: its name with - for _, and the help that option_text() writes. take() gets a given value.
CLI::Option* add_described_option(CLI::App& command, const imaging::option_description& option,
                                  const imaging::option_value& preset,
                                  std::function<void(const imaging::option_value&)> take);

/// Adds the options of `options`, which must live as long as the command; with `names`, only those. Their present
/// values are the defaults of the help.
template <class Options>
void add_options(CLI::App& command, Options& options, const std::vector<std::string>& names = {}) {
    for (const auto& each : imaging::options_of<Options>()) {
        if (!names.empty() && std::find(names.begin(), names.end(), each.name) == names.end()) continue;
        add_described_option(command, each, each.get(options),
                             [&options, set = each.set](const imaging::option_value& value) { set(options, value); });
    }
}

}  // namespace stockham::tools
