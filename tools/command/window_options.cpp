// The options that choose a window.
#include "command/window_options.hpp"

#include "fault.hpp"
#include "words.hpp"

namespace stockham::tools {

void add_window_options(CLI::App& command, window_choice& choice, const std::string& text) {
    command.add_option("--window", choice.shape, text)->type_name("SHAPE")->transform(one_of(window_words()));
    command.add_flag("--symmetric-window", choice.symmetric,
                     "Make the window's last point equal the first; by default the window is one period, as in "
                     "scipy.signal.get_window");
}

void check_window_options(const window_choice& choice) {
    if (choice.symmetric && choice.shape == window_shape::none)
        throw usage_error("--symmetric-window: has no effect without a window");
}

}  // namespace stockham::tools
