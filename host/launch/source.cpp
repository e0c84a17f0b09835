// The library's own kernel files.
#include "launch/kernel_text.hpp"
#include "launch/launch.hpp"

namespace stockham::internal {

embedded_tables library_kernels() {
    return {stockham_host_files, stockham_transpose_files};
}

std::vector<std::string> kernel_files(const std::string& folder) {
    std::set<std::string> files;
    for (const embedded_file* table : library_kernels())
        for (; table->name; ++table)
            if (std::string(table->name).compare(0, folder.size(), folder) == 0) files.insert(table->name);
    return {files.begin(), files.end()};
}

std::string library_file(const std::string& path) {
    return file_text(library_kernels(), path);
}

std::string shipped_file(const std::string& path) {
    return embedded_text(library_kernels(), path);
}

std::string kernel_source(const std::string& name) {
    kernel_text text(library_kernels());
    text.add_file(name);
    return text.take();
}

}  // namespace stockham::internal
