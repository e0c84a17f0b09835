// The files of tests/tools/expected, which make.py there wrote with numpy, scipy and others.
#pragma once

#include "image/plane.hpp"
#include "support.hpp"

namespace stockham::tools::test {

inline std::string expected_folder() {
    return STOCKHAM_SOURCE_DIR "/tests/tools/expected/";
}

/// The array numbers/NAME.npy.
inline planes_of<double> expected_numbers(const std::string& name) {
    return take_channels<double>(read_picture(expected_folder() + "numbers/" + name + ".npy"));
}

}  // namespace stockham::tools::test
