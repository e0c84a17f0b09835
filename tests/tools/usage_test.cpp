// The built command where no device is needed: help, wrong command lines, broken inputs, outputs that cannot be
// written.
#include <functional>
#include <set>

#include <CLI/CLI.hpp>
#include <boost/algorithm/string/join.hpp>

#include "command/command.hpp"
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

constexpr int job = 1;
constexpr int usage = 2;

// A folder with a few good and bad inputs.
struct inputs : scratch_folder {
    inputs() {
        const auto png = encode_png(random_picture(8, 8, 3, 8, 1));
        write_bytes(*this / "good.png", png);
        write_bytes(*this / "cut.png", {png.begin(), png.begin() + 60});
        write_bytes(*this / "empty.png", {});
        write_bytes(*this / "text.png", {'h', 'e', 'l', 'l', 'o'});
        const std::vector<std::uint8_t> data(64);
        write_bytes(*this / "good.npy", npy_bytes("<f4", "(4, 4)", data));
        write_bytes(*this / "fortran.npy", npy_bytes("<f4", "(4, 4)", data, "True"));
        write_bytes(*this / "short.npy", npy_bytes("<f4", "(4, 8)", data));
        write_bytes(*this / "long.npy", npy_bytes("<f4", "(4, 2)", data));
        write_bytes(*this / "type.npy", npy_bytes("<U4", "(4,)", data));
        write_bytes(*this / "wide.png", encode_png(random_picture(9, 8, 1, 8, 2)));
        write_bytes(*this / "black.png", encode_png(make_picture("test", 3, 3, 1, 8)));
        write_bytes(*this / "pixel.png", encode_png(random_picture(1, 1, 1, 8, 3)));
        before = listing();
    }
    ~inputs() { BOOST_TEST(listing() == before); }
    std::string before;
};

using words = std::vector<std::string>;

// The command and all below it, each with the words that lead to it.
void for_each_command(CLI::App& app, const words& start, const std::function<void(CLI::App&, const words&)>& visit) {
    visit(app, start);
    for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) {
        words longer = start;
        longer.push_back(command->get_name());
        for_each_command(*command, longer, visit);
    }
}

// Command lines that end with the option, `word` in each of its places, the others being numbers.
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
        line.push_back("--none-such");  // looked at last, so that no line can be run
        lines.push_back(line);
    }
    return lines;
}

// Parsing alone must fail, in words that name the option: nothing is run.
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
    for (const char* line : {"$S --help", "$S --version", "$S fft --help", "$S filter -h"}) {
        const outcome o = run(folder, line);
        BOOST_TEST(o.code == 0, line);
        BOOST_TEST(o.out != "", line);
        BOOST_TEST(o.err == "", line);
    }
}

BOOST_AUTO_TEST_CASE(wrong_command_lines) {
    const inputs folder;
    expect_failure(folder, "$S", usage, "a command is missing");
    expect_failure(folder, "$S transmogrify", usage, "transmogrify");
    expect_failure(folder, "$S devices --loud", usage, "--loud");
    expect_failure(folder, "$S spectrum good.png", usage, "--output");
    expect_failure(folder, "$S spectrum -o x.png", usage, "PICTURE");
    expect_failure(folder, "$S spectrum phantom:0 -o x.png", usage, "1 to 8192");
    expect_failure(folder, "$S phantom", usage, "nothing to do");
    expect_failure(folder, "$S phantom --size 0 -o x.png", usage, "--size");
    expect_failure(folder, "$S phantom --check --size 100", usage, "256 and more");
    expect_failure(folder, "$S plan 64 --for gfx906 --device cpu", usage, "--device");
    expect_failure(folder, "$S plan 64 --device none-such", usage, "--device");
    expect_failure(folder, "STOCKHAM_DEVICE=none-such $S plan 64", usage, "STOCKHAM_DEVICE");
    expect_failure(folder, "$S tune 64y64", usage, "PROBLEM");
    expect_failure(folder, "$S wisdom forget 64y64", usage, "PROBLEM");
    expect_failure(folder, "$S wisdom list --file text.png", job, "text.png");
}

