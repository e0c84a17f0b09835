// Examples of each command, for its help and its section of the manual page.
#include "command/examples.hpp"

#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "command/suggest.hpp"

namespace stockham::tools {

const std::vector<command_example>& command_examples() {
    static const std::vector<command_example> examples = {
        {"devices", "stockham devices", "number, name and memory of each device"},
        {"plan", "stockham plan 1024x1024", "the passes of a transform on the default device"},
        {"plan", "stockham plan 'r2c f64 4096 b512' --for h200 --cost",
         "the predicted time on a device that is not here"},
        {"spectrum", "stockham spectrum photo.jpg -o spectrum.svg --floor 80", "a figure with axes and a colour bar"},
        {"spectrum", "stockham spectrum scan.png --peaks 5", "the strongest regular patterns"},
        {"spectrum", "stockham spectrum 'frames/*.tif' -o spectra/ --floor 80", "many files, 80 dB each"},
        {"filter", "stockham filter photo.jpg -o soft.png --low-pass 0.1", "blur"},
        {"filter", "stockham filter scan.png -o clean.png --remove-periodic --clip", "remove hum or a screen"},
        {"filter", "stockham filter 'frames/*.tif' -o out/ --large 40 --small 3", "many files into a folder"},
        {"convolve", "stockham convolve photo.jpg gaussian:2 -o blurred.png", "a kernel by name"},
        {"convolve", "stockham convolve photo.jpg '0 -1 0; -1 5 -1; 0 -1 0' -o sharp.png --clip", "a kernel as text"},
        {"convolve", "stockham convolve 'frames/*.tif' --kernel psf.npy -o out/", "many files, the kernel from a file"},
        {"deconvolve", "stockham deconvolve photo.jpg gaussian:2 -o sharp.png --accelerate --clip", "a blur by name"},
        {"deconvolve", "stockham deconvolve cells.tif psf.tif -o sharp.tif --volume --total-variation 0.002 --type f4",
         "a volume of slices"},
        {"deconvolve", "stockham deconvolve photo.png psf.npy -o sharp.png --method wiener --noise 3 --clip",
         "one filter for noise of 3 levels"},
        {"match", "stockham match photo.jpg eye.png --view found.png", "the places, and a picture with frames"},
        {"match", "stockham match cells.tif cell.png -o cells.csv --threshold 0.7 --distance 10",
         "a table for each page"},
        {"register", "stockham register a.png b.png -o aligned.png --clip", "the shift, and b moved back onto a"},
        {"register", "stockham register stack.tif --reference mean --table drift.csv -o aligned.tif --edges crop",
         "the drift of a stack"},
        {"correlate", "stockham correlate a.png b.png -o peak.npy", "the phase-only correlation at all shifts"},
        {"psd", "stockham psd photo.jpg --plot psd.svg > psd.csv", "the table and a plot"},
        {"psd", "stockham psd stack.tif -o psd.csv --window none --detrend linear", "the mean over the pages"},
        {"focus", "stockham focus stack.tif", "a line of measures for each page"},
        {"ctf", "stockham ctf micrograph.tif --pitch 1.2 --plot rings.svg > rings.csv",
         "Thon rings, frequencies in 1/angstrom"},
        {"propagate",
         "stockham propagate hologram.tif -o object.tif --wavelength 633e-9 --pitch 3.45e-6 --distance -0.02",
         "back to the object"},
        {"stft", "stockham stft speech.wav -o spectrogram.png", "a picture with axes"},
        {"zoom", "stockham zoom vibration.npy -o part.npy --from 0.12 --to 0.13 --points 1000",
         "a thousand frequencies of a narrow band"},
        {"fft", "stockham fft stack.npy -o spectra.npy --axes 1,2 --memory 2G", "in parts of 2 GiB"},
        {"fft", "stockham fft volume.npy -o half.npy --real --axes 0,1,2", "as numpy.fft.rfftn"},
        {"fft", "stockham fft lines.npy -o dct.npy --kind dct --norm ortho --axes -1", "as scipy.fft.dct"},
        {"phantom", "stockham phantom -o phantom.png --size 512", "a test picture"},
        {"calibrate", "stockham calibrate", "measure the default device and keep its profile"},
        {"report", "stockham report -o card.txt", "ten minutes with the default device"},
        {"report", "stockham report -o card.txt --device gfx1100 --minutes 30", "for drivers that compile slowly"},
        {"tune", "stockham tune 1024x1024 'c2c f64 4096 b512'", "find and keep the fastest plans"},
        {"wisdom list", "stockham wisdom list", "all measured plans"},
        {"wisdom merge", "stockham wisdom merge lab.json", "add a colleague's plans"},
        {"wisdom forget", "stockham wisdom forget 1024x1024", "remove the plans of one problem"},
        {"cache stat", "stockham cache stat", "the folder and its size"},
        {"cache clear", "stockham cache clear", "remove all compiled kernels"},
        {"cache export", "stockham cache export kernels.pack 1024x1024", "kernels to ship with a program"},
        {"cache import", "stockham cache import kernels.pack", "add such kernels to the cache"},
        {"info", "stockham info", "everything that a problem report needs"},
        {"help", "stockham help wisdom merge", "the help of a command"},
        {"version", "stockham version", "the version alone"},
    };
    return examples;
}

void add_examples(CLI::App& app) {
    for (const command_example& example : command_examples()) {
        CLI::App* command = &app;
        std::istringstream words(example.command);
        for (std::string word; command != nullptr && words >> word;) command = find_command(*command, word);
        if (command == nullptr) continue;  // the test finds it
        std::string footer = command->get_footer();
        if (footer.find("Examples:\n") == footer.npos)
            footer += (footer.empty() ? "" : "\n\n") + std::string("Examples:");
        command->footer(footer + fmt::format("\n  {}\n      {}", example.line, example.meaning));
    }
}

}  // namespace stockham::tools
