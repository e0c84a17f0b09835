// The version of NVIDIA's kernel module in the text of /proc/driver/nvidia/version.
#pragma once

#include <cctype>
#include <sstream>
#include <string>

/// The first word of the text's first line that is a version: digits and dots, with a dot. Empty if there is none. (The
/// name of the architecture, as in "Kernel Module for x86_64  580.159.04", is not a version.)
inline std::string module_version(const std::string& text) {
    std::istringstream line(text.substr(0, text.find('\n')));
    for (std::string word; line >> word;) {
        const bool numbers = word.find_first_not_of("0123456789.") == word.npos;
        if (numbers && std::isdigit(static_cast<unsigned char>(word[0])) && word.find('.') != word.npos) return word;
    }
    return {};
}