// An unset variable of the shell is no default.
BOOST_AUTO_TEST_CASE(empty_words) {
    const inputs folder;
    expect_failure(folder, "$S fft good.npy -o x.npy --axes ''", usage, "--axes: the word is empty");
    expect_failure(folder, "$S fft good.npy -o x.npy --axes 0,,1", usage, "--axes: '' in '0,,1' is no whole number");
    expect_failure(folder, "$S fft good.npy -o x.npy --memory ''", usage, "--memory: the word is empty");
    expect_failure(folder, "$S fft good.npy -o x.npy --memory=", usage, "--memory: the word is empty");
    expect_failure(folder, "$S fft good.npy --device= -o x.npy", usage, "--device: the word is empty");
    expect_failure(folder, "$S fft good.npy -o x.npy --quiet=", usage, "--quiet");
    expect_failure(folder, "$S fft good.npy -o x.npy --quiet=no", usage, "--quiet takes no word");
    expect_failure(folder, "$S fft good.npy -o ''", usage, "--output: the word is empty");
    expect_failure(folder, "$S filter good.png -o x.png --notch '' ''", usage, "--notch: the word is empty");
    expect_failure(folder, "$S spectrum '' -o x.png", usage, "PICTURE: the word is empty");
    expect_failure(folder, "$S plan 64 ''", usage, "PROBLEM: the word is empty");
}

BOOST_AUTO_TEST_CASE(no_option_takes_an_empty_or_half_read_word) {
    std::size_t options = 0, numbers = 0;
    CLI::App app;
    add_everything(app);
    for_each_command(app, {"stockham"}, [&](CLI::App& command, const std::vector<std::string>& start) {
        // What is called by one of these names may be any word but the empty one; all else must be read to its end.
        const std::set<std::string> free_words = {"TEXT", "WORD",    "FILE",    "FOLDER",      "PART",
                                                  "NAME", "OUT.png", "OUT.csv", "ALIGNED.png", "OUT.npy"};
        for (const CLI::Option* option : command.get_options()) {
            if (option->get_items_expected_max() == 0) continue;
            ++options;
            expect_refused(command, start, *option, "");
            if (free_words.count(option->get_type_name()) > 0) continue;
            ++numbers;
            for (const char* word : {"3x", " 3", "3 ", "1e", "0x",   "0x3", "nan", "inf", "-inf", "1e999",
                                     "+",  ".",  "3,", ",3", "1,,2", "[3]", "3;",  "\t3", "3\n",  "--3"})
                expect_refused(command, start, *option, word);
        }
    });
    BOOST_TEST(options > 50u);
    BOOST_TEST(numbers > 12u);
}

BOOST_AUTO_TEST_CASE(huge_numbers) {
    const inputs folder;
    const std::string huge = "99999999999999999999999999";
    expect_failure(folder, "$S fft good.npy -o x.npy --axes " + huge, usage, "--axes");
    expect_failure(folder, "$S fft good.npy -o x.npy --memory " + huge, usage, "--memory");
    expect_failure(folder, "$S fft good.npy -o x.npy --chunk " + huge, usage, "--chunk");
    for (const char* option : {"--low-pass", "--high-pass", "--band-pass 0.1", "--notch 0.1", "--order", "--radius"})
        expect_failure(folder, std::string("$S filter good.png -o x.png --low-pass 0.1 ") + option + " " + huge, usage,
                       std::string(option).substr(0, std::string(option).find(' ')));
    expect_failure(folder, "$S phantom -o x.png --size " + huge, usage, "--size");
    expect_failure(folder, "$S tune 64 --jobs " + huge, usage, "--jobs");
    expect_failure(folder, "$S plan " + huge + " --for cpu", usage, "PROBLEM");
}

BOOST_AUTO_TEST_CASE(a_choice_says_what_there_is) {
    const inputs folder;
    expect_failure(folder, "$S filter good.png -o x.png --low-pass 0.1 --shape box", usage,
                   "--shape: 'box' is none of ideal, gaussian, butterworth");
    expect_failure(folder, "$S convolve good.png good.png -o x.png --boundary mirror", usage,
                   "--boundary: 'mirror' is none of zero, wrap");
    expect_failure(folder, "$S tune 64 --rigor much", usage, "--rigor: 'much' is none of measure, patient, exhaustive");
    expect_failure(folder, "$S plan 64 --for cpu --algorithm magic", usage,
                   "--algorithm: 'magic' is none of automatic, row_transpose, five_step, tensor");
    expect_failure(folder, "$S plan 64 --for cray1", usage,
                   "--for: no device description named 'cray1'; there are gfx");
    expect_failure(folder, "$S plan 64 --device none-such", usage,
                   "--device: no device fits 'none-such'; there are: 0");
}

