// What `stockham register` writes besides numbers: pages moved back by their registrations, and a view.
#pragma once

#include <string>
#include <vector>

#include <stockham/imaging/registration.hpp>

#include "command/picture_work.hpp"
#include "engine.hpp"

namespace stockham::tools {

enum class register_edges { wrap, fill, crop };

struct aligned_options {
    register_edges edges = register_edges::wrap;
    double fill = 0;  ///< the level of points without data
};

/// Writes the pages of a file moved back, one registration for each. Throws job_error if they have no common part to
/// crop to.
void write_aligned(const engine&, picture_source&, const std::vector<imaging::registration>&, const aligned_options&,
                   picture_sink&);

/// Writes a view of A, B, and B moved back, with levels beyond black and white clipped.
void write_register_view(const engine&, const picture& a, const picture& b, const imaging::registration& found,
                         const aligned_options&, const std::string& path);

}  // namespace stockham::tools
