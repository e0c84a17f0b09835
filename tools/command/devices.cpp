// `stockham devices`: what OpenCL offers here, in the order and with the numbers that --device takes.
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
           (d.available ? "" : "     not available     it is not chosen\n") +
           (d.has_compiler ? "" : "     no compiler       it is not chosen\n") +
           fmt::format("     local memory      {}, up to {} work-items a group\n", memory_text(d.local_memory),
                       d.max_work_group) +
           fmt::format("     double precision  {}\n", fp64) +
           fmt::format("     memory            {}, largest buffer {}\n", memory_text(d.global_memory),
                       memory_text(d.max_allocation));
}

void run_devices() {
    const auto all = devices();
    if (all.empty()) choose_device();  // says why
    cl_device_id chosen = nullptr;
    std::string complaint;
    try {
        chosen = choose_device();
    } catch (const argument_error& e) {
        complaint = e.what();  // STOCKHAM_DEVICE fits none: the list is what helps
    }
    for (std::size_t i = 0; i < all.size(); ++i) print_result(device_text(i, describe(all[i]), all[i] == chosen));
    if (!complaint.empty()) print_remark(complaint);
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
