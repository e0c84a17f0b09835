#include "support/folders.hpp"

std::string source_folder() {
    return STOCKHAM_SOURCE_FOLDER;
}
std::string build_folder() {
    return STOCKHAM_BUILD_FOLDER;
}
