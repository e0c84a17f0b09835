// `stockham phantom`: the Shepp-Logan phantom as a picture, and a check of the inverse transform by its closed form.
#include <algorithm>
#include <cmath>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "command/picture_options.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "image/phantom.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct phantom_options {
    std::string output;
    std::string device;
    write_options writing;
    std::size_t size = default_phantom_size;
    bool check = false;
};

constexpr unsigned picture_samples = 4;
constexpr std::size_t smallest_check = 256;  // in smaller pictures every pixel is close to an edge

real_plane rebuild(const phantom_options& o) {
    if (o.size < smallest_check)
        throw usage_error(fmt::format("--size: --check needs at least {} pixels (got {})", smallest_check, o.size));
    plane p = phantom_k_space(o.size, phantom_blur);
    transform t;
    t.lengths = {o.size, o.size};
    t.direction = direction::inverse;
    t.scale = 1 / static_cast<double>(p.values.size());
    const engine e(o.device);
    run_transform(e, t, p.values.data());
    const phantom_comparison c = compare_with_phantom(p, phantom_margin);
    const std::string verdict = fmt::format(
        "phantom {0}x{0}, closed-form k-space -> inverse FFT on {1}: relative error {2:.2e}, bound {3:.0e}, over the "
        "{4:.0f} % of the pixels that are at least {5} pixels from an edge",
        o.size, e.description().name, c.relative_error, phantom_bound, 100 * c.share, phantom_margin);
    // Negated so that a NaN fails.
    if (!(c.relative_error < phantom_bound)) throw job_error("the check failed: " + verdict);
    print_result(verdict + "\n");
    real_plane picture(p.width, p.height);
    std::transform(p.values.begin(), p.values.end(), picture.values.begin(), [](const auto& v) { return v.real(); });
    return picture;
}

void run_phantom(const phantom_options& o) {
    if (o.output.empty() && !o.check) throw usage_error("phantom: nothing to do; give -o OUT or --check");
    if (!o.device.empty() && !o.check) throw usage_error("--device: has no effect without --check");
    const real_plane p = o.check ? rebuild(o) : phantom_picture(o.size, picture_samples);
    if (o.output.empty()) return;
    const sample_type type =
        o.writing.type.value_or(holds_floats(o.output, o.writing) ? sample_type::f32 : sample_type::u8);
    picture_sink sink(o.output, o.writing, {type, 1, 1});
    real_plane levels = p;
    const auto white = static_cast<float>(white_of(type));
    for (float& v : levels.values) v *= white;
    sink.add(levels, 0, make_picture(o.output, p.width, p.height, 1, type));
    finish_picture(sink);
}

}  // namespace

void add_phantom(CLI::App& app) {
    CLI::App* command = app.add_subcommand("phantom", "Make a Shepp-Logan phantom, or check the transform with it");
    auto o = std::make_shared<phantom_options>();
    add_picture_output(*command, o->output, "Picture to write; with --check, the result of the inverse transform");
    command
        ->add_option(
            "--size", o->size,
            fmt::format("Width and height in pixels, 1 to {} (default: {})", largest_phantom, default_phantom_size))
        ->type_name("N")
        ->transform(whole_number(1, largest_phantom));
    command->add_flag(
        "--check", o->check,
        fmt::format("Rebuild the phantom from its closed-form k-space by an inverse transform and compare; "
                    "needs a size of at least {}",
                    smallest_check));
    add_writing_options(*command, o->writing);
    add_device_option(*command, o->device);
    command->callback([o] { run_phantom(*o); });
}

}  // namespace stockham::tools
