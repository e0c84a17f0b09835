// The text of the kernel files of imaging/cl/.
#include "imaging/base/kernel_files.hpp"

#include <fstream>
#include <iterator>

#include <stockham/error.hpp>
#include <stockham/process.hpp>

namespace stockham::imaging_internal {

std::string kernel_file(const std::string& name) {
    const char* folder = environment("STOCKHAM_KERNEL_DIR");
    if (folder != nullptr && *folder != '\0') {
        std::ifstream file(std::string(folder) + "/" + name, std::ios::binary);
        if (file) return {std::istreambuf_iterator<char>(file), {}};
        throw argument_error("kernel", "STOCKHAM_KERNEL_DIR: there is no " + name + " in " + folder);
    }
    std::string text;
    for (const embedded_file* each = stockham_imaging_objects_files; each->name != nullptr; ++each)
        if (each->name == name) text += each->text;
    if (text.empty()) throw argument_error("kernel", "there is no kernel file " + name);
    return text;
}

}  // namespace stockham::imaging_internal
