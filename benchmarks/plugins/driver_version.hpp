// Finds the version of NVIDIA's kernel module in the text of /proc/driver/nvidia/version.
#pragma once

#include <cctype>
#include <sstream>
#include <string>

/// The first word of the first line that consists of digits and dots, with at least one dot; empty if there is none.
/// (So the architecture in "Kernel Module for x86_64  580.159.04" is not taken for the version.)
inline std::string module_version(const std::string& text) {
    std::istringstream line(text.substr(0, text.find('\n')));
    for (std::string word; line >> word;) {
        const bool numbers = word.find_first_not_of("0123456789.") == word.npos;
        if (numbers && std::isdigit(static_cast<unsigned char>(word[0])) && word.find('.') != word.npos) return word;
    }
    return {};
}
