// Finds the installed FFTW.
#include "real_fftw.hpp"

#include <dlfcn.h>
#include <link.h>
#include <sys/stat.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "base/environment.hpp"
#include "state.hpp"

namespace fftw_device {

namespace {

namespace fs = std::filesystem;

/// Where the functions of one precision come from.
struct origin {
    void* handle = nullptr;  ///< for dlsym; RTLD_NEXT stands for "behind this library"; null: not installed
    bool apart = false;      ///< in a namespace of its own
};

/// The name of this library's version ends so; FFTW's has the vector units there.
bool is_ours(const char* version) {
    return std::strstr(version, "stockham") != nullptr;
}

/// True if the handle has an FFTW that is not this library.
bool has_fftw(void* handle, const std::string& prefix) {
    const auto* version = static_cast<const char*>(dlsym(handle, (prefix + "version").c_str()));
    return version && !is_ours(version) && dlsym(handle, (prefix + "plan_guru64_dft").c_str());
}

/// True if only root can change the file and the folders above it. The path has no links.
bool is_of_system(const fs::path& path) {
    for (fs::path each = path;; each = each.parent_path()) {
        struct stat about {};
        if (lstat(each.c_str(), &about) != 0 || about.st_uid != 0 || (about.st_mode & (S_IWGRP | S_IWOTH)))
            return false;
        if (each == each.root_path()) return true;
    }
}

/// The folders in which FFTW may lie: those of STOCKHAM_FFTW_LIBRARIES, with colons between them, else the usual ones.
std::vector<std::string> folders() {
    const char* given = stockham::internal::from_environment("STOCKHAM_FFTW_LIBRARIES");
    if (!given) return {STOCKHAM_FFTW_FOLDERS};
    std::vector<std::string> all;
    std::istringstream list(given);
    for (std::string each; std::getline(list, each, ':');)
        if (!each.empty()) all.push_back(each);
    return all;
}

/// The path of a library to open. With raised rights it is free of links, and empty if some user could have put the
/// library there: the prefix of an installation may be a user's folder.
std::string path_of(const std::string& folder, const std::string& file) {
    const auto path = folder + '/' + file;
    if (!stockham::internal::rights_are_raised()) return path;
    std::error_code none;
    const auto real = fs::canonical(path, none);
    return is_of_system(real) ? real.string() : std::string();
}

/// Opens a library by its path in the namespace of FFTW, where the names of this library's files mean FFTW's.
origin open_apart(const std::string& file, const std::string& prefix) {
    for (const auto& folder : folders()) {
        const auto path = path_of(folder, file);
        auto& own = process().fftw_namespace;
        void* handle = path.empty() ? nullptr : dlmopen(own, path.c_str(), RTLD_LAZY | RTLD_LOCAL);
        if (!handle) continue;
        if (own == LM_ID_NEWLM) dlinfo(handle, RTLD_DI_LMID, &own);
        if (prefix.empty() || has_fftw(handle, prefix)) return {handle, true};
    }
    return {};
}

/// The loaded library that contains a symbol, or null: a look-up in one library is several times faster than one in all
/// that follow. Its usual name is tried first, because dladdr() reads all symbols of a library.
void* library_with(const char* name, void* symbol, const std::string& file) {
    if (void* one = dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD)) {
        if (dlsym(one, name) == symbol) return one;
        dlclose(one);
    }
    Dl_info info;
    return dladdr(symbol, &info) ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
}

/// The first loaded library that satisfies `wanted(handle)`, or null. A module that was opened with RTLD_LOCAL has
/// libraries that only it sees, and under any file name: those of a Python wheel contain a hash.
template <class Wanted>
void* loaded_library(const Wanted& wanted) {
    std::vector<std::string> names;
    dl_iterate_phdr(
        [](dl_phdr_info* each, std::size_t, void* to) {
            static_cast<std::vector<std::string>*>(to)->emplace_back(each->dlpi_name);
            return 0;
        },
        &names);
    for (const auto& name : names) {
        void* handle = name.empty() ? nullptr : dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
        if (handle && wanted(handle)) return handle;
        if (handle) dlclose(handle);
    }
    return nullptr;
}

origin find(bool f64) {
    const std::string prefix = f64 ? "fftw_" : "fftwf_";
    const std::string file = f64 ? "libfftw3.so.3" : "libfftw3f.so.3";
    const std::string version = prefix + "version";
    const auto found = [&](void* handle) { return has_fftw(handle, prefix); };
    if (found(RTLD_NEXT)) {
        void* one = library_with(version.c_str(), dlsym(RTLD_NEXT, version.c_str()), file);
        return {one ? one : RTLD_NEXT};
    }
    if (void* handle = loaded_library(found)) {
        void* one = library_with(version.c_str(), dlsym(handle, version.c_str()), file);
        return {one ? one : handle};
    }
    if (void* handle = dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL)) {
        if (found(handle)) return {handle};
        dlclose(handle);
    }
    return open_apart(file, prefix);
}

