// Parses the command line, runs a sub-command and turns every failure into one line and an exit code.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "base/messages/printable.hpp"
#include "command.hpp"
#include "command/examples.hpp"
#include "command/suggest.hpp"
#include "fault.hpp"
#include "image/picture.hpp"
#include "temporary_files.hpp"
#include "tools/harness/provenance.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

// An error is one line; messages of other libraries may have several.
std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

int fail(int code, const std::string& text) {
    print_remark(one_line(text));
    return code;
}

void add_exit_codes(CLI::App& app) {
    const std::string footer = app.get_footer();
    app.footer(footer.empty() ? exit_codes_text : footer + "\n" + exit_codes_text);
    for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) add_exit_codes(*command);
}

// A required option may be reported as missing only because its name was misspelt: the misspelling is reported instead.
std::string parse_error_text(const CLI::App& app, const CLI::ParseError& e) {
    const auto code = static_cast<CLI::ExitCodes>(e.get_exit_code());
    if (code == CLI::ExitCodes::ExtrasError || code == CLI::ExitCodes::RequiredError)
        if (const auto unknown = unknown_argument_error(app)) return *unknown;
    return fmt::format("{} (try stockham --help)", e.what());
}

int parse_and_run(CLI::App& app, int argc, char** argv) {
    try {
        check_assignments(app, argc, argv);
        app.parse(argc, argv);
        if (app.get_subcommands().empty()) throw usage_error("no command given (try stockham --help)");
    } catch (const CLI::ParseError& e) {
        // --help and --version also arrive here, with code 0.
        if (e.get_exit_code() != 0) return fail(exit_usage_error, parse_error_text(app, e));
        app.exit(e);
    }
    if (std::fflush(stdout) != 0)
        return fail(exit_failed, fmt::format("cannot write standard output: {}", std::strerror(errno)));
    return exit_done;
}

}  // namespace

void add_everything(CLI::App& app) {
    app.name("stockham");
    app.description("Fast Fourier transforms of pictures and arrays on any OpenCL device.");
    app.footer("STOCKHAM_DEVICE sets the default of --device.\n"
               "For the help of one command, run stockham help COMMAND or stockham COMMAND --help.");
    app.set_version_flag("-V,--version", std::string(version()), "Print the version and exit");
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.require_subcommand(0, 1);
    app.option_defaults()->always_capture_default(false);
    for (const auto add :
         {add_devices,  add_plan,      add_spectrum, add_filter,    add_convolve, add_deconvolve, add_match,
          add_register, add_correlate, add_psd,      add_focus,     add_ctf,      add_propagate,  add_stft,
          add_zoom,     add_fft,       add_phantom,  add_calibrate, add_report,   add_tune,       add_wisdom,
          add_cache,    add_info,      add_help,     add_version})
        add(app);
    refuse_empty_values(app);
    add_examples(app);
    add_exit_codes(app);
}

void add_device_option(CLI::App& command, std::string& word) {
    command
        .add_option("--device", word,
                    "Device to use: its number in `stockham devices`, gpu, cpu, or a part of its name (default: "
                    "STOCKHAM_DEVICE, else the fastest GPU, else the CPU)")
        ->type_name("DEVICE");
}

void add_max_pixels_option(CLI::App& command, std::size_t& limit) {
    command
        .add_option("--max-pixels", limit,
                    fmt::format("Refuse pages with more than N pixels (default: {})", default_max_pixels))
        ->type_name("N")
        ->transform(whole_number(1, highest_max_pixels));
}

void print_result(const std::string& text) {
    const std::string shown = internal::printable(text, text.size(), "\n\t");
    if (std::fwrite(shown.data(), 1, shown.size(), stdout) != shown.size())
        throw job_error(fmt::format("cannot write standard output: {}", std::strerror(errno)));
}

void print_remark(const std::string& text) {
    std::fputs(("stockham: " + internal::printable(text) + "\n").c_str(), stderr);
}

void print_log(const std::string& text) {
    constexpr std::size_t most = 32768;  // bytes shown; the first errors of a build log matter most
    const std::string shown = internal::printable(text, most, "\n\t");
    std::fputs((shown.empty() || shown.back() == '\n' ? shown : shown + "\n").c_str(), stderr);
}

int run_command(int argc, char** argv) {
    harness::remember_command(argc, argv);
    prepare_signals();
    CLI::App app;
    try {
        add_everything(app);
        return parse_and_run(app, argc, argv);
    } catch (const usage_error& e) {
        return fail(exit_usage_error, e.what());
    } catch (const interrupted_error& e) {
        return fail(exit_interrupted, e.what());
    } catch (const opencl_error& e) {
        // The text may end with the build log, which is printed separately with its line breaks.
        const std::string text = e.what();
        fail(exit_failed, text.substr(0, text.find('\n')));
        print_log(e.build_log());
        return exit_failed;
    } catch (const std::bad_alloc&) {
        return fail(exit_failed, "out of memory");
    } catch (const std::exception& e) {
        return fail(exit_failed, e.what());
    }
}

}  // namespace stockham::tools
