// A library that the environment puts into a process: when it is loaded it appends its name to the file of
// FOREIGN_CODE.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace {

[[maybe_unused]] const bool loaded = [] {
    Dl_info self{};
    const char* name = std::getenv("FOREIGN_CODE");
    std::FILE* file = name && dladdr(&loaded, &self) ? std::fopen(name, "a") : nullptr;
    if (!file) return false;
    std::fprintf(file, "%s\n", self.dli_fname);
    return std::fclose(file) == 0;
}();

}  // namespace
