// Device profiles: how fast a device copies, launches and computes. The planner's cost model goes by these numbers.
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

/// The measured numbers of a device, or an empty profile. A value: copies share what they hold, which never changes, so
/// that they may be used from any number of threads.
class STOCKHAM_API device_profile {
  public:
    /// An empty profile. In a device_description it stands for known().
    device_profile() noexcept = default;

    /// Reads JSON text as to_json() writes it; docs/device_profiles.md describes its fields. Numbers that the text
    /// leaves out are those of any GPU, or of any CPU. Throws argument_error for a text that is no profile, and for a
    /// number out of its range, which the message names.
    static device_profile parse(std::string_view json);

    /// What is known of a device: of the library's own profiles, those in /etc/stockham/profiles, and those in the
    /// user's folder (`$XDG_CONFIG_HOME/stockham/profiles`, else `$HOME/.config/stockham/profiles`; on Windows
    /// `%PROGRAMDATA%` and `%APPDATA%`), the one that comes closest: by the device's name, then its architecture, its
    /// platform, its vendor, its kind. The folders are read once a process; the environment's STOCKHAM_PROFILES=off
    /// leaves them out; a word other than on and off is reported once and ignored. Never empty.
    static device_profile known(const device_description&);

    /// Writes the profile to the user's folder, so that known() finds it, in this process from now on. Returns the
    /// file's path. Throws argument_error where it cannot be written, and for an empty profile.
    std::string keep() const;

    /// The profile's text; empty for an empty profile.
    std::string to_json() const;

    /// False for an empty profile.
    explicit operator bool() const noexcept { return data_ != nullptr; }

  private:
    std::shared_ptr<const internal::profile_data> data_;
    friend struct internal::profile_access;
};

}  // namespace v0_2
}  // namespace stockham
