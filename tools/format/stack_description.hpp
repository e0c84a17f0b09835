// The rules of metadata.hpp for the description of a stack.
#pragma once

#include <string>

#include "format/metadata.hpp"

namespace stockham::tools {

/// "ImageJ's description", "OME-XML" and so on; empty for one that states nothing more than the pages do.
std::string description_name(const std::string& description);

bool move_description(picture_metadata&, const grid_map&);
bool restate_description(picture_metadata&, const written_facts&);

}  // namespace stockham::tools
