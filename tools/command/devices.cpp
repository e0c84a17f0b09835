// `stockham devices`: lists the OpenCL devices with the numbers that --device takes.
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "base/messages/printable.hpp"
#include "bytes.hpp"
#include "command.hpp"

namespace stockham::tools {

namespace {

std::string memory_text(std::size_t bytes) {
    return bytes == 0 ? "?" : bytes_text(bytes);
}

std::string device_text(std::size_t number, const device_description& d, bool is_default) {
    const char* kind = d.kind == device_kind::gpu ? "gpu" : d.kind == device_kind::cpu ? "cpu" : "other";
    const char* fp64 = d.fp64 == double_support::none  ? "no"
                       : d.fp64 == double_support::khr ? "yes (cl_khr_fp64)"
                                                       : "yes (cl_amd_fp64)";
    return fmt::format("{}{}  {}\n", is_default ? "* " : "  ", number, internal::printable(d.name)) +
           fmt::format("     platform          {}\n", internal::printable(d.platform)) +
           fmt::format("     driver            {}\n", internal::printable(d.driver)) +
           fmt::format("     kind              {}, {} compute units, {}\n", kind, d.compute_units,
                       clock_text(d.clock_mhz)) +
           (d.available ? "" : "     not available     never chosen\n") +
           (d.has_compiler ? "" : "     no compiler       never chosen\n") +
           fmt::format("     local memory      {}, up to {} work-items per work-group\n", memory_text(d.local_memory),
                       d.max_work_group) +
           fmt::format("     double precision  {}\n", fp64) +
           fmt::format("     memory            {}, largest buffer {}\n", memory_text(d.global_memory),
                       memory_text(d.max_allocation)) +
           fmt::format("     profile           {}\n", internal::printable(d.profile.title()));
}

void run_devices() {
    auto all = devices();
    if (all.empty()) all = {choose_device()};  // throws with the reason, unless a failed query works now
    cl_device_id chosen = nullptr;
    std::string failure;
    try {
        chosen = choose_device();
    } catch (const argument_error& e) {
        failure = e.what();  // STOCKHAM_DEVICE matches no device: the list is still useful
    }
    for (std::size_t i = 0; i < all.size(); ++i) print_result(device_text(i, describe(all[i]), all[i] == chosen));
    if (!failure.empty()) print_remark(failure);
}

}  // namespace

std::string clock_text(unsigned mhz) {
    return mhz ? fmt::format("{} MHz", mhz) : "unknown clock";
}

void add_devices(CLI::App& app) {
    CLI::App* command = app.add_subcommand("devices", "List the OpenCL devices; * marks the default");
    command->callback(run_devices);
}

}  // namespace stockham::tools
