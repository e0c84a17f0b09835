// Cache keys, claims, and program binaries.
#include "runtime/programs/program_store.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include <stockham/program_cache.hpp>
#include <stockham/version.hpp>

#include "base/environment.hpp"
#include "base/immortal.hpp"
#include "base/messages/messages.hpp"
#include "runtime/cache/claim.hpp"
#include "runtime/cache/current_store.hpp"
#include "runtime/cache/used_entries.hpp"
#include "runtime/programs/leaner_program.hpp"
#include "runtime/programs/pocl_cache.hpp"
#include "runtime/programs/program_binary.hpp"

namespace stockham::internal {

namespace {

std::string key_of(const device_description& d, const std::string& name) {
    return std::string("stockham ") + version() + '\n' + d.platform + '\n' + d.name + '\n' + d.driver + '\n' + name;
}

constexpr const char* program_word = "program ";

std::atomic<std::size_t> compiled_count{0}, loaded_count{0};

/// How long to wait for other processes that compile the same program.
constexpr std::chrono::duration<double> longest_wait{2 * longest_work_seconds};
constexpr std::chrono::milliseconds poll_interval{10};

/// The entry; if there is none, claims its making, or waits for the process that does.
std::optional<std::string> find_or_claim(const disk_store& store, const std::string& folder, const std::string& key,
                                         std::unique_ptr<work_claim>& claim) {
    auto found = store.find(key);
    const auto give_up = std::chrono::steady_clock::now() + longest_wait;
    while (!found) {
        bool hopeless = false;
        claim = claim_work(folder, key, hopeless);
        if (claim) return store.find(key);  // another process may have finished before our claim
        if (hopeless || std::chrono::steady_clock::now() > give_up) return {};
        std::this_thread::sleep_for(poll_interval);
        found = store.find(key);
    }
    return found;
}

bool driver_keeps_programs() {
    return nvidia_keeps_programs(from_environment("CUDA_CACHE_DISABLE"), from_environment("CUDA_CACHE_PATH"),
                                 from_environment("HOME"));
}

/// Shared by all contexts of the process.
std::shared_ptr<unsaved_program> unsaved_of_process(const program_object& program, cl_device_id device,
                                                    const std::string& key) {
    static auto& mutex = immortal<std::mutex>();
    static auto& known = immortal<std::map<std::string, std::weak_ptr<unsaved_program>>>();
    const std::lock_guard lock(mutex);
    for (auto it = known.begin(); it != known.end();) it = it->second.expired() ? known.erase(it) : std::next(it);
    auto& place = known[key];
    auto unsaved = place.lock();
    if (!unsaved || unsaved->is_saved()) place = unsaved = std::make_shared<unsaved_program>(program, device, key);
    return unsaved;
}

}  // namespace

unsaved_program::unsaved_program(program_object program, cl_device_id device, std::string key)
    : program_(std::move(program)), device_(device), key_(std::move(key)) {}

static bool is_complete(const event_object& execution) {
    cl_int status = CL_QUEUED;
    const auto code =
        clGetEventInfo(execution.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    return code == CL_SUCCESS && status <= CL_COMPLETE;
}

static bool has_room_for_one(std::vector<event_object>& list) noexcept {
    try {
        list.reserve(list.size() + 1);
        return true;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

void unsaved_program::watch(const std::function<event_object()>& enqueue) {
    const std::lock_guard lock(mutex_);
    save_if_none_runs();
    running_.erase(std::remove_if(running_.begin(), running_.end(), is_complete), running_.end());
    if (!saved_ && !has_room_for_one(running_)) give_up();
    auto execution = enqueue();
    has_run_ = true;
    if (!saved_) running_.push_back(std::move(execution));
}

void unsaved_program::save_if_idle() noexcept {
    const std::lock_guard lock(mutex_);
    save_if_none_runs();
}

/// Sets saved_ only at the end: nothing may be enqueued before the runtime has returned the binary.
void unsaved_program::save_if_none_runs() noexcept {
    if (saved_ || !has_run_ || !std::all_of(running_.begin(), running_.end(), is_complete)) return;
    try {
        const auto binary = binary_of(program_.get(), device_);
        const auto store = current_store();
        if (store && holds_bitcode(binary)) store->keep(key_, binary);
    } catch (const std::exception&) {  // out of memory: no entry is written
    }
    give_up();
}

void unsaved_program::give_up() noexcept {
    running_.clear();
    program_ = {};
    saved_ = true;
}

namespace {

/// When the entry of a compiled program is written.
enum class saving { never, at_once, after_a_run };

/// A program to take from the cache or to make. `reference` is its entry if PoCL's cache may be relied on.
struct cached_request {
    cl_context context;
    cl_device_id device;
    const device_description& description;
    const wanted_program& wanted;
    const program_maker& make;
    std::string key;
    std::string reference;
    saving when;
};

saving saving_for(const device_description& d, purpose what_for, const std::string& reference) {
    if (!is_pocl(d)) return saving::at_once;
    if (what_for == purpose::trial) return saving::never;
    return reference.empty() ? saving::after_a_run : saving::at_once;
}

/// The program of this entry; null if the entry is not its entry or OpenCL rejects it.
program_object program_from(const cached_request& r, const disk_store& store, const std::string& entry) {
    if (!r.reference.empty() && entry == r.reference) return r.make.build();
    // PoCL crashes on binaries of other kernels and on damaged ones, so the name is searched before PoCL sees it.
    if (entry.find(r.wanted.kernel) == entry.npos || (is_pocl(r.description) && !holds_bitcode(entry))) return {};
    const bool by_source =
        is_found_by_source(r.description, entry, driver_keeps_programs()) && !store.find(imported_mark(r.key));
    return by_source ? r.make.build() : program_of(r.context, r.device, entry, r.wanted.kernel);
}

/// Compiles the program and writes its entry, or makes it ready to be written.
shared_program compiled_program(const cached_request& r, const disk_store& store) {
    ++compiled_count;
    auto compiled = r.make.with_registers(r.make.build());
    std::shared_ptr<unsaved_program> unsaved;
    if (r.when == saving::at_once) {
        const auto entry = r.reference.empty() ? binary_of(compiled.get(), r.device) : r.reference;
        if (!entry.empty()) store.keep(r.key, entry);
    } else if (r.when == saving::after_a_run) {
        unsaved = unsaved_of_process(compiled, r.device, r.key);
    }
    return {std::move(compiled), std::move(unsaved), r.wanted.kernel};
}

}  // namespace

shared_program cached_program(cl_context context, cl_device_id device, const device_description& d,
                              const wanted_program& wanted, const program_maker& make, purpose what_for) {
    const auto store = current_store();
    if (!store) {
        ++compiled_count;
        return {make.with_registers(make.build()), nullptr, wanted.kernel};
    }
    const bool refers =
        is_pocl(d) && what_for != purpose::packs && pocl_keeps_programs(from_environment("POCL_KERNEL_CACHE"));
    const auto reference = refers ? pocl_reference(wanted.kernel) : std::string();
    const auto key = key_of(d, program_word + wanted.text);
    const cached_request r{context, device, d, wanted, make, key, reference, saving_for(d, what_for, reference)};
    const auto folder = current_program_cache().folder;
    // Held until this call returns and no longer: the caller may then wait for the processes that wait for the claim.
    // So there is none if this call does not write the entry.
    std::unique_ptr<work_claim> claim;
    const auto entry = r.when == saving::at_once ? find_or_claim(*store, folder, key, claim) : store->find(key);
    if (entry) {
        if (auto program = program_from(r, *store, *entry)) {
            ++loaded_count;
            return {std::move(program), nullptr, wanted.kernel};
        }
        if (*entry != pocl_reference(wanted.kernel))  // which a kernel pack cannot use
            say_once("the cache in " + folder + " had programs that OpenCL rejects; they are compiled again");
    }
    return compiled_program(r, *store);
}

program_counts count_programs() {
    return {compiled_count, loaded_count};
}

std::optional<std::string> known_answer(const device_description& d, const std::string& question) {
    const auto store = current_store();
    if (!store) return std::nullopt;
    auto answer = store->find(key_of(d, question));
    if (!answer) return std::nullopt;
    return std::move(*answer);
}

void note_answer(const device_description& d, const std::string& question) {
    used_entries::note(key_of(d, question));
}

std::string imported_mark(const std::string& key) {
    constexpr int lines_before_name = 4;
    std::size_t at = 0;
    for (int line = 0; line < lines_before_name; ++line) {
        at = key.find('\n', at);
        if (at == key.npos) return {};
        ++at;
    }
    if (key.compare(at, std::strlen(program_word), program_word) != 0) return {};
    return key.substr(0, at) + "imported " + key.substr(at);
}

std::string remembered_answer(const device_description& d, const std::string& question,
                              const std::function<std::string()>& find) {
    const auto store = current_store();
    const auto key = key_of(d, question);
    if (store)
        if (auto answer = store->find(key)) return std::move(*answer);
    auto answer = find();
    if (store) store->keep(key, answer);
    return answer;
}

}  // namespace stockham::internal
