// What the commands that use the imaging library share: error texts, progress and --memory.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include <CLI/CLI.hpp>
#include <stockham/imaging/engine.hpp>

#include "engine.hpp"

namespace stockham::tools {

/// The names of files for the arrays of an imaging function, by the array's name in the function's errors.
using array_files = std::map<std::string, std::string>;

/// Calls work(). An argument_error about an array becomes a job_error that names its file, and one about an option a
/// usage_error that names it as on the command line; `no_such` of the library becomes --no-such.
void with_files(const array_files& files, const std::function<void()>& work);

/// with_files(), with a note on stderr if the first such work takes long: then it compiles kernels.
void compute(const engine&, const array_files& files, const std::function<void()>& work);

/// Shows the steps of one file on a terminal, as a bar with `what`, such as "iterations", and ends the work after
/// Ctrl-C: run() then throws interrupted_error. With `wanted` = false it only calls work({}).
void with_progress(const std::string& what, bool wanted,
                   const std::function<void(const imaging::progress_function&)>& work);

/// Adds --memory, in bytes.
void add_device_memory_option(CLI::App& command, std::size_t& bytes);

}  // namespace stockham::tools
