// The commands of `stockham-bench` that read result files.
#pragma once

#include <CLI/CLI.hpp>

namespace bench {

// Exit codes: 0 success; 1 `compare` found something slower, lost or wrong, or a file was damaged; 2 bad input, with
// one line on stderr.

// `report RESULTS... [--cases FILE] [--overview]`
void add_report_command(CLI::App& app, int& exit_code);

// `compare OLD NEW [--threshold PERCENT] [--library NAME]`
void add_compare_command(CLI::App& app, int& exit_code);

}  // namespace bench
