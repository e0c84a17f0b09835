// The built command without a device: help and wrong command lines.
#include <functional>
#include <set>

#include <CLI/CLI.hpp>
#include <boost/algorithm/string/join.hpp>

#include "command/command.hpp"
#include "command/words.hpp"
#include "inputs.hpp"
#include "support.hpp"
#include "support/built_slow.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

using words = std::vector<std::string>;

// The command and all subcommands, each with the words that lead to it.
void for_each_command(CLI::App& app, const words& start, const std::function<void(CLI::App&, const words&)>& visit) {
    visit(app, start);
    for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) {
        words longer = start;
        longer.push_back(command->get_name());
        for_each_command(*command, longer, visit);
    }
}

// Command lines that end with the option, with `word` in each of its places and numbers in the others.
std::vector<words> lines_with(const CLI::App& command, const words& start, const CLI::Option& option,
                              const std::string& word) {
    std::vector<words> lines;
    const int places = std::max(1, option.get_items_expected_min());
    for (int place = 0; place < places; ++place) {
        words line = start;
        for (const CLI::Option* other : command.get_options()) {
            if (other == &option) break;
            if (other->get_positional()) line.push_back("1");
        }
        if (option.get_positional()) {
            line.push_back(word);
        } else {
            line.push_back(option.get_name());
            for (int k = 0; k < places; ++k) line.push_back(k == place ? word : "0.1");
        }
        line.push_back("--none-such");  // checked last, so that no line can run
        lines.push_back(line);
    }
    return lines;
}