// The same table for all commands, in the help of each.
BOOST_AUTO_TEST_CASE(help_has_the_exit_codes) {
    CLI::App app;
    add_everything(app);
    for_each_command(app, {"stockham"}, [](CLI::App& command, const std::vector<std::string>& start) {
        std::string text = command.help();
        BOOST_TEST(text.find("0 done, 1 failed, 2 wrong use, 130 interrupted") != text.npos, start.back());
    });
}

// An output must not bear the name of what it is not: a photograph was once replaced by a table.
BOOST_AUTO_TEST_CASE(outputs_with_names_of_another_kind) {
    const inputs folder;
    expect_failure(folder, "$S psd good.png -o good.png", usage, "--output: 'good.png': tables are written as CSV");
    for (const std::string name : {"x.jpg", "x.JPEG", "x.tif", "x.png", "x.npy", "x.json", "x.npz"})
        expect_failure(folder, "$S psd good.png -o " + name, usage, "name it .csv");
    for (const std::string name : {"x.jpg", "x.png", "x.csv", "x.json", "x.txt"})
        expect_failure(folder, "$S fft good.npy -o " + name, usage, "name it .npy");
    for (const std::string command : {"spectrum good.png", "filter good.png --all-pass", "convolve good.png good.png",
                                      "register good.png good.png", "phantom"})
        for (const std::string name : {"x.jpg", "x.npy", "x.csv", "x.json"})
            expect_failure(folder, "$S " + command + " -o " + name, usage, "name it .png");
    expect_failure(folder, "$S tune 64 -o x.png", usage, "name it .json");
    expect_failure(folder, "$S wisdom merge text.png -o x.png", usage, "name it .json");
    expect_failure(folder, "$S tune 64 --log good.png", usage, "--log: 'good.png': logs are written as text");
    expect_failure(folder, "$S tune 64 --log suite.txt", usage, "name it .log");
    // A link is called what it points to, too.
    expect_failure(folder, "ln -s good.png x; $S psd good.png -o x; code=$?; rm x; exit $code", usage, "name it .csv");
}

// What files and command lines contain is quoted, but not so that it reaches the terminal as it is.
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
          "$S filter x.png -o y.png --shape '@'", "$S plan 64 --for cpu --plan '@'", "$S psd x.png -o 'y@.jpg'"})
        BOOST_TEST_CONTEXT(line) {
            std::string with = line;
            with.replace(with.find('@'), 1, evil);
            check(run(folder, with));
            with = line;
            with.replace(with.find('@'), 1, evil + std::string(100000, 'x'));
            check(run(folder, with));
        }
    // In a file: its text is JSON's, so the control characters are written as escapes.
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
    expect_failure(folder, start + "--low-pass nan", usage, "--low-pass: 'nan' is no number");
    expect_failure(folder, start + "--low-pass x", usage, "--low-pass");
    expect_failure(folder, start + "--band-pass 0.2", usage, "--band-pass");
    expect_failure(folder, start + "--band-pass 0.2 0.1", usage, "lower");
    expect_failure(folder, start + "--notch 0.7 0.1", usage, "--notch");
    expect_failure(folder, start + "--notch 0.1 0.1 --radius 0", usage, "--radius");
    expect_failure(folder, start + "--low-pass 0.1 --order 0", usage, "--order");
}

BOOST_AUTO_TEST_CASE(wrong_transforms_of_arrays) {
    const inputs folder;
    const std::string start = "$S fft good.npy -o x.npy ";
    expect_failure(folder, start + "--axes 2", usage, "no axis 2");
    expect_failure(folder, start + "--axes 0,-2", usage, "twice");
    expect_failure(folder, start + "--axes x", usage, "--axes");
    expect_failure(folder, start + "--memory 12Q", usage, "--memory");
    expect_failure(folder, start + "--chunk -5", usage, "--chunk");
    expect_failure(folder, start + "--double --single", usage, "--double");
}

BOOST_AUTO_TEST_CASE(broken_pictures) {
    const inputs folder;
    for (const std::string command :
         {"spectrum", "filter --all-pass", "convolve good.png", "register good.png", "psd"}) {
        const std::string output = command == "psd" ? " -o x.csv" : " -o x.png";
        const auto line = [&](const char* picture) { return "$S " + command + " " + picture + output; };
        expect_failure(folder, line("missing.png"), job, "missing.png: No such file");
        expect_failure(folder, line("empty.png"), job, "empty");
        expect_failure(folder, line("cut.png"), job, "broken PNG");
        expect_failure(folder, line("text.png"), job, "neither PNG");
        expect_failure(folder, line("."), job, "Is a directory");
        expect_failure(folder, line("fortran.npy"), job, "Fortran order");
        expect_failure(folder, line("- </dev/null"), job, "standard input: empty");
    }
    expect_failure(folder, "$S filter --all-pass good.npy -o x.png", job, "an array is a picture if");
}

