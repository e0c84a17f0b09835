// Kernel packs: makes and runs plans, collects the cache entries that they used, and adds such entries to a cache.
#include <map>
#include <utility>

#include <stockham/error.hpp>
#include <stockham/plan.hpp>
#include <stockham/program_cache.hpp>
#include <stockham/version.hpp>

#include "base/files/files.hpp"
#include "base/files/settings_file.hpp"
#include "base/files/system_text.hpp"
#include "base/messages/printable.hpp"
#include "runtime/cache/current_store.hpp"
#include "runtime/cache/program_pack.hpp"
#include "runtime/cache/used_entries.hpp"
#include "runtime/opencl/opencl.hpp"
#include "runtime/programs/context_state.hpp"
#include "runtime/programs/program_store.hpp"

namespace stockham {

namespace internal {

namespace {

constexpr std::size_t most_pack_bytes = std::size_t{1} << 30;

disk_store store_for_packs() {
    auto store = current_store();
    if (!store) throw unsupported_error("program cache", "kernel packs need the program cache, which is off");
    return std::move(*store);
}

pack_origin origin_of(const device_description& d) {
    return {version(), d.platform, d.name, d.driver};
}

memory_object zeros(cl_context context, cl_command_queue queue, std::size_t bytes) {
    memory_object memory = make_buffer(context, CL_MEM_READ_WRITE, bytes);
    const unsigned char zero = 0;
    check_cl(clEnqueueFillBuffer(queue, memory.get(), &zero, sizeof zero, 0, bytes, 0, nullptr, nullptr),
             "clEnqueueFillBuffer");
    return memory;
}

/// Makes the plan of a transform and executes it, after which its programs are in the cache.
void run_once(cl_context context, cl_device_id device, const transform& t) {
    const plan p(context, device, t);
    const auto queue = make_queue(context, device);
    const bool writes = t.placement == placement::out_of_place;
    const auto make = [&](bool wanted, std::size_t bytes) {
        return wanted ? zeros(context, queue.get(), bytes) : memory_object();
    };
    const auto input = make(true, input_bytes(t)), output = make(writes, output_bytes(t)),
               input_imaginary = make(t.input.form == storage::planar, input_bytes(t)),
               output_imaginary = make(writes && t.output.form == storage::planar, output_bytes(t));
    buffers all;
    all.input = input.get();
    all.output = output.get();
    all.input_imaginary = input_imaginary.get();
    all.output_imaginary = output_imaginary.get();
    p.execute(queue.get(), all);
    check_cl(clFinish(queue.get()), "clFinish");
}

/// The entries of these keys that the store has, with marks that programs are imported.
std::vector<std::string> entries_of(const disk_store& store, const used_entries& used) {
    std::map<std::string, std::string> payloads;  // a used mark is there already
    for (const auto& key : used.keys()) {
        const auto payload = store.find(key);
        if (!payload) continue;
        payloads.emplace(key, *payload);
        if (const auto mark = imported_mark(key); !mark.empty()) payloads.emplace(mark, "");
    }
    std::vector<std::string> entries;
    for (const auto& [key, payload] : payloads) entries.push_back(disk_store::entry(key, payload));
    return entries;
}

program_cache_usage usage_of(const program_pack& pack) {
    program_cache_usage usage;
    for (const auto& entry : pack.entries) ++usage.entries, usage.bytes += entry.size();
    return usage;
}

void check_part(const char* rule, const std::string& what, const std::string& pack, const std::string& here) {
    if (pack == here) return;
    throw unsupported_error(rule, "the kernel pack was made for the " + what + " " + in_quotes(pack) + "; here it is " +
                                      in_quotes(here));
}

void check_origin(const pack_origin& pack, const pack_origin& here) {
    check_part("library", "library version", pack.library, here.library);
    check_part("platform", "platform", pack.platform, here.platform);
    check_part("device", "device", pack.device, here.device);
    check_part("driver", "driver", pack.driver, here.driver);
}

}  // namespace

}  // namespace internal

using namespace internal;

program_cache_usage v0_2::export_programs(cl_device_id device, const std::vector<transform>& transforms,
                                          const std::string& file) {
    if (transforms.empty()) throw argument_error("transforms", "a kernel pack needs at least one transform");
    return export_used_programs(
        device,
        [&] {
            const auto context = make_context(device);
            const auto state = context_state::of(context.get());  // which the plans share
            for (const auto& t : transforms) run_once(context.get(), device, t);
        },
        file);
}

program_cache_usage v0_2::export_used_programs(cl_device_id device, const std::function<void()>& work,
                                               const std::string& file) {
    const auto store = store_for_packs();
    if (!work) throw argument_error("work", "a kernel pack needs a function to call");
    const used_entries used;
    const auto description = describe(device);
    work();
    const program_pack pack{origin_of(description), entries_of(store, used)};
    if (const auto error = replace_file(file, to_bytes(pack)))
        throw argument_error("pack", "cannot write " + in_quotes(file) + ": " + system_text(error));
    return usage_of(pack);
}

program_cache_usage v0_2::import_programs(cl_device_id device, const std::string& file) {
    const auto store = store_for_packs();
    const auto read = read_settings(file, most_pack_bytes);
    if (!read.fault.empty()) throw argument_error("pack", "cannot read " + in_quotes(file) + ": " + read.fault);
    const auto pack = parse_pack(read.text, in_quotes(file));
    check_origin(pack.origin, origin_of(describe(device)));
    for (const auto& entry : pack.entries)
        if (!disk_store::is_intact(entry))
            throw argument_error("pack", in_quotes(file) + " is damaged: an entry is not intact");
    for (const auto& entry : pack.entries)
        if (!store.keep_entry(entry))
            throw unsupported_error("program cache", "the program cache in " +
                                                         in_quotes(current_program_cache().folder) +
                                                         " cannot take the entries of " + in_quotes(file));
    return usage_of(pack);
}

}  // namespace stockham
