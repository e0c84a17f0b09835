// Preloaded, it makes a process one with raised rights for its libraries: AT_SECURE is what the kernel says to them.
#include <dlfcn.h>
#include <sys/auxv.h>

extern "C" __attribute__((visibility("default"))) unsigned long getauxval(unsigned long what) noexcept {
    using function = unsigned long (*)(unsigned long);
    static const auto real = reinterpret_cast<function>(dlsym(RTLD_NEXT, "getauxval"));
    return what == AT_SECURE ? 1 : real(what);
}
