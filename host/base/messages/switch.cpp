// Reads a switch and reports invalid values.
#include "base/messages/switch.hpp"

#include <string>

#include "base/environment.hpp"
#include "base/messages/messages.hpp"

namespace stockham::internal {

bool is_switched_on(const char* variable) {
    const char* word = from_environment(variable);
    if (!word || !*word) return true;
    const std::string asked = word;
    if (asked != "on" && asked != "off")
        say_once(std::string(variable) + " is '" + asked + "', which is neither on nor off; it is ignored");
    return asked != "off";
}

}  // namespace stockham::internal
