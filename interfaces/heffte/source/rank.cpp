// Reads the numbers that launchers of MPI programs give to the ranks of a host.
#include "rank.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <thread>

#include <stockham/device.hpp>
#include <stockham/process.hpp>

namespace stockham::boxes_internal {

namespace {

/// The first of these numbers that is set; `otherwise` if there is none.
std::size_t launcher_number(std::initializer_list<const char*> names, std::size_t otherwise) {
    for (const char* each : names)
        if (const char* text = environment(each)) return std::strtoul(text, nullptr, 10);
    return otherwise;
}

std::size_t ranks_of_host() {
    return std::max<std::size_t>(1, launcher_number({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS",
                                                     "MV2_COMM_WORLD_LOCAL_SIZE", "SLURM_NTASKS_PER_NODE"},
                                                    1));
}

}  // namespace

std::vector<cl_device_id> choose_devices() {
    const char* word = environment("STOCKHAM_DEVICE");
    std::vector<cl_device_id> all;
    if (!word || !*word) {
        for (const bool gpus : {true, false}) {
            for (cl_device_id each : stockham::devices()) {
                const device_description about = describe(each);
                if (about.available && about.has_compiler && (about.kind == device_kind::gpu) == gpus)
                    all.push_back(each);
            }
            if (!all.empty()) break;
        }
    }
    if (all.empty()) return {choose_device()};  // or its error
    const std::size_t rank = launcher_number(
        {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "MV2_COMM_WORLD_LOCAL_RANK", "SLURM_LOCALID"}, 0);
    std::vector<cl_device_id> own;
    for (std::size_t k = rank % all.size(); k < all.size(); k += ranks_of_host()) own.push_back(all[k]);
    return own;
}

const std::vector<cl_device_id>& devices() {
    static const auto* const chosen = new std::vector<cl_device_id>(choose_devices());  // used until the process ends
    return *chosen;
}

unsigned copy_threads() {
    constexpr std::size_t most = 8;
    return static_cast<unsigned>(
        std::clamp<std::size_t>(std::thread::hardware_concurrency() / ranks_of_host(), 1, most));
}

}  // namespace stockham::boxes_internal
