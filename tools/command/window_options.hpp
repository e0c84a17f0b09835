// The options that choose a window: `stft`, `psd` and `spectrum`.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "image/window.hpp"

namespace stockham::tools {

/// Adds --window, whose help text this is, and --symmetric-window.
void add_window_options(CLI::App& command, window_choice& choice, const std::string& text);

/// Throws usage_error if --symmetric-window is given without a window.
void check_window_options(const window_choice& choice);

}  // namespace stockham::tools
