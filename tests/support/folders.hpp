#pragma once
#include <string>

/// Absolute paths without a slash at their end: the tree of the sources, and the folder it is built in. One small
/// source holds them, so that the tests' own objects are the same in every folder and ccache finds them.
std::string source_folder();
std::string build_folder();
