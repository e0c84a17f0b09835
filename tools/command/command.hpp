// The sub-commands of `stockham`, one per file, and the function that runs them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stockham::tools {

/// Parses the command line, runs the sub-command and returns an exit_code (fault.hpp). An error is one line on stderr.
int run_command(int argc, char** argv);

/// Adds all sub-commands with their options and help texts.
void add_everything(CLI::App& app);

void add_devices(CLI::App& app);
void add_plan(CLI::App& app);
void add_spectrum(CLI::App& app);
void add_filter(CLI::App& app);
void add_convolve(CLI::App& app);
void add_deconvolve(CLI::App& app);
void add_match(CLI::App& app);
void add_register(CLI::App& app);
void add_psd(CLI::App& app);
void add_stft(CLI::App& app);
void add_zoom(CLI::App& app);
void add_propagate(CLI::App& app);
void add_correlate(CLI::App& app);
void add_focus(CLI::App& app);
void add_ctf(CLI::App& app);
void add_fft(CLI::App& app);
void add_phantom(CLI::App& app);
void add_calibrate(CLI::App& app);
void add_report(CLI::App& app);
void add_tune(CLI::App& app);
void add_wisdom(CLI::App& app);
void add_cache(CLI::App& app);
void add_info(CLI::App& app);
void add_help(CLI::App& app);
void add_version(CLI::App& app);

/// Adds --device, with the same help text in every command.
void add_device_option(CLI::App& command, std::string& word);

/// "2300 MHz", or "unknown clock" for 0, which some runtimes report.
std::string clock_text(unsigned mhz);

/// Adds --max-pixels to a command that reads pictures. `limit` must live as long as the command.
void add_max_pixels_option(CLI::App& command, std::size_t& limit);

/// Prints to stdout. Control characters except tabs and newlines are escaped. Texts from files or drivers, which may be
/// long, are cut by the caller (messages/printable.hpp). Throws job_error if writing fails.
void print_result(const std::string& text);

/// Prints "stockham: " and one line to stderr, escaped and cut.
void print_remark(const std::string& text);

/// Prints several lines, such as a build log or a summary, to stderr, escaped and cut.
void print_log(const std::string& text);

}  // namespace stockham::tools
