// Registers groups of pictures: shifts, and if wanted rotations and scales, against fixed pictures.
#pragma once

#include <optional>
#include <vector>

#include "imaging/registration/shift_finder.hpp"
#include "imaging/registration/turn_finder.hpp"

namespace stockham::imaging_internal {

/// For groups of up to `most` pictures of one size.
class registrar {
  public:
    registrar(device_work&, std::size_t height, std::size_t width, std::size_t most,
              const imaging::registration_options&);

    picture_group measured(device_array pictures, const char* name, std::size_t first) const {
        return shifts_.measured(std::move(pictures), name, first);
    }
    /// One picture, or as many as each group that is passed to find().
    void set_fixed(const picture_group&);
    std::vector<imaging::registration> find(const picture_group& moving);

    /// The pictures that a group may have, at most `wanted`, so that they fit into the memory of the engine.
    static std::size_t group_size(const device_work&, std::size_t height, std::size_t width, std::size_t wanted,
                                  const imaging::registration_options&);

  private:
    std::vector<imaging::registration> find_turned(const picture_group& moving);
    void find_rest(const picture_group& moving, std::vector<imaging::registration>&);
    picture_group undone(const picture_group& moving, const std::vector<imaging::registration>&);

    device_work& work_;
    shift_finder shifts_;
    std::optional<turn_finder> turns_;
    device_array undone_;
};

}  // namespace stockham::imaging_internal
