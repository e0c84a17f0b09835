// Devices: enumeration, selection by name, and description.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <utility>

#include <stockham/device.hpp>
#include <stockham/error.hpp>
#include <stockham/process.hpp>

#include "base/environment.hpp"
#include "base/files/files.hpp"
#include "base/files/process_lock.hpp"
#include "base/messages/printable.hpp"
#include "base/own_threads.hpp"
#include "base/plain_text.hpp"
#include "profile/architecture.hpp"
#include "profile/capabilities.hpp"
#include "runtime/opencl/device_rules.hpp"
#include "runtime/opencl/local_probe.hpp"
#include "runtime/opencl/opencl.hpp"

namespace stockham {

namespace internal {

namespace {

template <class T>
T device_value(cl_device_id device, cl_device_info what) {
    return query<T>(clGetDeviceInfo, device, what, "clGetDeviceInfo");
}

std::string device_text(cl_device_id device, cl_device_info what) {
    return query_string(clGetDeviceInfo, device, what, "clGetDeviceInfo");
}

constexpr cl_device_info intel_ip_version = 0x4250, intel_engines_per_core = 0x4254;

/// 32 is right for every NVIDIA card so far; OpenCL 1.2 has no query for it.
unsigned wavefront_of(const device_description& d, cl_device_id device) {
    constexpr cl_device_info amd_wavefront_width = 0x4043;
    cl_uint width = 0;
    if (clGetDeviceInfo(device, amd_wavefront_width, sizeof width, &width, nullptr) == CL_SUCCESS && width)
        return width;
    return d.kind == device_kind::cpu ? 1 : 32;
}

std::string architecture_of(const device_description& d, cl_device_id device) {
    cl_uint major = 0, minor = 0;
    if (clGetDeviceInfo(device, compute_capability_major_nv, sizeof major, &major, nullptr) == CL_SUCCESS &&
        clGetDeviceInfo(device, compute_capability_minor_nv, sizeof minor, &minor, nullptr) == CL_SUCCESS)
        return "sm_" + std::to_string(major) + std::to_string(minor);
    if (d.vector_bytes) return std::to_string(d.vector_bytes) + "-byte vectors";
    cl_uint ip_version = 0;
    if (clGetDeviceInfo(device, intel_ip_version, sizeof ip_version, &ip_version, nullptr) == CL_SUCCESS)
        if (auto known = architecture_of_intel(ip_version); !known.empty()) return known;
    return architecture_in_name(d.name);
}

/// Units that hold work-groups. Intel's GPU runtime counts execution units, and a core has several.
unsigned compute_units_of(cl_device_id device) {
    const auto reported = device_value<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    cl_uint engines = 0;
    if (clGetDeviceInfo(device, intel_engines_per_core, sizeof engines, &engines, nullptr) != CL_SUCCESS) engines = 1;
    return cores_of(reported, engines);
}

/// Why devices are missing: the first call that failed. That there is no platform or no device is no failure.
class failure_note {
  public:
    bool succeeds(cl_int code, const char* call) {
        constexpr cl_int no_platform = -1001;  // CL_PLATFORM_NOT_FOUND_KHR
        if (code != CL_SUCCESS && code != no_platform && code != CL_DEVICE_NOT_FOUND) add(opencl_error(call, code));
        return code == CL_SUCCESS;
    }
    void add(const opencl_error& e) {
        if (text_.empty()) text_ = e.what();
    }
    const std::string& text() const { return text_; }

  private:
    std::string text_;
};

/// PoCL initialises itself in the first clGetPlatformIDs and clGetDeviceIDs and is not thread-safe there. So every call
/// of either needs the process lock.
std::vector<cl_platform_id> platforms(const process_lock&, failure_note& note) {
    refuse_raised_rights();
    constexpr const char* call = "clGetPlatformIDs";
    std::vector<cl_platform_id> all;
    call_opencl_that_starts_threads([&] {
        cl_uint count = 0;
        if (!note.succeeds(clGetPlatformIDs(0, nullptr, &count), call)) return;
        all.resize(count);
        if (count && !note.succeeds(clGetPlatformIDs(count, all.data(), nullptr), call)) all.clear();
    });
    return all;
}

/// The devices of all platforms that respond. Not cached: a query that failed once may work the next time.
std::vector<cl_device_id> all_devices(failure_note& note) {
    constexpr const char* call = "clGetDeviceIDs";
    const process_lock lock;
    std::vector<cl_device_id> all;
    const auto add_devices = [&](cl_platform_id platform) {
        cl_uint count = 0;
        if (!note.succeeds(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count), call)) return;
        std::vector<cl_device_id> found(count);
        if (!note.succeeds(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, found.data(), nullptr), call)) return;
        all.insert(all.end(), found.begin(), found.end());
    };
    for (auto platform : platforms(lock, note)) call_opencl_that_starts_threads([&] { add_devices(platform); });
    return all;
}

/// The devices that can be described, in the order of devices().
std::vector<cl_device_id> ranked_devices(failure_note& note) {
    std::vector<cl_device_id> there;
    std::vector<device_description> descriptions;
    for (auto device : all_devices(note)) {
        try {
            descriptions.push_back(describe(device));
            there.push_back(device);
        } catch (const opencl_error& e) {  // the device vanished after it was listed
            note.add(e);
        }
    }
    std::vector<cl_device_id> all;
    for (auto k : ranked(descriptions)) all.push_back(there[k]);
    return all;
}

/// PoCL's folder of compiled kernels, and the variable that sets it. Without a writable one PoCL offers no device.
std::pair<std::string, std::string> pocl_folder() {
    const std::pair<const char*, const char*> places[] = {
        {"POCL_CACHE_DIR", ""}, {"XDG_CACHE_HOME", "/pocl/kcache"}, {"HOME", "/.cache/pocl/kcache"}};
    for (const auto& [variable, below] : places) {
        const char* set = from_environment(variable);
        if (set && *set) return {std::string(set) + below, variable};
    }
    return {"/tmp/pocl/kcache", ""};
}

std::string explain_missing_device(failure_note& note) {
    const auto all = platforms(process_lock(), note);
    if (all.empty() && !note.text().empty()) return note.text();
    if (all.empty()) return "no platform is installed (on Debian, pocl-opencl-icd provides the CPU as a device)";
    std::string names;
    bool has_pocl = false;
    for (auto platform : all) {
        const auto name = query_string(clGetPlatformInfo, platform, CL_PLATFORM_NAME, "clGetPlatformInfo");
        names += (names.empty() ? "'" : ", '") + name + "'";
        has_pocl = has_pocl || name == "Portable Computing Language";
    }
    const auto [folder, variable] = pocl_folder();
    const bool lacks_folder = has_pocl && !may_write_in(folder);
    std::string why = note.text().empty() ? "none of these platforms has one: " + names
                                          : "none of these platforms gives one: " + names + " (" + note.text() + ")";
    if (lacks_folder)
        why += "; PoCL cannot write to its cache folder " + folder + " (" +
               (variable.empty() ? "HOME is not set" : "from " + variable) + "); set POCL_CACHE_DIR to another folder";
    return why;
}

/// The first usable device.
cl_device_id first_usable(const std::vector<cl_device_id>& fitting) {
    std::string objections;
    for (auto device : fitting) {
        const auto d = describe(device);
        const auto objection = objection_to(d);
        if (objection.empty()) return device;
        objections += (objections.empty() ? "" : "; ") + d.name + " " + objection;
    }
    throw argument_error("device", objections);
}

}  // namespace