/// Each precision is looked for when the program uses it: FFTW's other library may not be loaded, and need not be.
template <bool f64>
const origin& found_origin() {
    static const auto* const once = [] {
        const std::lock_guard lock(process().finding_fftw);
        return new origin(find(f64));  // used until the end of the process
    }();
    return *once;
}

const origin& origin_of(bool f64) {
    return f64 ? found_origin<true>() : found_origin<false>();
}

/// The library of threads that belongs to an FFTW: the one that the program uses, else libfftw3_threads.
void* threads_beside(bool f64) {
    const auto& core = origin_of(f64);
    if (!core.handle) return nullptr;
    const std::string stem = f64 ? "libfftw3" : "libfftw3f";
    const std::string prefix = f64 ? "fftw_" : "fftwf_";
    const std::string function = prefix + "init_threads", version = prefix + "version";
    if (core.apart) {
        for (const char* kind : {"_threads.so.3", "_omp.so.3"})
            if (const auto found = open_apart(stem + kind, ""); found.handle && dlsym(found.handle, function.c_str()))
                return found.handle;
        return nullptr;
    }
    // The threads of another FFTW would plan with that one.
    void* const own_version = dlsym(core.handle, version.c_str());
    const auto belongs = [&](void* handle) {
        return dlsym(handle, function.c_str()) && dlsym(handle, version.c_str()) == own_version;
    };
    for (void* handle : {RTLD_NEXT, core.handle})
        if (belongs(handle)) return handle;
    if (void* handle = loaded_library(belongs)) return handle;
    void* handle = dlopen((stem + "_threads.so.3").c_str(), RTLD_LAZY);
    return handle && belongs(handle) ? handle : nullptr;
}

template <class Function>
void set(Function& to, void* address) {
    static_assert(sizeof to == sizeof address);
    std::memcpy(&to, &address, sizeof to);
}

}  // namespace

void* real_symbol(part where, const char* name) noexcept {
    void* handle = nullptr;
    if (where == part::f64 || where == part::f32) {
        handle = origin_of(where == part::f64).handle;
    } else if (where == part::f64_threads) {
        static void* const in_double = threads_beside(true);
        handle = in_double;
    } else {
        static void* const in_single = threads_beside(false);
        handle = in_single;
    }
    return handle ? dlsym(handle, name) : nullptr;
}

template <>
const f64_api* real<f64_api>() noexcept {
    static const f64_api all;
    static const bool installed = static_cast<bool>(all.execute);
    return installed ? &all : nullptr;
}

template <>
const f32_api* real<f32_api>() noexcept {
    static const f32_api all;
    static const bool installed = static_cast<bool>(all.execute);
    return installed ? &all : nullptr;
}

template <>
const f64_threads* real_threads<f64_threads>() noexcept {
    static const f64_threads all;
    static const bool installed = static_cast<bool>(all.init_threads);
    return installed ? &all : nullptr;
}

template <>
const f32_threads* real_threads<f32_threads>() noexcept {
    static const f32_threads all;
    static const bool installed = static_cast<bool>(all.init_threads);
    return installed ? &all : nullptr;
}

namespace {

/// Finds the FFTW that the program is linked with when this library is loaded, so that the first plan need not.
template <class Api, class Threads>
void find_at_load(bool f64) {
    if (!has_fftw(RTLD_NEXT, f64 ? "fftw_" : "fftwf_")) return;
    real<Api>();
    if (dlsym(RTLD_NEXT, f64 ? "fftw_init_threads" : "fftwf_init_threads")) real_threads<Threads>();
}
[[maybe_unused]] const bool looked_for_at_load = [] {
    find_at_load<f64_api, f64_threads>(true);
    find_at_load<f32_api, f32_threads>(false);
    return true;
}();

}  // namespace

void free_of_real(void* memory, bool f64) noexcept {
    // dlsym searches the library's dependencies, too: this is the free() of the C library that FFTW uses.
    const auto& core = origin_of(f64);
    void (*release)(void*) = std::free;
    if (core.apart) set(release, dlsym(core.handle, "free"));
    release(memory);
}

}  // namespace fftw_device
