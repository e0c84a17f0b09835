// `stockham propagate`: the light of a hologram at other distances.
#include <cmath>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/imaging.hpp>

#include "array/npy.hpp"
#include "command.hpp"
#include "command/imaging_work.hpp"
#include "command/picture_options.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

enum class field_part { amplitude, intensity, phase, real, imaginary, complex };

struct propagate_options {
    std::string input;
    std::string output;
    std::string device;
    read_options reading;
    bool stack = false;
    write_options writing;
    imaging::propagation_options how;
    std::vector<double> distances;
    field_part part = field_part::amplitude;
    bool intensity = false;
    bool no_mean = false;
};

double part_of(std::complex<double> v, field_part part) {
    switch (part) {
    case field_part::amplitude:
        return std::abs(v);
    case field_part::intensity:
        return std::norm(v);
    case field_part::phase:
        return std::arg(v);
    case field_part::real:
        return v.real();
    default:
        return v.imag();
    }
}

// The amplitude of the light in the plane of the hologram, 0 to about 1.
template <class T>
std::vector<T> field_of(const picture& page, const propagate_options& o) {
    const planes_of<T> plane = luminance<T>(page);
    std::vector<T> field = plane.values;
    double sum = 0;
    for (T& each : field) {
        if (o.intensity) {
            if (each < 0) throw job_error(fmt::format("{}: an intensity is negative", o.input));
            each = std::sqrt(each);
        }
        sum += static_cast<double>(each);
    }
    const auto mean = static_cast<T>(sum / static_cast<double>(field.size()));
    if (o.no_mean)
        for (T& each : field) each -= mean;
    return field;
}

// The light of a page at all distances.
template <class T>
std::vector<std::complex<T>> moved_light(const engine& e, const propagate_options& o, const picture& page) {
    const std::vector<T> field = field_of<T>(page, o);
    std::vector<std::complex<T>> moved(o.distances.size() * field.size());
    compute(e, {{"field", o.input}}, [&] {
        imaging::propagate(e.imaging(), imaging::view_of(field, {page.height, page.width}), o.distances, o.how,
                           imaging::view_of(moved, {o.distances.size(), page.height, page.width}));
    });
    return moved;
}

template <class T>
void propagate_page(const engine& e, const propagate_options& o, const picture& page, picture_sink& sink) {
    const auto moved = moved_light<T>(e, o, page);
    picture model = make_picture(o.output, page.width, page.height, 1, sample_type::f32);
    const double white = is_float(page.type) || o.part == field_part::phase ? 1 : page.white();
    for (std::size_t k = 0; k < o.distances.size(); ++k) {
        planes_of<double> plane(page.width, page.height);
        for (std::size_t i = 0; i < page.pixels(); ++i)
            plane.values[i] = white * part_of(std::complex<double>(moved[k * page.pixels() + i]), o.part);
        sink.add(plane, 0, model);
    }
}

// The light itself as a .npy array {distances of all pages, height, width}, for the next program. 1 is white.
void write_light(const propagate_options& o, picture_source& source, picture page) {
    if (extension_of(o.output) != ".npy" && o.output != "-")
        throw usage_error(fmt::format("--part complex: writes a .npy array (got {})", o.output));
    output_file file(o.output);
    const engine e(o.device);
    in_precision_of(e, page.type, o.writing.type.value_or(page.type), [&](auto zero) {
        using number = decltype(zero);
        const std::string head = make_npy_header({source.pages() * o.distances.size(), page.height, page.width},
                                                 sizeof(number) == 8 ? "<c16" : "<c8");
        file.write(head.data(), head.size());
        for (std::size_t k = 0; k < source.pages(); ++k) {
            const auto moved = moved_light<number>(e, o, k == 0 ? page : source.page(k));
            file.write(moved.data(), moved.size() * sizeof moved[0]);
        }
    });
    file.commit();
}

