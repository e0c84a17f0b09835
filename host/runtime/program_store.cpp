// Keys, claims, and binaries in and out of the runtime.
#include "runtime/program_store.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include <stockham/program_cache.hpp>
#include <stockham/version.hpp>

#include "base/messages/messages.hpp"
#include "runtime/claim.hpp"
#include "runtime/current_store.hpp"
#include "runtime/leaner_program.hpp"

namespace stockham::internal {

namespace {

std::string key_of(const device_description& d, const std::string& name) {
    return std::string("stockham ") + version() + '\n' + d.platform + '\n' + d.name + '\n' + d.driver + '\n' + name;
}

/// PoCL's binaries hold no machine code before a kernel has run.
bool is_complete_when_built(const device_description& d) {
    return d.platform.find("Portable Computing Language") == std::string::npos;
}

/// PoCL puts its binaries together from files that other processes may be writing. It aborts when it is given one whose
/// program is empty.
bool holds_bitcode(const std::string& binary) {
    return binary.find("BC\xC0\xDE") != binary.npos;
}

std::string binary_of(cl_program program, cl_device_id device) {
    cl_uint count = 0;
    if (clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, nullptr) != CL_SUCCESS) return {};
    std::vector<cl_device_id> devices(count);
    std::vector<std::size_t> sizes(count);
    if (clGetProgramInfo(program, CL_PROGRAM_DEVICES, count * sizeof(cl_device_id), devices.data(), nullptr) !=
            CL_SUCCESS ||
        clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, count * sizeof(std::size_t), sizes.data(), nullptr) !=
            CL_SUCCESS)
        return {};
    std::vector<std::string> binaries(count);
    std::vector<unsigned char*> places(count);
    for (cl_uint k = 0; k < count; ++k) {
        binaries[k].resize(sizes[k]);
        places[k] = reinterpret_cast<unsigned char*>(binaries[k].data());
    }
    if (clGetProgramInfo(program, CL_PROGRAM_BINARIES, count * sizeof places[0], places.data(), nullptr) != CL_SUCCESS)
        return {};
    for (cl_uint k = 0; k < count; ++k)
        if (devices[k] == device) return std::move(binaries[k]);
    return {};
}

std::atomic<std::size_t> compiled_count{0}, loaded_count{0};

/// Whether the program has a kernel of this name.
bool has_kernel(cl_program program, const std::string& kernel) {
    std::size_t bytes = 0;
    if (clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &bytes) != CL_SUCCESS) return false;
    std::string names(bytes, '\0');
    if (clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, bytes, names.data(), nullptr) != CL_SUCCESS) return false;
    return names.find(kernel) != names.npos;
}

/// Nothing if the runtime will not have it, or if it is not the one that is wanted.
program_object program_of(cl_context context, cl_device_id device, const std::string& binary,
                          const std::string& kernel) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
    const std::size_t size = binary.size();
    cl_int status = CL_SUCCESS, code = CL_SUCCESS;
    program_object program(clCreateProgramWithBinary(context, 1, &device, &size, &bytes, &status, &code));
    if (code != CL_SUCCESS || status != CL_SUCCESS ||
        clBuildProgram(program.get(), 1, &device, "", nullptr, nullptr) != CL_SUCCESS ||
        !has_kernel(program.get(), kernel))
        return {};
    return program;
}

/// While another process is compiling the same program, its binary is worth a wait, but not for as long if that process
/// does something else first.
constexpr std::chrono::duration<double> longest_wait{2 * longest_work_seconds};
constexpr double longest_idle_seconds = 10;
constexpr std::chrono::milliseconds between_looks{10};

std::optional<std::string> find_or_claim(const disk_store& store, const std::string& folder, const std::string& key,
                                         std::shared_ptr<work_claim>& claim) {
    auto found = store.find(key);
    const auto give_up = std::chrono::steady_clock::now() + longest_wait;
    while (!found) {
        bool hopeless = false;
        claim = claim_work(folder, key, hopeless);
        if (claim) return store.find(key);  // another may have finished it between our look and our claim
        if (hopeless || std::chrono::steady_clock::now() > give_up) return {};
        std::this_thread::sleep_for(between_looks);
        found = store.find(key);
    }
    return found;
}

bool driver_keeps_programs() {
    return nvidia_keeps_programs(std::getenv("CUDA_CACHE_DISABLE"), std::getenv("CUDA_CACHE_PATH"),
                                 std::getenv("HOME"));
}

/// One for all contexts of the process.
std::shared_ptr<unsaved_program> unsaved_of_process(const program_object& program, cl_device_id device,
                                                    const std::string& key, std::shared_ptr<work_claim> claim) {
    static auto* mutex = new std::mutex;  // neither is destroyed: plans may outlive main
    static auto* known = new std::map<std::string, std::weak_ptr<unsaved_program>>;
    const std::lock_guard lock(*mutex);
    for (auto it = known->begin(); it != known->end();) it = it->second.expired() ? known->erase(it) : std::next(it);
    auto& place = (*known)[key];
    auto unsaved = place.lock();
    if (!unsaved || unsaved->is_saved())
        place = unsaved = std::make_shared<unsaved_program>(program, device, key, std::move(claim));
    return unsaved;
}

}  // namespace

