// fftw_module MODULE: runs main() of a module, which no other one sees, as Python does with its extensions.
#include <dlfcn.h>

#include <cstdio>

int main(int argc, char** argv) {
    void* module = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
    auto* run = module ? reinterpret_cast<int (*)(int, char**)>(dlsym(module, "main")) : nullptr;
    if (!run) return std::fprintf(stderr, "fftw_module: %s\n", dlerror()), 2;
    return run(1, argv);
}