void check_propagate(const propagate_options& o, const CLI::App& command) {
    const auto check = [&](const char* option, double value) {
        if (command.count(option) > 0 && !(value > 0))
            throw usage_error(fmt::format("{}: must be above 0 (got {})", option, value));
    };
    check("--wavelength", o.how.wavelength);
    check("--pitch", o.how.pitch_down);
    check("--pitch-across", o.how.pitch_across);
}

void run_propagate(const propagate_options& o) {
    picture_source source(o.input, reading_of(o.reading, o.stack, o.input));
    const picture first = source.page(0);
    if (o.part == field_part::complex) return write_light(o, source, first);
    page_facts facts = facts_of(source, first);
    facts.channels = 1;
    facts.pages = source.pages() * o.distances.size();
    picture_sink sink(o.output, o.writing, facts);
    const engine e(o.device);
    for (std::size_t k = 0; k < source.pages(); ++k) {
        const picture page = source.page(k);
        in_precision_of(e, page.type, sink.type(),
                        [&](auto zero) { propagate_page<decltype(zero)>(e, o, page, sink); });
    }
    finish_picture(sink);
}

}  // namespace

void add_propagate(CLI::App& app) {
    CLI::App* command = app.add_subcommand("propagate", "Propagate the light of a hologram to other distances");
    command->footer(
        "The luminance is the amplitude of the light in the plane of the picture. Each distance gives a page, all from "
        "one\n"
        "transform. Lengths have one unit, such as metres; a negative distance goes back towards the object. An "
        "in-line\n"
        "hologram also shows a twin image, which is out of focus. Results keep the levels of the input; the phase is "
        "from -pi "
        "to\n"
        "pi, so write it with --type f4 or --normalise.");
    auto o = std::make_shared<propagate_options>();
    command->add_option("PICTURE", o->input, input_picture_text())->required();
    add_picture_output(*command, o->output, "Picture to write")->required();
    command->add_option("--wavelength", o->how.wavelength, "Wavelength in the medium")
        ->type_name("L")
        ->transform(decimal_number())
        ->required();
    command->add_option("--pitch", o->how.pitch_down, "Distance of neighbouring pixels")
        ->type_name("P")
        ->transform(decimal_number())
        ->required();
    command->add_option("--pitch-across", o->how.pitch_across, "Distance of neighbouring columns (default: --pitch)")
        ->type_name("P")
        ->transform(decimal_number());
    command->add_option("--distance", o->distances, "Distance to propagate; repeat it for several pages")
        ->type_name("Z")
        ->allow_extra_args(false)
        ->transform(decimal_number())
        ->required();
    const std::vector<std::pair<std::string, imaging::propagation_method>> methods = {
        {"angular-spectrum", imaging::propagation_method::angular_spectrum},
        {"fresnel", imaging::propagation_method::fresnel}};
    command
        ->add_option("--method", o->how.method,
                     "angular-spectrum (the default): exact; fresnel: the approximation for small angles")
        ->type_name("NAME")
        ->transform(one_of(methods));
    const std::vector<std::pair<std::string, field_part>> parts = {
        {"amplitude", field_part::amplitude}, {"intensity", field_part::intensity}, {"phase", field_part::phase},
        {"real", field_part::real},           {"imaginary", field_part::imaginary}, {"complex", field_part::complex}};
    command
        ->add_option(
            "--part", o->part,
            "What to write: amplitude (the default), intensity, phase, real or imaginary; or complex, the light "
            "itself as a .npy array")
        ->type_name("PART")
        ->transform(one_of(parts));
    command->add_flag("--intensity", o->intensity, "The luminance is an intensity: take its square root");
    command->add_flag("--no-mean", o->no_mean, "Subtract the mean, the light that the object did not scatter");
    command->add_flag("--pad", o->how.padded, "Surround the picture with zeros, so that light does not wrap around");
    add_writing_options(*command, o->writing);
    add_stack_option(*command, o->stack);
    add_reading_options(*command, o->reading);
    add_device_option(*command, o->device);
    command->callback([o, command] {
        check_propagate(*o, *command);
        run_propagate(*o);
    });
}

}  // namespace stockham::tools