BOOST_AUTO_TEST_CASE(pictures_that_are_too_large) {
    const inputs folder;
    for (const std::string command :
         {"spectrum", "filter --all-pass", "convolve good.png", "register good.png", "psd", "fft"}) {
        const std::string line = "$S " + command + " good.png -o x --max-pixels ";
        expect_failure(folder, line + "63", job, "claims 8 x 8 pixels, more than the 63");
        for (const char* wrong : {"''", "0", "-1", "1.5", "64x", "99999999999999999999", "' 64'", "+64"})
            expect_failure(folder, line + wrong, usage, "--max-pixels");
    }
    // What never ends: a device without a picture's start, a pipe with one.
    expect_failure(folder, "$S psd /dev/zero", job, "/dev/zero: neither PNG");
    expect_failure(folder, "cat good.png /dev/zero | $S psd - --max-pixels 1000", job, "standard input: longer than");
}

BOOST_AUTO_TEST_CASE(pictures_that_do_not_fit_together) {
    const inputs folder;
    expect_failure(folder, "$S convolve missing.png good.png -o x.png", job, "missing.png: No such file");
    expect_failure(folder, "$S convolve good.png wide.png -o x.png", job,
                   "wide.png: a kernel of 9 x 8 pixels is larger than the picture's 8 x 8");
    expect_failure(folder, "$S convolve good.png black.png -o x.png", job, "all black");
    expect_failure(folder, "$S convolve good.png good.png", usage, "--output");
    expect_failure(folder, "$S convolve good.png -o x.png", usage, "KERNEL");
    expect_failure(folder, "$S convolve - - -o x.png <good.png", usage, "only one");
    expect_failure(folder, "$S register good.png wide.png", job,
                   "the sizes differ: good.png has 8 x 8 pixels, wide.png 9 x 8");
    expect_failure(folder, "$S register missing.png good.png", job, "missing.png: No such file");
    expect_failure(folder, "$S register good.png", usage, "B is required");
    expect_failure(folder, "$S register good.png good.png -o -", usage, "--output");
    expect_failure(folder, "$S psd pixel.png", job, "one pixel has no frequencies");
    expect_failure(folder, "$S psd", usage, "PICTURE");
}

BOOST_AUTO_TEST_CASE(broken_arrays) {
    const inputs folder;
    const auto line = [](const std::string& array) { return "$S fft " + array + " -o x.npy"; };
    expect_failure(folder, line("missing.npy"), job, "No such file");
    expect_failure(folder, line("text.png"), job, "wrong magic");
    expect_failure(folder, line("cut.png"), job, "broken PNG");
    expect_failure(folder, line("empty.png"), job, "empty");
    expect_failure(folder, line("fortran.npy"), job, "Fortran order");
    expect_failure(folder, line("short.npy"), job, "shorter than its shape");
    expect_failure(folder, line("long.npy"), job, "longer than its shape");
    expect_failure(folder, line("type.npy"), job, "'<U4' is not handled");
    expect_failure(folder, "head -c 20 good.npy | " + line("-"), job, "ends inside its header");
}

BOOST_AUTO_TEST_CASE(outputs_that_cannot_be_written) {
    const inputs folder;
    for (const std::string line :
         {"$S spectrum good.png -o missing/x.png", "$S filter --all-pass good.png -o missing/x.png",
          "$S convolve good.png good.png -o missing/x.png", "$S register good.png good.png -o missing/x.png",
          "$S psd good.png -o missing/x.csv", "$S fft good.npy -o missing/x.npy", "$S phantom -o missing/x.png"})
        expect_failure(folder, line, job, "missing/x.");
    expect_failure(folder, "$S phantom -o .", job, "Is a directory");
    expect_failure(folder, "$S phantom -o /dev/full", job, "No space left on device");
    // A disk that fills up half-way.
    expect_failure(folder, "ulimit -f 8; $S phantom -o x.png", job, "File too large");
    expect_failure(folder, "$S plan 64 --for gfx906 >/dev/full", job, "No space left on device");
    expect_failure(folder, "$S plan 64 --for gfx906 --kernels good.png/x", job, "cannot write kernels to good.png/x");
    expect_failure(folder, "$S plan 64 --for gfx906 --kernels good.png", job, "cannot write kernels to good.png");
}

