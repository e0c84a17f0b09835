// What the layer counts and which calls it lets fail.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "devices.hpp"
#include "dispatch.hpp"

namespace faults {

/// README.md describes them.
struct settings {
    std::string call;
    long at = 1;
    cl_int code = CL_OUT_OF_RESOURCES;
    std::string device;
    bool forever = false, events = false, hang = false, skip = false;
    double delay = 0;             ///< seconds
    cl_device_info question = 0;  ///< of clGetDeviceInfo; 0: none
    cl_ulong answer = 0;
};

/// Reads the environment variables STOCKHAM_FAULT_*. Throws std::invalid_argument, as the functions below do.
settings from_environment();

/// The functions that a text names: "any", or names between commas; a star at the end of a name stands for the rest.
function_set functions_of(std::string_view call);

/// A file that several processes may append lines to. Without a name it is not written.
class log_file {
  public:
    explicit log_file(const char* name);
    ~log_file();
    log_file(const log_file&) = delete;
    log_file& operator=(const log_file&) = delete;
    void add(const std::string& line) const;

  private:
    int file_ = -1;
};

/// One arming of the layer: its settings, what it has counted, and whether the device is lost. Thread-safe.
class fault {
  public:
    /// The log must live as long as the fault.
    fault(settings, const dispatch& target, const log_file&);

    /// Ends the process with a message if there is no such device.
    bool concerns(const std::vector<cl_device_id>& devices);

    /// Counts a call on the chosen device. Returns the code of its failure, or CL_SUCCESS.
    cl_int count(function);

    /// Whether commands of the chosen device fail, or never end, from now on.
    bool commands_fail() const { return lost_ && settings_.events; }
    bool commands_hang() const { return lost_ && settings_.hang; }
    /// True if launches on the chosen device do nothing from now on.
    bool launches_do_nothing() const { return lost_ && settings_.skip; }
    bool may_lose_commands() const { return settings_.events || settings_.hang || settings_.skip; }
    /// Puts another number into the answer of clGetDeviceInfo, if the question is the one.
    void change_answer(cl_device_info question, std::size_t bytes, void* value) const;
    cl_int code() const { return settings_.code; }
    /// Whether all later calls fail, too: the device is lost.
    bool is_forever() const { return settings_.forever; }

    long calls(const function_set&) const;
    void write_counts() const;

  private:
    const settings settings_;
    const function_set failing_;
    const directory directory_;
    const log_file& log_;
    std::once_flag listed_;
    std::vector<cl_device_id> chosen_;
    std::array<std::atomic<long>, function_count> calls_{};
    std::atomic<long> turn_{0};
    std::atomic<bool> lost_{false};
};

/// Ends the process with one line on the standard error.
[[noreturn]] void end_process(const std::string& what);

}  // namespace faults
