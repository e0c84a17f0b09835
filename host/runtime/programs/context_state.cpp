// Programs and tables shared within a context, and the registry of context states.
#include "runtime/programs/context_state.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <map>
#include <mutex>

#include <stockham/error.hpp>

#include "base/immortal.hpp"
#include "base/own_threads.hpp"
#include "base/sha256.hpp"
#include "base/tables/table.hpp"
#include "profile/vendor.hpp"
#include "runtime/cache/used_entries.hpp"
#include "runtime/opencl/local_probe.hpp"
#include "runtime/programs/compilation.hpp"
#include "runtime/programs/leaner_program.hpp"
#include "runtime/programs/pocl_cache.hpp"
#include "runtime/programs/program_store.hpp"

namespace stockham::internal {

namespace {

/// The kernel's name plus a digest of everything that determines the program. A binary without this name belongs to
/// another program.
std::string own_name(const std::string& kernel, const std::string& digest) {
    constexpr std::size_t letters = 16;
    return kernel + "_" + digest.substr(0, letters);
}

/// True if the text may include a file: `include` follows a `#`, blanks and continued lines.
bool may_include(const std::string& source) {
    for (auto at = source.find("include"); at != source.npos; at = source.find("include", at + 1)) {
        const auto before = source.find_last_not_of(" \t\f\v\r\n\\", at == 0 ? source.npos : at - 1);
        if (at > 0 && before != source.npos && source[before] == '#') return true;
    }
    return false;
}

std::atomic<bool> process_ends{false};

/// Throws unsupported_error once exit() has begun. Drivers do not expect builds then: PoCL ends the process with a
/// signal, because the static objects of its compiler are destroyed. Programs that are built already go on working.
void check_compiler() {
    if (process_ends) throw unsupported_error("end of process", "the process is ending, and OpenCL's compiler with it");
    // Registered later than the driver's destructors, so called earlier.
    static const int failed = std::atexit([] { process_ends = true; });
    static_cast<void>(failed);
}

program_object compile(cl_context context, cl_device_id device, const std::string& source,
                       const std::string& all_options) {
    if (forgets_children() && is_pocl(describe(device)))
        throw unsupported_error("SIGCHLD", "the program ignores SIGCHLD, so that PoCL cannot wait for its linker");
    const char* text = source.c_str();
    const std::size_t length = source.size();
    cl_int code = CL_SUCCESS;
    program_object program(clCreateProgramWithSource(context, 1, &text, &length, &code));
    check_cl(code, "clCreateProgramWithSource");
    code = build_program(program.get(), device, all_options);
    if (code != CL_SUCCESS) throw opencl_error("clBuildProgram", code, build_log(program.get(), device));
    return program;
}

/// The options for a launch's program. Oclgrind 21.10 has to inline early (cl/common/function.h): its optimiser's own
/// inlining leaves calls of llvm.experimental.noalias.scope.decl, which its interpreter does not know.
std::string options_for(const device_description& d) {
    return compiler_options() + (is_nvidia(d) ? verbose_option : "") +
           (d.platform == "Oclgrind" ? " -DALWAYS_INLINE" : "");
}

std::mutex registry_mutex;
std::map<cl_context, std::weak_ptr<context_state>>& registry() {
    static auto& states = immortal<std::map<cl_context, std::weak_ptr<context_state>>>();
    return states;
}

}  // namespace

// No -cl-fast-relaxed-math: the accuracy tests need the operations as written.
std::string compiler_options() {
    return "-cl-std=CL1.2 -cl-mad-enable";
}

context_state::context_state(cl_context context, purpose p)
    : context_(context_object::retained(context)), for_trials_(p == purpose::trial), digests_({latest_texts, 0}) {
    limit({});
}

purpose context_state::use_now() const {
    return for_trials_ ? purpose::trial : used_entries::are_recorded() ? purpose::packs : purpose::plans;
}

void context_state::limit(const context_limits& most) {
    plans.limit({std::max<std::size_t>(most.plans, 1), 0});
    programs_.limit({std::max<std::size_t>(most.programs, 1), 0});
    tables_.limit({std::max<std::size_t>(most.tables, 1), std::max<std::size_t>(most.table_bytes, 1)});
}

std::shared_ptr<context_state> context_state::of(cl_context context) {
    const std::lock_guard lock(registry_mutex);
    auto& states = registry();
    for (auto it = states.begin(); it != states.end();) it = it->second.expired() ? states.erase(it) : std::next(it);
    auto& known = states[context];
    auto state = known.lock();
    if (!state) known = state = std::make_shared<context_state>(context);
    return state;
}

device_description context_state::description(cl_device_id device) {
    return descriptions_.get(device, [&] { return describe(device); });
}

std::size_t context_state::static_local_memory(cl_device_id device) {
    return static_local_.get(device, [&]() -> std::size_t {
        const auto guess = description(device).static_local_memory;
        if (!guess) return 0;
        const auto works =
            remembered_answer(description(device), "static local arrays of " + std::to_string(guess) + " work",
                              [&] { return static_local_works(context(), device, guess) ? "yes" : "no"; });
        return works == "yes" ? guess : 0;
    });
}

shared_program context_state::program(cl_device_id device, const launch& launch) {
    const auto digest =
        digests_.get({launch.source, launch.kernel, launch.min_groups}, [&] { return program_digest(launch); });
    return programs_.get({device, digest}, [&] {
        check_compiler();
        // A program with several kernels (cl/test_bed.cl) names none.
        const auto kernel = launch.kernel.empty() ? std::string() : own_name(launch.kernel, digest);
        const auto all_options =
            options_for(description(device)) + (kernel.empty() ? "" : " -D" + launch.kernel + "=" + kernel);
        const program_maker make{[&] { return compile(context(), device, launch.source, all_options); },
                                 [&](program_object compiled) {
                                     auto leaner = with_registers_for(context(), device, compiled.get(), launch);
                                     return leaner ? std::move(leaner) : std::move(compiled);
                                 }};
        const auto start = std::chrono::steady_clock::now();
        const wanted_program wanted{all_options + '|' + digest, kernel};
        auto made = cached_program(context(), device, description(device), wanted, make, use_now());
        const std::chrono::duration<double> building = std::chrono::steady_clock::now() - start;
        made.timed = std::make_shared<compilation>(building.count(), is_pocl(description(device)));
        return made;
    });
}

void context_state::clear() {
    plans.clear();
    digests_.clear();
    programs_.clear();
    tables_.clear();
}

shared_program context_state::program(cl_device_id device, const std::string& source, const std::string& options) {
    if (may_include(source)) {  // a file that is not part of the key
        check_compiler();
        return {compile(context(), device, source, options), nullptr, {}};
    }
    const auto digest = hex(sha256().add(options + "\n").add(source).digest());
    return programs_.get({device, digest}, [&] {
        check_compiler();
        const program_maker make{[&] { return compile(context(), device, source, options); },
                                 [](program_object compiled) { return compiled; }};
        return cached_program(context(), device, description(device), {"of a caller|" + digest, {}}, make, use_now());
    });
}

memory_object context_state::table(const twiddle_table& table) {
    std::size_t size = 0;
    const auto make = [&] {
        auto bytes = table_bytes(table);
        size = bytes.size();
        cl_int code = CL_SUCCESS;
        memory_object memory(
            clCreateBuffer(context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes.size(), bytes.data(), &code));
        check_cl(code, "clCreateBuffer (table)");
        return memory;
    };
    return tables_.get(table.name(), make, [&size](const memory_object&) { return size; });
}

}  // namespace stockham::internal