/// Clamped to std::size_t of this host.
static std::size_t device_bytes(cl_device_id device, cl_device_info which) {
    constexpr cl_ulong most = std::numeric_limits<std::size_t>::max();
    return static_cast<std::size_t>(std::min(most, device_value<cl_ulong>(device, which)));
}

}  // namespace internal

using namespace internal;

device_description v0_2::describe(cl_device_id device) {
    if (!device) throw argument_error("device", "the device is null");
    device_description d;
    d.name = device_text(device, CL_DEVICE_NAME);
    d.vendor = device_text(device, CL_DEVICE_VENDOR);
    d.driver = device_text(device, CL_DRIVER_VERSION);
    d.platform = query_string(clGetPlatformInfo, device_value<cl_platform_id>(device, CL_DEVICE_PLATFORM),
                              CL_PLATFORM_NAME, "clGetPlatformInfo");
    d.kind = kind_of(device_value<cl_device_type>(device, CL_DEVICE_TYPE));
    d.local_memory = device_bytes(device, CL_DEVICE_LOCAL_MEM_SIZE);
    d.static_local_memory = guess_static_local(device);
    d.max_work_group = device_value<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    d.compute_units = compute_units_of(device);
    d.clock_mhz = device_value<cl_uint>(device, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    d.max_allocation = device_bytes(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    d.global_memory = device_bytes(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    d.wavefront = wavefront_of(d, device);
    if (d.kind == device_kind::cpu) {
        const auto native = device_value<cl_uint>(device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
        d.vector_bytes = vector_bytes_of(native, d.platform, d.driver);
        d.core_cache = core_cache_of(device_bytes(device, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE), d.local_memory);
    }
    d.available = device_value<cl_bool>(device, CL_DEVICE_AVAILABLE);
    d.has_compiler = device_value<cl_bool>(device, CL_DEVICE_COMPILER_AVAILABLE);
    d.architecture = architecture_of(d, device);
    const auto extensions = device_text(device, CL_DEVICE_EXTENSIONS);
    d.fp64 = extensions.find("cl_khr_fp64") != std::string::npos   ? double_support::khr
             : extensions.find("cl_amd_fp64") != std::string::npos ? double_support::amd
                                                                   : double_support::none;
    d.profile = device_profile::known(d);
    d.capabilities = capabilities_of(d);
    return d;
}

cl_context v0_2::open_context(cl_device_id device) {
    if (!device) throw argument_error("device", "the device is null");
    return make_context(device).release();
}

std::vector<cl_device_id> v0_2::devices() {
    failure_note unused;
    return ranked_devices(unused);
}

cl_device_id v0_2::choose_device(std::string_view asked) {
    const char* preset = from_environment("STOCKHAM_DEVICE");
    const auto word = lower(std::string(!asked.empty() ? asked : preset ? preset : ""));
    failure_note note;
    const auto all = ranked_devices(note);
    if (all.empty()) throw argument_error("device", "no OpenCL device: " + explain_missing_device(note));
    if (word.empty()) return first_usable(all);
    if (std::all_of(word.begin(), word.end(), is_digit)) {
        const auto number = word.size() < 9 ? std::stoul(word) : all.size();
        if (number < all.size()) return first_usable({all[number]});
    } else {
        std::vector<cl_device_id> fitting;
        for (auto device : all) {
            const auto d = describe(device);
            if ((word == "gpu" && d.kind == device_kind::gpu) || (word == "cpu" && d.kind == device_kind::cpu) ||
                lower(d.name).find(word) != std::string::npos || lower(d.platform).find(word) != std::string::npos)
                fitting.push_back(device);
        }
        if (!fitting.empty()) return first_usable(fitting);
    }
    std::string list;
    for (std::size_t i = 0; i < all.size(); ++i)
        list += (i ? "; " : " ") + std::to_string(i) + ": " + describe(all[i]).name;
    throw argument_error("device", "no device matches " + in_quotes(word) + "; available:" + list);
}

}  // namespace stockham
