// Forks: a child has neither the device's threads nor its connection, so it computes with FFTW.
#pragma once

#include <mutex>
#include <shared_mutex>

namespace fftw_device {

/// True in a child of the process that loaded this library.
bool is_forked() noexcept;

/// Protects the registry of plans; held across fork(), so that a child finds it whole.
std::shared_mutex& registry_mutex();

}  // namespace fftw_device
