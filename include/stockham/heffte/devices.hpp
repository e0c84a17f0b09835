// The devices of a rank of an MPI program, for the backends for heFFTe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <vector>

#include <stockham/stockham.hpp>

namespace heffte {
namespace stockham_detail {

/// A number that a launcher of MPI programs sets for each rank; `otherwise` if there is none.
inline std::size_t launcher_number(std::initializer_list<const char*> names, std::size_t otherwise) {
    for (const char* each : names)
        if (const char* text = ::stockham::environment(each))
            return static_cast<std::size_t>(std::strtoul(text, nullptr, 10));
    return otherwise;
}

inline std::size_t ranks_of_host() {
    return std::max<std::size_t>(1, launcher_number({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS",
                                                     "MV2_COMM_WORLD_LOCAL_SIZE", "SLURM_NTASKS_PER_NODE"},
                                                    1));
}

/// The devices of this rank: that of STOCKHAM_DEVICE if it is set; else the GPUs of the host, or its other devices if
/// it has none, divided among the ranks of the host. The launchers of Open MPI, MPICH, MVAPICH and Slurm number these.
inline std::vector<cl_device_id> choose_devices() {
    const char* word = ::stockham::environment("STOCKHAM_DEVICE");
    std::vector<cl_device_id> all;
    if (!word || !*word) {
        for (const bool gpus : {true, false}) {
            for (cl_device_id each : ::stockham::devices()) {
                const ::stockham::device_description about = ::stockham::describe(each);
                if (about.available && about.has_compiler && (about.kind == ::stockham::device_kind::gpu) == gpus)
                    all.push_back(each);
            }
            if (!all.empty()) break;
        }
    }
    if (all.empty()) return {::stockham::choose_device()};  // or its error
    const std::size_t rank = launcher_number(
        {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "MV2_COMM_WORLD_LOCAL_RANK", "SLURM_LOCALID"}, 0);
    std::vector<cl_device_id> own;
    for (std::size_t k = rank % all.size(); k < all.size(); k += ranks_of_host()) own.push_back(all[k]);
    return own;
}

/// The devices of this process, chosen at the first call. Thread-safe.
inline const std::vector<cl_device_id>& devices() {
    static const auto* const chosen = new std::vector<cl_device_id>(choose_devices());  // used until the process ends
    return *chosen;
}

}  // namespace stockham_detail
}  // namespace heffte
