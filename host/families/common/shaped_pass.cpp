// The cost of a shape.
#include "families/common/shaped_pass.hpp"

namespace stockham::internal {

shaped_pass with_cost(shaped_pass shaped, const pass_traffic& t, const device_description& device) {
    shaped.traffic = t;
    shaped.device_seconds = device_seconds(t, device);
    shaped.cost = launched_seconds(shaped.device_seconds, t.launches, device);
    return shaped;
}

}  // namespace stockham::internal
