// Probes of transposes: compares numbered elements that the kernels moved with the definition.
#include "runtime/first_use/transpose_families.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "base/host_size.hpp"
#include "plan/fingerprint.hpp"
#include "transpose/numbers.hpp"
#include "transpose/permutation.hpp"

namespace stockham::internal {

namespace {

constexpr std::size_t rows = 37, columns = 67;

/// Elements whose first four bytes hold their numbers.
std::vector<std::byte> numbered(std::size_t count, std::size_t bytes_of_each) {
    std::vector<std::byte> all(count * bytes_of_each);
    for (std::size_t k = 0; k < count; ++k) {
        const auto number = static_cast<std::uint32_t>(k);
        std::memcpy(&all[k * bytes_of_each], &number, sizeof number);
    }
    return all;
}

/// The array with every element moved from its input strides `is` to its output strides `os`.
std::vector<std::byte> moved(const std::vector<std::byte>& in, const std::vector<iodim>& dimensions, std::size_t size) {
    std::vector<std::byte> out(in.size());
    for (std::size_t k = 0; k < in.size() / size; ++k) {
        std::size_t rest = k, from = 0, to = 0;
        for (const auto& d : dimensions) {
            const auto n = host_size(d.n, "elements");
            from += rest % n * host_size(d.is, "elements");
            to += rest % n * host_size(d.os, "elements");
            rest /= n;
        }
        std::memcpy(&out[to * size], &in[from * size], size);
    }
    return out;
}

probe probe_of(std::string what, std::vector<launch> launches, const std::vector<iodim>& dimensions, element e) {
    const auto size = element_bytes(e);
    std::size_t count = 1;
    for (const auto& d : dimensions) count *= host_size(d.n, "elements");
    probe made;
    made.what = std::move(what);
    made.launches = std::move(launches);
    made.input = numbered(count, size);
    made.output_bytes = made.input.size();
    made.error = [wanted = moved(made.input, dimensions, size)](const std::vector<std::byte>& found) {
        return found == wanted ? 0. : 1.;
    };
    return made;
}

std::string digest_of_transposes() {
    plan_decisions with_transposes;
    with_transposes.system = "transposes";  // any system with steps of its own
    return kernel_fingerprint(with_transposes);
}

/// The same permutation with axes of at most 67 points and a small batch. Axes shorter than the longest one stay
/// shorter: in-place kernels depend on which axes are equal.
permutation shortened(permutation p) {
    std::size_t longest = 1;
    for (auto n : p.lengths) longest = std::max(longest, n);
    for (auto& n : p.lengths)
        if (n > rows) n = n == longest ? columns : rows;
    p.batch = std::min<std::size_t>(p.batch, 3);
    std::size_t count = p.batch;
    constexpr std::size_t most = 1 << 20;
    for (auto& n : p.lengths) {
        if (count * n > most) n = std::min<std::size_t>(n, 3);
        count *= n;
    }
    return p;
}

}  // namespace

checked_family transpose_family(element e, const device_description& limits) {
    const auto make = [e, limits] {
        tile_transpose t;
        t.element = e;
        t.rows = {rows, columns, 1};
        t.columns = {columns, 1, rows};
        const auto what = "a transpose of " + std::to_string(rows) + " x " + std::to_string(columns) + " elements";
        return probe_of(what, {to_launch(t, limits)}, {t.rows, t.columns}, e);
    };
    return {"transposes of " + std::string(element_name(e)), digest_of_transposes(), make};
}

void check_permutations(context_state& context, cl_device_id device, const permutation& p,
                        const device_description& limits) {
    if (!checks_first_use()) return;
    const auto small = shortened(p);
    // Lines too long for local memory use the workspace; reduce local memory so that the small ones use it, too.
    const bool by_workspace = plan_permutation(p, limits).workspace_bytes > 0;
    auto room = limits;
    if (by_workspace) room.local_memory = (columns - 1) * element_bytes(p.element);
    auto plan = plan_permutation(small, room);
    if (plan.launches.empty()) return;
    const bool in_place = p.placement == placement::in_place;
    std::string family = std::string("transpositions of ") + element_name(p.element) + (in_place ? " in place" : "") +
                         (by_workspace ? " by the workspace" : "");
    for (const auto& each : plan.launches) family += ", " + each.kernel;
    const auto make = [&] {
        auto made = probe_of("a small permutation of the same order", std::move(plan.launches),
                             reduced_dimensions(small), p.element);
        made.workspace_bytes = host_size(plan.workspace_bytes, "bytes of workspace");
        made.in_place = in_place;
        return made;
    };
    check_first_use(context, device, {family, digest_of_transposes(), make});
}

}  // namespace stockham::internal