// Parsing must already fail, and the message must name the option. Nothing runs.
void expect_refused(const CLI::App& command, const words& start, const CLI::Option& option, const std::string& word) {
    for (const words& line : lines_with(command, start, option, word)) {
        CLI::App app;
        add_everything(app);
        std::vector<const char*> argv;
        for (const auto& w : line) argv.push_back(w.c_str());
        BOOST_TEST_CONTEXT("'" << boost::algorithm::join(line, "' '") << "'") {
            std::string complaint;
            try {
                app.parse(static_cast<int>(argv.size()), argv.data());
            } catch (const CLI::ParseError& e) {
                complaint = e.what();
            }
            BOOST_TEST(complaint.find(option.get_name()) == 0u, complaint);
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(usage_of_the_command)

BOOST_AUTO_TEST_CASE(help_and_version_are_no_errors) {
    const scratch_folder folder;
    for (const char* line : {"$S --help", "$S --version", "$S -V", "$S fft --help", "$S filter -h"}) {
        const outcome o = run(folder, line);
        BOOST_TEST(o.code == 0, line);
        BOOST_TEST(o.out != "", line);
        BOOST_TEST(o.err == "", line);
    }
}

// The words that people try first give the same texts as the options.
BOOST_AUTO_TEST_CASE(help_and_version_are_commands_too) {
    const scratch_folder folder;
    const std::pair<const char*, const char*> alike[] = {{"$S help", "$S --help"},
                                                         {"$S help fft", "$S fft --help"},
                                                         {"$S help wisdom", "$S wisdom --help"},
                                                         {"$S help wisdom merge", "$S wisdom merge --help"},
                                                         {"$S help help", "$S help --help"},
                                                         {"$S version", "$S --version"}};
    for (const auto& [word, option] : alike) {
        const outcome o = run(folder, word);
        BOOST_TEST(o.code == 0, word);
        BOOST_TEST(o.err == "", word);
        BOOST_TEST(o.out == run(folder, option).out, word);
    }
    expect_failure(folder, "$S help filtre", usage, "help: 'filtre' is not a command; did you mean filter?");
    expect_failure(folder, "$S help wisdom marge", usage,
                   "help: 'marge' is not a command of stockham wisdom; did you mean merge?");
    expect_failure(folder, "$S help fft merge", usage, "help: 'merge' is not a command of stockham fft");
    expect_failure(folder, "$S version 2", usage, "'2'");
}

BOOST_AUTO_TEST_CASE(typos_get_a_suggestion) {
    const inputs folder;
    expect_failure(folder, "$S spectrun good.png -o x.png", usage,
                   "'spectrun' is not a command; did you mean spectrum? (try stockham --help)");
    expect_failure(folder, "$S Filter good.png", usage, "did you mean filter?");
    expect_failure(folder, "$S wisdom lst", usage,
                   "'lst' is not a command of stockham wisdom; did you mean list? (try stockham wisdom --help)");
    expect_failure(
        folder, "$S filter good.png -o x.png --lowpass 0.1", usage,
        "--lowpass is not an option of stockham filter; did you mean --low-pass? (try stockham filter --help)");
    expect_failure(folder, "$S filter good.png --lowpass 0.1", usage, "did you mean --low-pass?");
    expect_failure(folder, "$S filter good.png -o x.png --low-pss=0.1", usage, "--low-pss is not an option");
    expect_failure(folder, "$S spectrum good.png --ouput x.png", usage, "did you mean --output?");
    expect_failure(folder, "$S wisdom list --divice x", usage, "did you mean --device?");
    expect_failure(folder, "$S --verison", usage, "--verison is not an option of stockham; did you mean --version?");
    expect_failure(folder, "$S filter good.png -o x.png --all-pass --boundary reflct", usage, "did you mean reflect?");
    // Nothing is similar to these.
    for (const std::string line : {"$S transmogrify", "$S filter good.png -o x.png --all-pass --xyzzy"}) {
        expect_failure(folder, line, usage, " is not a");
        BOOST_TEST(run(folder, line).err.find("did you mean") == std::string::npos, line);
    }
    expect_failure(folder, "$S phantom extra", usage, "unexpected argument 'extra' for stockham phantom");
}

BOOST_AUTO_TEST_CASE(wrong_command_lines) {
    const inputs folder;
    expect_failure(folder, "$S", usage, "no command given");
    expect_failure(folder, "$S transmogrify", usage, "transmogrify");
    expect_failure(folder, "$S devices --loud", usage, "--loud");
    expect_failure(folder, "$S spectrum good.png", usage, "nothing to do; give -o OUT or --peaks N");
    expect_failure(folder, "$S spectrum -o x.png", usage, "PICTURE");
    expect_failure(folder, "$S spectrum phantom:0 -o x.png", usage, "1 to 8192");
    expect_failure(folder, "$S phantom", usage, "nothing to do");
    expect_failure(folder, "$S phantom --size 0 -o x.png", usage, "--size");
    expect_failure(folder, "$S phantom --check --size 100", usage, "at least 256 pixels (got 100)");
    expect_failure(folder, "$S plan 64 --for gfx906 --device cpu", usage, "--device");
    expect_failure(folder, "$S plan 64 --device none-such", usage, "--device");
    expect_failure(folder, "STOCKHAM_DEVICE=none-such $S plan 64", usage, "STOCKHAM_DEVICE");
    expect_failure(folder, "$S tune 64y64", usage, "PROBLEM");
    expect_failure(folder, "$S wisdom forget 64y64", usage, "PROBLEM");
    expect_failure(folder, "$S wisdom list --file text.png", job, "text.png");
}

// An unset shell variable does not select a default.
BOOST_AUTO_TEST_CASE(empty_words) {
    const inputs folder;
    expect_failure(folder, "$S fft good.npy -o x.npy --axes ''", usage, "--axes: the value is empty");
    expect_failure(folder, "$S fft good.npy -o x.npy --axes 0,,1", usage, "--axes: '' in '0,,1' is not a whole number");
    expect_failure(folder, "$S fft good.npy -o x.npy --memory ''", usage, "--memory: the value is empty");
    expect_failure(folder, "$S fft good.npy -o x.npy --memory=", usage, "--memory: the value is empty");
    expect_failure(folder, "$S fft good.npy --device= -o x.npy", usage, "--device: the value is empty");
    expect_failure(folder, "$S fft good.npy -o x.npy --quiet=", usage, "--quiet");
    expect_failure(folder, "$S fft good.npy -o x.npy --quiet=no", usage, "--quiet takes no value");
    expect_failure(folder, "$S fft good.npy -o ''", usage, "--output: the value is empty");
    expect_failure(folder, "$S filter good.png -o x.png --notch '' ''", usage, "--notch: the value is empty");
    expect_failure(folder, "$S spectrum '' -o x.png", usage, "PICTURE: the value is empty");
    expect_failure(folder, "$S plan 64 ''", usage, "PROBLEM: the value is empty");
}

BOOST_AUTO_TEST_CASE(no_option_takes_an_empty_or_half_read_word) {
    const std::vector<const char*> words{"3x", " 3", "3 ", "1e", "0x",   "0x3", "nan", "inf", "-inf", "1e999",
                                         "+",  ".",  "3,", ",3", "1,,2", "[3]", "3;",  "\t3", "3\n",  "--3"};
    std::size_t options = 0, numbers = 0;
    CLI::App app;
    add_everything(app);
    for_each_command(app, {"stockham"}, [&](CLI::App& command, const std::vector<std::string>& start) {
        // An option with one of these value names accepts any word except the empty one. All others must be parsed
        // completely.
        const std::set<std::string> free_words = {"TEXT", "DEVICE", "FILE",    "FOLDER",  "PART",
                                                  "NAME", "OUT",    "OUT.svg", "OUT.csv", "OUT.json"};
        for (const CLI::Option* option : command.get_options()) {
            if (option->get_items_expected_max() == 0) continue;
            ++options;
            expect_refused(command, start, *option, "");
            if (free_words.count(option->get_type_name()) > 0) continue;
            // In slow builds each option gets some of the words.
            constexpr std::size_t step = built_slow ? 10 : 1;
            for (std::size_t k = numbers++ % step; k < words.size(); k += step)
                expect_refused(command, start, *option, words[k]);
        }
    });
    BOOST_TEST(options > 50u);
    BOOST_TEST(numbers > 12u);
}

// --name=value, for every option of every command; a flag takes none.
BOOST_AUTO_TEST_CASE(every_option_takes_a_value_after_an_equals_sign) {
    CLI::App app;
    add_everything(app);
    std::size_t options = 0, flags = 0;
    for_each_command(app, {"stockham"}, [&](CLI::App& command, const words& start) {
        for (const CLI::Option* option : command.get_options()) {
            if (option->get_lnames().empty()) continue;
            const std::string name = "--" + option->get_lnames().front();
            words line = start;
            line.push_back(name + "=3x");
            for (int k = 1; k < option->get_items_expected_min(); ++k) line.push_back("0.1");
            line.push_back("--none-such");  // checked last, so that no line can run
            CLI::App parsed;
            add_everything(parsed);
            std::vector<const char*> argv;
            for (const auto& w : line) argv.push_back(w.c_str());
            const int argc = static_cast<int>(argv.size());
            BOOST_TEST_CONTEXT(boost::algorithm::join(line, " ")) {
                if (option->get_items_expected_max() == 0) {
                    ++flags;
                    BOOST_CHECK_THROW(check_assignments(parsed, argc, argv.data()), usage_error);
                    continue;
                }
                ++options;
                BOOST_CHECK_NO_THROW(check_assignments(parsed, argc, argv.data()));
                BOOST_CHECK_THROW(parsed.parse(argc, argv.data()), CLI::ParseError);
                CLI::App* own = &parsed;
                for (std::size_t k = 1; k < start.size(); ++k) own = own->get_subcommand(start[k]);
                const auto given = own->get_option(name)->results();
                BOOST_TEST((!given.empty() && given.front() == "3x"));
            }
        }
    });
    BOOST_TEST(options > 100u);
    BOOST_TEST(flags > 20u);
}

BOOST_AUTO_TEST_CASE(huge_numbers) {
    const inputs folder;
    const std::string huge = "99999999999999999999999999";
    expect_failure(folder, "$S fft good.npy -o x.npy --axes " + huge, usage, "--axes");
    expect_failure(folder, "$S fft good.npy -o x.npy --memory " + huge, usage, "--memory");
    for (const char* option : {"--low-pass", "--high-pass", "--band-pass 0.1", "--notch 0.1", "--order", "--radius"})
        expect_failure(folder, std::string("$S filter good.png -o x.png --low-pass 0.1 ") + option + " " + huge, usage,
                       std::string(option).substr(0, std::string(option).find(' ')));
    expect_failure(folder, "$S phantom -o x.png --size " + huge, usage, "--size");
    expect_failure(folder, "$S tune 64 --jobs " + huge, usage, "--jobs");
    expect_failure(folder, "$S plan " + huge + " --for cpu", usage, "PROBLEM");
}

BOOST_AUTO_TEST_CASE(a_choice_says_what_there_is) {
    const inputs folder;
    expect_failure(folder, "$S filter good.png -o x.png --low-pass 0.1 --edge box", usage,
                   "--edge: 'box' is not one of ideal, gaussian, butterworth");
    expect_failure(folder, "$S convolve good.png good.png -o x.png --boundary torus", usage,
                   "--boundary: 'torus' is not one of constant, nearest, reflect, mirror, wrap, zero");
    expect_failure(folder, "$S deconvolve good.png good.png -o x.png --boundary torus", usage,
                   "--boundary: 'torus' is not one of estimate, reflect, nearest, mirror, constant, zero, wrap");
    expect_failure(folder, "$S deconvolve good.png good.png -o x.png --method magic", usage,
                   "--method: 'magic' is not one of richardson-lucy, wiener");
    expect_failure(folder, "$S filter good.png -o x.png --low-pass 0.1 --shape gaussian", usage,
                   "--shape: 'gaussian' is not a shape, such as 512x512");
    expect_failure(folder, "$S tune 64 --rigor much", usage,
                   "--rigor: 'much' is not one of measure, patient, exhaustive");
    expect_failure(folder, "$S plan 64 --for cpu --algorithm magic", usage,
                   "--algorithm: 'magic' is not one of automatic, row_transpose, five_step, tensor");
    expect_failure(folder, "$S plan 64 --for cray1", usage,
                   "--for: no device description named 'cray1'; known names: gfx803, gfx906");
    expect_failure(folder, "$S plan 64 --device none-such", usage,
                   "--device: no device matches 'none-such'; available: 0");
}

BOOST_AUTO_TEST_CASE(numbers_of_the_imaging_commands) {
    const inputs folder;
    const auto refused = [&](const std::string& options, const std::string& why) {
        expect_failure(folder, "$S deconvolve good.png good.png -o x.png " + options, usage, why);
    };
    refused("--noise 0", "--noise: must be above 0 (got 0)");
    refused("--noise -2", "--noise: must be above 0 (got -2)");
    refused("--method wiener --balance 0", "--balance: must be above 0 (got 0)");
    refused("--method wiener --balance 1 --noise 1", "--noise: has no effect with --balance");
    refused("--balance 1", "--balance: has no effect without --method wiener");
    refused("--method wiener --accelerate", "--accelerate: has no effect without --method richardson-lucy");
    refused("--method wiener --iterations 5", "--iterations: has no effect without --method richardson-lucy");
    refused("--method wiener --boundary estimate", "--boundary: only --method richardson-lucy estimates");
    refused("--total-variation 0.5", "--total-variation: must be from 0 to 0.1 (got 0.5)");
    refused("--tolerance 2", "--tolerance: must be from 0 to 1 (got 2)");
    refused("--iterations 0", "--iterations");
    expect_failure(folder, "$S match good.png good.png --threshold 2", usage,
                   "--threshold: must be from -1 to 1 (got 2)");
    expect_failure(folder, "$S match good.png good.png --json x.csv", usage, "use the extension .json");
}

// The same table for all commands, in the help of each.
BOOST_AUTO_TEST_CASE(help_has_the_exit_codes) {
    CLI::App app;
    add_everything(app);
    for_each_command(app, {"stockham"}, [](CLI::App& command, const std::vector<std::string>& start) {
        std::string text = command.help();
        BOOST_TEST(text.find("0 success, 1 failure, 2 usage error, 130 interrupted") != text.npos, start.back());
    });
}

// An output must not have the name of another kind of file: a photograph was once replaced by a table.
BOOST_AUTO_TEST_CASE(outputs_with_names_of_another_kind) {
    const inputs folder;
    expect_failure(folder, "$S psd good.png -o good.png", usage, "--output: 'good.png': tables are written as CSV");
    for (const std::string name : {"x.jpg", "x.JPEG", "x.tif", "x.png", "x.npy", "x.json", "x.npz"})
        expect_failure(folder, "$S psd good.png -o " + name, usage, "use the extension .csv");
    for (const std::string name : {"x.jpg", "x.png", "x.csv", "x.json", "x.txt"})
        expect_failure(folder, "$S fft good.npy -o " + name, usage, "use the extension .npy");
    for (const std::string command : {"spectrum good.png", "filter good.png --all-pass", "convolve good.png good.png",
                                      "register good.png good.png", "phantom"})
        for (const std::string name : {"x.gif", "x.pdf", "x.csv", "x.json"})
            expect_failure(folder, "$S " + command + " -o " + name, usage, "use the extension .png");
    expect_failure(folder, "$S tune 64 -o x.png", usage, "use the extension .json");
    expect_failure(folder, "$S report -o x.png", usage, "reports are written as text; use the extension .txt");
    expect_failure(folder, "$S report", usage, "--output is required");
    expect_failure(folder, "$S report -o x.txt --minutes 0", usage, "--minutes: must be from 0.01 to 1440");
    expect_failure(folder, "$S report -o x.txt --problems 0", usage, "--problems");
    expect_failure(folder, "$S report -o x.txt --stages checks,dance", usage,
                   "--stages: 'dance' is not one of execution, checks, calibration, pow2, images");
    expect_failure(folder, "$S wisdom merge text.png -o x.png", usage, "use the extension .json");
    expect_failure(folder, "$S tune 64 --log good.png", usage, "--log: 'good.png': logs are written as text");
    expect_failure(folder, "$S tune 64 --log suite.txt", usage, "use the extension .log");
    // The target of a link counts as its name, too.
    expect_failure(folder, "ln -s good.png x; $S psd good.png -o x; code=$?; rm x; exit $code", usage,
                   "use the extension .csv");
}

// An output must be in the format that its name promises. If the extension is not known, --format states it.
BOOST_AUTO_TEST_CASE(outputs_with_unknown_extensions) {
    const inputs folder;
    for (const std::string command : {"spectrum good.png", "filter good.png --all-pass", "convolve good.png good.png",
                                      "register good.png good.png", "phantom", "deconvolve good.png good.png"}) {
        expect_failure(folder, "$S " + command + " -o x.ser", usage, "use the extension .png, or --format");
        expect_failure(folder, "$S " + command + " -o x.ser --format gif", usage, "--format: 'gif' is not one of");
    }
    expect_failure(folder, "$S filter good.png --all-pass -o x.png --view x.dcm", usage, "use the extension .png (try");
    expect_failure(folder, "$S match good.png good.png --response x.nii", usage, "use the extension .png, or --format");
    expect_failure(folder, "$S psd good.png --map x.czi", usage, "use the extension .png (try");
    expect_failure(folder, "$S psd good.png -o x.xlsx", usage, "use the extension .csv");
    expect_failure(folder, "$S psd good.png --plot x.eps", usage, "use the extension .svg");
    expect_failure(folder, "$S fft good.npy -o x.zarr", usage, "use the extension .npy, or --format");
    expect_failure(folder, "$S stft good.npy -o x.pdf", usage, "spectrograms are written as");
    expect_failure(folder, "$S stft good.npy -o x.wav", usage, "only --inverse writes a sound");
    expect_failure(folder, "$S zoom good.npy -o x.png --from 0 --to 0.1", usage, "as NumPy's .npy or as CSV");
    expect_failure(folder, "$S register good.png good.png --table x.png", usage, "shifts are written as CSV or JSON");
    const scratch_folder own;
    expect_success(own, "$S phantom --size 8 -o x.ser --format=png && $S phantom --size 8 -o x.png && cmp x.ser x.png");
    expect_success(own, "mkdir x.dir && cd x.dir && $S phantom --size 8 -o no_extension");
}

BOOST_AUTO_TEST_CASE(names_of_kernels) {
    const inputs folder;
    expect_failure(folder, "$S convolve good.png soble -o x.png", usage,
                   "KERNEL: 'soble' is neither a kernel nor a file; did you mean sobel?");
    expect_failure(folder, "$S deconvolve good.png sobel -o x.png", usage,
                   "PSF: sobel is the magnitude of a gradient, not a blur");
    expect_failure(folder, "$S convolve good.png gauss -o x.png", usage, "did you mean gaussian:SIGMA?");
    expect_failure(folder, "$S deconvolve good.png prewit-y -o x.png", usage, "did you mean prewitt-y?");
    expect_failure(folder, "$S convolve good.png none.png -o x.png", test::job, "cannot read none.png: No such file");
}

// Messages quote files and command lines, but never send raw control characters to the terminal.
BOOST_AUTO_TEST_CASE(nothing_raw_and_nothing_endless) {
    const scratch_folder folder;
    const std::string evil = "\x1b]0;evil\x07\xc2\x9b" + std::string("2J");
    const auto check = [](const outcome& o) {
        for (const auto* text : {&o.out, &o.err}) {
            BOOST_TEST(text->find_first_of("\x1b\x07\x9b") == std::string::npos);
            BOOST_TEST(text->size() < 10000);
        }
        BOOST_TEST((o.out + o.err).find("\\x1b]0;evil") != std::string::npos, o.out << o.err);
    };
    for (const std::string line :
         {"$S plan '64 @'", "$S plan 64 --for '@'", "$S plan 64 --device '@'", "$S '@'", "$S spectrum '@' -o x.png",
          "$S wisdom list --file '@'", "$S tune '@'", "STOCKHAM_WISDOM='@' $S info",
          "$S filter x.png -o y.png --edge '@'", "$S plan 64 --for cpu --plan '@'", "$S psd x.png -o 'y@.jpg'"})
        BOOST_TEST_CONTEXT(line) {
            std::string with = line;
            with.replace(with.find('@'), 1, evil);
            check(run(folder, with));
            with = line;
            with.replace(with.find('@'), 1, evil + std::string(100000, 'x'));
            check(run(folder, with));
        }
    // In a file, JSON requires control characters as escapes.
    const std::string name = R"(\u001b]0;evil\u0007\u009b2J)" + std::string(100000, 'x');
    const std::string wisdom = R"({"format": "stockham wisdom", "version": 1, "entries": [{"problem": "c2c f32 64", )"
                               R"("device": ")" +
                               name +
                               R"(", "plan": "64 : 0.0", "architecture": "old", )"
                               R"("vendor": "acme", "driver": "1", "library": "0.1.0", "kernels": "0", )"
                               R"("rigor": "patient", "microseconds": 12.5, "spread": 0.02}]})";
    write_bytes(folder / "w.json", {wisdom.begin(), wisdom.end()});
    check(run(folder, "$S wisdom list --file w.json"));
}

BOOST_AUTO_TEST_CASE(wrong_filters) {
    const inputs folder;
    const std::string start = "$S filter good.png -o x.png ";
    expect_failure(folder, start, usage, "no filter");
    expect_failure(folder, start + "--low-pass 0.1 --high-pass 0.1", usage, "only one at a time");
    expect_failure(folder, start + "--low-pass 0", usage, "cycles per pixel");
    expect_failure(folder, start + "--high-pass 0.6", usage, "cycles per pixel");
    expect_failure(folder, start + "--low-pass nan", usage, "--low-pass: 'nan' is not a number");
    expect_failure(folder, start + "--low-pass x", usage, "--low-pass");
    expect_failure(folder, start + "--band-pass 0.2", usage, "--band-pass");
    expect_failure(folder, start + "--band-pass 0.2 0.1", usage, "lower");
    expect_failure(folder, start + "--notch 0.7 0.1", usage, "--notch");
    expect_failure(folder, start + "--notch 0.1 0.1 --radius 0", usage, "--radius");
    expect_failure(folder, start + "--low-pass 0.1 --order 0", usage, "--order");
}

// The command refuses options that it would ignore.
BOOST_AUTO_TEST_CASE(options_without_effect) {
    const inputs folder;
    const std::string start = "$S filter good.png -o x.png ";
    const std::string order = "--order: only --edge butterworth has an order";
    expect_failure(folder, start + "--low-pass 0.1 --order 2", usage, order);
    expect_failure(folder, start + "--low-pass 0.1 --order 2 --edge ideal", usage, order);
    expect_failure(folder, start + "--low-pass 0.1 --radius 0.1", usage, "--radius: has no effect without --notch");
    for (const std::string option : {"--edge ideal", "--edge butterworth --order 3"})
        expect_failure(folder, start + "--all-pass " + option, usage,
                       "--edge: has no effect without a band or a notch");
    for (const std::string filter : {"--low-pass 0.1", "--all-pass", "--notch 0.1 0.1"})
        expect_failure(folder, start + filter + " --no-offset", usage, "--no-offset: this filter keeps the mean");
    expect_failure(folder, "$S spectrum phantom:8 -o x.png --max-pixels 9", usage,
                   "--max-pixels: has no effect on a phantom");
    expect_failure(folder, "$S fft good.npy -o x.npy --max-pixels 9", usage, "--max-pixels: good.npy is not a picture");
    expect_failure(folder, "$S fft - -o x.npy --max-pixels 9 <good.png", usage,
                   "--max-pixels: standard input is not a picture");
    expect_failure(folder, "$S phantom -o x.png --device cpu", usage, "--device: has no effect without --check");
}

BOOST_AUTO_TEST_CASE(wrong_transforms_of_arrays) {
    const inputs folder;
    const std::string start = "$S fft good.npy -o x.npy ";
    expect_failure(folder, start + "--axes 2", usage, "no axis 2");
    expect_failure(folder, start + "--axes 0,-2", usage, "twice");
    expect_failure(folder, start + "--axes x", usage, "--axes");
    expect_failure(folder, start + "--memory 12Q", usage, "--memory");
    expect_failure(folder, start + "--memory -5", usage, "--memory");
    expect_failure(folder, start + "--memory 4K,", usage, "--memory");
    expect_failure(folder, start + "--double --single", usage, "--double");
}

BOOST_AUTO_TEST_SUITE_END()