BOOST_AUTO_TEST_CASE(pictures_without_a_device) {
    const scratch_folder folder;
    BOOST_TEST(run(folder, "$S phantom --size 64 -o x.png && $S phantom --size 64 -o - >y.png").code == 0);
    BOOST_TEST((read_bytes(folder / "x.png") == read_bytes(folder / "y.png")));
    const picture image = read_picture(folder / "x.png");
    BOOST_TEST(image.width == 64u);
    BOOST_TEST(image.channels == 1u);
    BOOST_TEST(folder.listing() == "x.png y.png");
}

BOOST_AUTO_TEST_CASE(plans_without_a_device) {
    const scratch_folder folder;
    const outcome o = run(folder, "$S plan c2c f64 64x64 b3 --for gfx906");
    BOOST_TEST(o.code == 0);
    BOOST_TEST(o.out.find("64x64") != std::string::npos);
    BOOST_TEST(run(folder, "$S plan 'c2c f32 64x64' --for h200").out == run(folder, "$S plan 64x64 --for h200").out);
    BOOST_TEST(run(folder, "$S plan 1024x1024 --for gfx90a --kernels k/new && grep -l kernel k/new/*.cl").code == 0);
    BOOST_TEST(run(folder, "$S plan 64x64 --for h200 --algorithm row_transpose").out ==
               run(folder, "$S plan 64x64 algorithm=row_transpose --for h200").out);
    expect_failure(folder, "$S plan 64x64 --for h200 --algorithm five_step", job, "three axes");
    BOOST_TEST(run(folder, "$S plan 64 --for h200 --plan '64 : 0.0 chain=64'").out.find("radix 64") !=
               std::string::npos);
    expect_failure(folder, "$S plan 64 --for h200 --plan '32 : 0.0'", job, "axis 0");
    expect_failure(folder, "$S plan 64 --for h200 --plan '64 ! 0.0'", usage, "--plan: ");
    expect_failure(folder, "$S plan 64y64 --for gfx906", usage, "PROBLEM: problem string 'c2c f32 64y64'");
    expect_failure(folder, "$S plan 0x64 --for gfx906", usage, "PROBLEM");
    expect_failure(folder, "$S plan 64 b0 --for gfx906", usage, "PROBLEM");
}

BOOST_AUTO_TEST_CASE(preprocessed_kernels) {
    const scratch_folder folder;
    const outcome o = run(folder, "$S plan 1024x1024 --for h200 --kernels k --preprocessed");
    BOOST_TEST(o.code == 0, o.err);
    const auto text_of = [&](const char* name) {
        const auto bytes = read_bytes(folder / name);
        return std::string(bytes.begin(), bytes.end());
    };
    const std::string source = text_of("k/launch_1.cl"), seen = text_of("k/launch_1.preprocessed.cl");
    BOOST_TEST(source.find("#define") != std::string::npos);
    BOOST_TEST(seen.find("kernel void") != std::string::npos);
    for (const char* directive : {"#define", "#if", "#line", "#include", "//"})
        BOOST_TEST(seen.find(directive) == std::string::npos, directive);
    // NVIDIA's path of access.cl is there for a card of NVIDIA alone.
    BOOST_TEST(seen.find("asm") != std::string::npos);
    BOOST_TEST(run(folder, "$S plan 1024x1024 --for gfx90a --kernels a --preprocessed").code == 0);
    BOOST_TEST(text_of("a/launch_1.preprocessed.cl").find("asm") == std::string::npos);

    const outcome without = run(folder, "PATH=/nowhere $S plan 64 --for gfx906 --kernels n --preprocessed");
    BOOST_TEST(without.code == job);
    BOOST_TEST(without.err == "stockham: --preprocessed needs a C preprocessor, and none of cc, clang, gcc is on the "
                              "PATH\n");
    expect_failure(folder, "$S plan 64 --for gfx906 --preprocessed", usage, "--kernels");
}

BOOST_AUTO_TEST_CASE(no_platform_at_all) {
    const inputs folder;
    const std::string none = "export OCL_ICD_VENDORS=" + (folder / "none") + "; ";
    expect_failure(folder, none + "$S devices", job, "no OpenCL");
    for (const std::string line :
         {"$S spectrum good.png -o x.png", "$S fft good.npy -o x.npy", "$S plan 64", "$S phantom --check"})
        expect_failure(folder, none + line, job, "OpenCL");
}

BOOST_AUTO_TEST_SUITE_END()
