// Device profiles: speeds of copies, launches and arithmetic, from which the cost model predicts times. They are
// measured, or come from a vendor's figures; title() says which.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <stockham/export.h>
#include <stockham/fwd.hpp>

namespace stockham {

namespace internal {
struct profile_data;
struct profile_access;
}  // namespace internal

inline namespace v0_2 {

struct device_description;

/// The numbers of a device, or an empty profile. A value; copies share immutable data. Thread-safe.
class STOCKHAM_API device_profile {
  public:
    /// An empty profile. In a device_description it stands for known().
    device_profile() noexcept = default;

    /// Parses JSON text as written by to_json(); docs/device_profiles.md describes the file. Missing numbers default
    /// to those of a generic GPU or CPU. Throws argument_error for a malformed profile or a number out of range, which
    /// the message names.
    static device_profile parse(std::string_view json);

    /// The profile that matches a device best: by device name, then architecture, platform, vendor, kind. Candidates
    /// are the profiles of the library, those in /etc/stockham/profiles, and those in the user's folder
    /// ($XDG_CONFIG_HOME/stockham/profiles, else $HOME/.config/stockham/profiles; on Windows %PROGRAMDATA% and
    /// %APPDATA%). The folders are read once per process; STOCKHAM_PROFILES=off in the environment skips them. Never
    /// empty.
    static device_profile known(const device_description&);

    /// Writes the profile to the user's folder, where known() finds it from now on. Returns the path of the file.
    /// Throws argument_error if the file cannot be written or the profile is empty.
    std::string keep() const;

    /// One line: the devices that it is for, and where its numbers come from. Numbers from a vendor's figures begin
    /// with "never measured". Empty for an empty profile.
    std::string title() const;

    /// The profile as JSON; empty for an empty profile.
    std::string to_json() const;

    /// False for an empty profile.
    explicit operator bool() const noexcept { return data_ != nullptr; }

  private:
    std::shared_ptr<const internal::profile_data> data_;
    friend struct internal::profile_access;
};

}  // namespace v0_2
}  // namespace stockham
