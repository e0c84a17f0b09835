// The keywords of a FITS header, and the rules of metadata.hpp for them.
#pragma once

#include <string>
#include <vector>

#include "format/metadata.hpp"

namespace stockham::tools {

/// The length of a card: the keyword in columns 1 to 8, "= ", the value, and a comment behind a slash.
constexpr std::size_t card_length = 80;

/// "CRPIX1"
std::string keyword_of(const std::string& card);

/// True for a keyword of the coordinate system along axis 3 or a later one.
bool is_of_later_axis(const std::string& keyword);

/// "14 FITS keywords"
std::string cards_name(const std::vector<std::string>& cards);

/// Corrects the coordinate system (FITS papers I and II). Keywords that hold for the whole detector alone, such as
/// TRIMSEC, are left out.
bool move_cards(picture_metadata&, const grid_map&);

/// Leaves out keywords about the unit of the numbers, such as GAIN, if that is another one.
bool restate_cards(picture_metadata&, const written_facts&);

}  // namespace stockham::tools
