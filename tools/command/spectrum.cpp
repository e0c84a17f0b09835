// `stockham spectrum`: the 2-D spectrum of a picture, as a picture.
#include <memory>
#include <variant>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "command.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "image/colour_map.hpp"
#include "image/phantom.hpp"
#include "image/plane.hpp"
#include "image/spectra.hpp"
#include "output.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct spectrum_options {
    std::string picture;
    std::string output;
    std::string device;
    std::size_t max_pixels = default_max_pixels;
    bool phase = false;
    bool grey = false;
};

constexpr unsigned phantom_samples = 4;

std::variant<real_plane, plane> read_plane(const std::string& path, std::size_t max_pixels) {
    if (const std::size_t n = phantom_size(path)) return phantom_picture(n, phantom_samples);
    const std::string name = path == "-" ? "standard input" : path;
    const auto bytes = read_picture_file(path, max_pixels);
    if (is_other_array(bytes, name)) return decode_plane(bytes, name, max_pixels);
    return luminance(decode_picture(bytes, name, max_pixels));
}

void run_spectrum(const spectrum_options& o, const CLI::App& command) {
    if (command.count("--max-pixels") > 0 && phantom_size(o.picture) != 0)
        throw usage_error("--max-pixels: has no effect on a phantom");
    const auto input = read_plane(o.picture, o.max_pixels);
    output_file file(o.output);
    const engine e(o.device);
    const plane p = std::visit([&](const auto& values) { return full_spectrum(e, values); }, input);
    const auto values = o.phase ? phase_share(p) : log_magnitude(p);
    const colour_map coloured = o.phase ? colour_map::cyclic : colour_map::sequential;
    write_png(paint(values, p.width, p.height, o.grey ? colour_map::grey : coloured), file);
}

}  // namespace

void add_spectrum(CLI::App& app) {
    CLI::App* command = app.add_subcommand("spectrum", "Write the 2-D spectrum of a picture as a picture");
    auto o = std::make_shared<spectrum_options>();
    command->footer(
        "Shows the logarithm of the magnitude of the transformed luminance, with the zero frequency in the\n"
        "middle.");
    command
        ->add_option("PICTURE", o->picture,
                     fmt::format("Input picture: PNG, JPEG, TIFF, .npy, - for standard input, or phantom[:N] for a "
                                 "Shepp-Logan phantom of N x N pixels (default: {})",
                                 default_phantom_size))
        ->required();
    add_output_option(*command, o->output, output_kind::picture, "PNG file to write, or - for standard output")
        ->required()
        ->type_name("OUT.png");
    command->add_flag("--phase", o->phase, "Show the phase instead of the magnitude");
    command->add_flag("--grey", o->grey, "Use grey levels instead of colours");
    add_max_pixels_option(*command, o->max_pixels);
    add_device_option(*command, o->device);
    command->callback([o, command] { run_spectrum(*o, *command); });
}

}  // namespace stockham::tools
