// The public class of profiles.
#include <stockham/profile.hpp>

#include <stockham/error.hpp>

#include "profile/known_profiles.hpp"
#include "profile/profile_json.hpp"

namespace stockham {

namespace internal {

device_profile profile_access::make(profile_pointer data) {
    device_profile made;
    made.data_ = std::move(data);
    return made;
}

const profile_data& profile_access::data(const device_profile& p) {
    return *p.data_;
}

}  // namespace internal

using namespace internal;

device_profile device_profile::parse(std::string_view json) {
    return profile_access::make(read_profile(json, "the profile"));
}

device_profile device_profile::known(const device_description& d) {
    return profile_access::make(known_profile(d));
}

std::string device_profile::keep() const {
    if (!data_) throw argument_error("profile", "profile: must not be empty");
    return keep_profile(*data_);
}

std::string device_profile::title() const {
    return data_ ? title_of(*data_) : std::string();
}

std::string device_profile::to_json() const {
    return data_ ? internal::to_json(*data_) : std::string();
}

}  // namespace stockham
