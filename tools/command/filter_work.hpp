// The work of `stockham filter` on pictures.
#pragma once

#include <string>
#include <vector>

#include "command/picture_work.hpp"
#include "image/edges.hpp"
#include "image/gain.hpp"
#include "image/picture_file.hpp"
#include "image/picture_sink.hpp"

namespace stockham::tools {

struct filter_options {
    file_options files;
    std::string view;
    std::string device;
    read_options reading;
    write_options writing;
    boundary beyond = boundary::wrap;
    bool all_pass = false;
    double low_pass = 0;
    double high_pass = 0;
    std::vector<double> band_pass;
    tools::filter filter;
    std::string mask;
    bool remove_periodic = false;
    bool no_offset = false;
};

/// The function that filters a file. Options and device must outlive it. Thread-safe. `has_radius`: that of notches is
/// given, not a few points of the spectrum.
picture_work filter_pictures(const filter_options&, late_engine&, bool has_radius);

}  // namespace stockham::tools
