// What a pass's kernel is told of its sides: their forms, where mapped axes lie, how butterflies reach their legs.
#pragma once

#include <ostream>
#include <string>

#include "plan/step.hpp"

namespace stockham {

/// What a side's buffer points to.
std::string type_name(const memory_form&);

/// CONVOLVED of cl/common/pass.cl.
int convolved_way(const pass_step&);

/// The dimension of the tile along which half the spectra of twins are stored, where they are told apart.
unsigned half_dim(const pass_step&);

/// DECLARE_MAPS of cl/common/pass.cl.
std::string maps_text(const pass_step&);

/// The definitions that cl/common/access.cl wants, and of cl/work_group/exchange_local.cl those that say how global
/// memory is reached.
void define_sides(std::ostream&, const pass_step&);

}  // namespace stockham
