// The sub-commands of `stockham`, one a file, and what runs them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stockham::tools {

struct clipped_samples;

/// Parses the command line, runs the sub-command and returns an exit_code (fault.hpp). Errors are one line on stderr.
int run_command(int argc, char** argv);

/// The whole command, ready to parse: all sub-commands, their options, what they say of themselves.
void add_everything(CLI::App& app);

void add_devices(CLI::App& app);
void add_plan(CLI::App& app);
void add_spectrum(CLI::App& app);
void add_filter(CLI::App& app);
void add_convolve(CLI::App& app);
void add_register(CLI::App& app);
void add_psd(CLI::App& app);
void add_fft(CLI::App& app);
void add_phantom(CLI::App& app);
void add_calibrate(CLI::App& app);
void add_tune(CLI::App& app);
void add_wisdom(CLI::App& app);
void add_cache(CLI::App& app);
void add_info(CLI::App& app);
void add_help(CLI::App& app);
void add_version(CLI::App& app);

/// --device, the same everywhere.
void add_device_option(CLI::App& command, std::string& word);

/// "2300 MHz"; some runtimes do not say (0).
std::string clock_text(unsigned mhz);

/// --max-pixels of the commands that read pictures. `limit` must live as long as the command.
void add_max_pixels_option(CLI::App& command, std::size_t& limit);

/// Prints to stdout. Control characters but for tabs and newlines are escaped; what a file or a driver may have made
/// long is cut by the caller (messages/printable.hpp). Throws job_error if that does not work.
void print_result(const std::string& text);

/// Prints one line to stderr, behind "stockham: ", escaped and cut.
void print_remark(const std::string& text);

/// Remarks how many samples of an output were clipped, if any were.
void report_clipped(const clipped_samples& clipped);

/// Prints lines to stderr, escaped and cut: a build log, a summary.
void print_log(const std::string& text);

}  // namespace stockham::tools