unsaved_program::unsaved_program(program_object program, cl_device_id device, std::string key,
                                 std::shared_ptr<work_claim> claim)
    : program_(std::move(program)), device_(device), key_(std::move(key)), claim_(std::move(claim)) {}

static bool is_over(const event_object& execution) {
    cl_int status = CL_QUEUED;
    const auto code =
        clGetEventInfo(execution.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    return code == CL_SUCCESS && status <= CL_COMPLETE;
}

void unsaved_program::put_aside() noexcept {
    const std::lock_guard lock(mutex_);
    if (claim_ && !has_run_) claim_->expect_within(longest_idle_seconds);
}

/// Others hear that the execution is over, though the entry is written only when the user comes back: callbacks must
/// not ask the runtime for much. Whatever becomes of the program, `data` is the callback's.
static void CL_CALLBACK execution_is_over(cl_event, cl_int, void* data) {
    const std::unique_ptr<std::weak_ptr<work_claim>> known(static_cast<std::weak_ptr<work_claim>*>(data));
    if (const auto claim = known->lock()) claim->expect_within(longest_idle_seconds);
}

static void tell_when_over(const event_object& execution, const std::shared_ptr<work_claim>& claim) {
    auto* data = new (std::nothrow) std::weak_ptr<work_claim>(claim);
    if (data && clSetEventCallback(execution.get(), CL_COMPLETE, execution_is_over, data) != CL_SUCCESS) delete data;
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
    save_what_is_idle();
    under_way_.erase(std::remove_if(under_way_.begin(), under_way_.end(), is_over), under_way_.end());
    const bool claimed = claim_ && !has_run_;
    if (claimed) claim_->expect_within(longest_work_seconds);
    if (!saved_ && !has_room_for_one(under_way_)) give_up();
    auto execution = enqueue();
    has_run_ = true;
    if (claimed && claim_) tell_when_over(execution, claim_);
    if (!saved_) under_way_.push_back(std::move(execution));
}

void unsaved_program::save_if_idle() noexcept {
    const std::lock_guard lock(mutex_);
    save_what_is_idle();
}

/// Only then is it saved_: until the runtime has given the binary nothing else may be enqueued.
void unsaved_program::save_what_is_idle() noexcept {
    if (saved_ || !has_run_ || !std::all_of(under_way_.begin(), under_way_.end(), is_over)) return;
    try {
        if (claim_) claim_->expect_within(longest_work_seconds);
        const auto binary = binary_of(program_.get(), device_);
        const auto store = current_store();
        if (store && holds_bitcode(binary)) store->keep(key_, binary);
    } catch (const std::exception&) {  // out of memory: then there is no entry
    }
    give_up();
}

void unsaved_program::give_up() noexcept {
    under_way_.clear();
    program_ = {};
    claim_.reset();
    saved_ = true;
}

shared_program cached_program(cl_context context, cl_device_id device, const device_description& d,
                              const wanted_program& wanted, const program_maker& make, bool for_good) {
    const auto store = current_store();
    if (!store) {
        ++compiled_count;
        return {make.with_registers(make.build()), nullptr, wanted.kernel};
    }
    const auto key = key_of(d, "program " + wanted.text);
    std::shared_ptr<work_claim> claim;
    const auto folder = current_program_cache().folder;
    if (const auto binary = find_or_claim(*store, folder, key, claim)) {
        // PoCL dies of other kernels' binaries as of damaged ones: the name must stand in it before PoCL sees it.
        const bool sound =
            binary->find(wanted.kernel) != binary->npos && (is_complete_when_built(d) || holds_bitcode(*binary));
        const bool by_source = sound && is_found_by_source(d, *binary, driver_keeps_programs());
        if (auto program = by_source ? make.build()
                           : sound   ? program_of(context, device, *binary, wanted.kernel)
                                     : program_object()) {
            ++loaded_count;
            return {std::move(program), nullptr, wanted.kernel};
        }
        say_once("the cache in " + folder + " had programs that OpenCL does not take; they are compiled anew");
    }
    ++compiled_count;
    auto compiled = make.with_registers(make.build());
    if (is_complete_when_built(d)) {
        const auto binary = binary_of(compiled.get(), device);
        if (!binary.empty()) store->keep(key, binary);
        return {std::move(compiled), nullptr, wanted.kernel};
    }
    if (!for_good) return {std::move(compiled), nullptr, wanted.kernel};
    auto unsaved = unsaved_of_process(compiled, device, key, std::move(claim));
    return {std::move(compiled), std::move(unsaved), wanted.kernel};
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
