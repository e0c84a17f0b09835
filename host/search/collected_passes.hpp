// Times of passes that searches of this process measure, until somebody keeps them. Thread-safe.
#pragma once

#include <map>
#include <string>

#include <stockham/device.hpp>

#include "profile/pass_measurements.hpp"

namespace stockham::internal {

/// One more (true) or one less of those who want the times.
void collect_passes(bool wanted);
/// True if anybody does.
bool collects_passes();

void add_collected_passes(const device_description&, const pass_measurements&);
/// The collected measurements by the file of their device in the user's folder.
std::map<std::string, pass_measurements> take_collected_passes();

}  // namespace stockham::internal
