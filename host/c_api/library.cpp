// The C functions of stockham/c/library.h, and the version.
#include "c_api/handles.hpp"
#include "c_api/transfer.hpp"

using namespace stockham;
using namespace stockham::c_api;

namespace {

void usage_out(const program_cache_usage& usage, uint64_t* entries, uint64_t* bytes) {
    if (entries) *entries = usage.entries;
    if (bytes) *bytes = usage.bytes;
}

}  // namespace

const char* stockham_version(void) {
    return version();
}

stockham_code stockham_check_version(int major, int minor, int patch) {
    return guarded([&] {
        if (major == STOCKHAM_VERSION_MAJOR && minor == STOCKHAM_VERSION_MINOR && patch >= 0 &&
            patch <= STOCKHAM_VERSION_PATCH)
            return;
        throw code_error(STOCKHAM_VERSION, "version",
                         "the program was compiled with the headers of version " + std::to_string(major) + "." +
                             std::to_string(minor) + "." + std::to_string(patch) + ", the library is version " +
                             version());
    });
}

stockham_code stockham_program_cache_get(char** folder, uint64_t* most_bytes) {
    return guarded([&] {
        const auto cache = current_program_cache();
        if (folder) *folder = new_text(cache.folder);
        if (most_bytes) *most_bytes = cache.most_bytes;
    });
}

stockham_code stockham_program_cache_use(const char* folder, uint64_t most_bytes) {
    return guarded([&] { use_program_cache({text_in(folder, "folder"), most_bytes}); });
}

stockham_code stockham_program_cache_measure(uint64_t* entries, uint64_t* bytes) {
    return guarded([&] { usage_out(measure_program_cache(), entries, bytes); });
}

stockham_code stockham_program_cache_clear(uint64_t* entries, uint64_t* bytes) {
    return guarded([&] { usage_out(clear_program_cache(), entries, bytes); });
}

stockham_code stockham_program_cache_export(cl_device_id device, const char* const* problems, size_t count,
                                            const char* file, uint64_t* entries, uint64_t* bytes) {
    return guarded([&] {
        if (count) check_pointer(problems, "problems");
        std::vector<transform> transforms;
        for (std::size_t k = 0; k < count; ++k) transforms.push_back(parse_transform(text_in(problems[k], "problems")));
        usage_out(export_programs(device, transforms, text_in(file, "file")), entries, bytes);
    });
}

stockham_code stockham_program_cache_export_used(cl_device_id device, void (*work)(void*), void* data, const char* file,
                                                 uint64_t* entries, uint64_t* bytes) {
    return guarded([&] {
        check_pointer(reinterpret_cast<const void*>(work), "work");
        usage_out(export_used_programs(
                      device, [&] { work(data); }, text_in(file, "file")),
                  entries, bytes);
    });
}

stockham_code stockham_program_cache_import(cl_device_id device, const char* file, uint64_t* entries, uint64_t* bytes) {
    return guarded([&] { usage_out(import_programs(device, text_in(file, "file")), entries, bytes); });
}

stockham_code stockham_set_message_handler(stockham_message_handler handler, stockham_message_handler* before) {
    return guarded([&] {
        const auto was = set_message_handler(handler);
        if (before) *before = was;
    });
}
