// The library's own kernel files.
#include "launch/embedded.hpp"
#include "launch/launch.hpp"

namespace stockham {

std::string kernel_source(const std::string& name) {
    return embedded_source({stockham_host_files, stockham_transpose_files}, name);
}

}  // namespace stockham
