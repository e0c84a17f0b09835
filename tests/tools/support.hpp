// Helpers for the tests of the command: a scratch folder, running a command line, making and reading small files.
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "array/npy.hpp"
#include "fault.hpp"
#include "format/format.hpp"
#include "image/picture_file.hpp"
#include "support/compiled_programs.hpp"
#include "support/folders.hpp"

namespace stockham::tools::test {

/// A folder that exists as long as the object.
class scratch_folder {
  public:
    scratch_folder() {
        static int number = 0;
        path_ = std::filesystem::temp_directory_path() /
                ("stockham-test-" + std::to_string(::getpid()) + "-" + std::to_string(++number));
        std::filesystem::create_directories(path_);
    }
    ~scratch_folder() {
        add_compiled_programs(cached_programs());
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;

    std::string operator/(const std::string& name) const { return (path_ / name).string(); }

    /// The sorted names in it. No partial file may be among them.
    std::string listing() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(path_))
            names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        std::string text;
        for (const auto& name : names) text += (text.empty() ? "" : " ") + name;
        return text;
    }

  private:
    /// The programs in program caches in it. Their entries refer to PoCL's cache, and others are answers.
    std::size_t cached_programs() const {
        std::error_code failed;
        std::size_t count = 0;
        for (std::filesystem::recursive_directory_iterator at(path_, failed); !failed && at != end(at);
             at.increment(failed)) {
            if (at->path().extension() != ".program") continue;
            std::ifstream file(at->path(), std::ios::binary);
            const std::string entry{std::istreambuf_iterator<char>(file), {}};
            count += entry.find("PoCL's own cache") != entry.npos;
        }
        return count;
    }

    std::filesystem::path path_;
};

/// A separate home folder, so that no file of the user is read or written.
struct home : scratch_folder {
    std::string set = "export XDG_CONFIG_HOME=" + *this / "config" + " XDG_CACHE_HOME=" + *this / "cache" +
                      "; unset STOCKHAM_WISDOM STOCKHAM_CACHE STOCKHAM_CACHE_MB; ";
    std::string file = *this / "config/stockham/wisdom.json";
};

inline std::vector<std::uint8_t> read_bytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_bytes(const std::string& path, const std::vector<std::uint8_t>& bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

struct outcome {
    int code = 0;
    std::string out;
    std::string err;
};

/// The lines of `text` without those about waiting for a compiler, which depend on the speed of the machine.
inline std::string without_waiting(const std::string& text) {
    std::string rest;
    for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
        end = std::min(text.find('\n', at), text.size() - 1) + 1;
        if (text.compare(at, 27, "stockham: compiling kernels") != 0) rest += text.substr(at, end - at);
    }
    return rest;
}

/// Runs a line of sh in `folder`, with the command as $S. The outcome has no lines about waiting for a compiler.
inline outcome run(const scratch_folder& folder, const std::string& line) {
    static const scratch_folder logs;
    const std::string script = "cd '" + folder / "." + "' && S='" + build_folder() + "/stockham' && { " + line +
                               "; } >'" + logs / "out" + "' 2>'" + logs / "err" + "'";
    const int status = std::system(script.c_str());
    const auto text = [&](const char* name) {
        const auto bytes = read_bytes(logs / name);
        return std::string(bytes.begin(), bytes.end());
    };
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), text("out"),
            without_waiting(text("err"))};
}

/// Exit codes of the command: a failed job, a wrong command line.
constexpr int job = 1;
constexpr int usage = 2;

/// Runs it and expects exit code 0.
inline void expect_success(const scratch_folder& folder, const std::string& line) {
    const outcome o = run(folder, line);
    BOOST_TEST(o.code == 0, line << ": " << o.err);
}

/// Runs it and expects this exit code and one line of error that contains `words`.
inline void expect_failure(const scratch_folder& folder, const std::string& line, int code, const std::string& words) {
    BOOST_TEST_CONTEXT(line) {
        const outcome o = run(folder, line);
        BOOST_TEST(o.code == code);
        BOOST_TEST(o.out == "");
        BOOST_TEST(o.err.find("stockham: ") == 0u);
        BOOST_TEST(std::count(o.err.begin(), o.err.end(), '\n') == 1);
        BOOST_TEST(o.err.find(words) != std::string::npos, "not '" << words << "' but: " << o.err);
    }
}

/// Expects a job_error that contains `words`.
template <class Call>
void expect_job_error(Call call, const std::string& words) {
    BOOST_CHECK_EXCEPTION(call(), job_error, [&](const job_error& e) {
        const bool found = std::string(e.what()).find(words) != std::string::npos;
        if (!found) BOOST_TEST_MESSAGE("not '" << words << "' but: " << e.what());
        return found;
    });
}

/// The integer type of 8 or 16 bits.
inline sample_type type_of(unsigned bits) {
    return bits == 8 ? sample_type::u8 : sample_type::u16;
}

/// The samples of a picture of integers.
inline std::vector<std::uint16_t> levels(const picture& image) {
    std::vector<std::uint16_t> all(image.samples());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint16_t>(image.at(i));
    return all;
}

/// Replaces each sample by level(sample).
template <class Level>
void fill(picture& image, const Level& level) {
    for (std::size_t i = 0; i < image.samples(); ++i) image.set(i, level(image.at(i)));
}

/// Alpha for two and four channels, as in PNG.
inline alpha_kind usual_alpha(unsigned channels) {
    return channels == 2 || channels == 4 ? alpha_kind::straight : alpha_kind::none;
}

inline picture random_picture(std::size_t width, std::size_t height, unsigned channels, unsigned bits, unsigned seed) {
    picture image = make_picture("test", width, height, channels, type_of(bits), usual_alpha(channels));
    std::mt19937 random(seed);
    const auto mask = static_cast<unsigned>(image.white());
    fill(image, [&](double) { return static_cast<double>(random() & mask); });
    return image;
}

/// The bytes of a .npy file with this text for its descr.
inline std::vector<std::uint8_t> npy_bytes(const std::string& descr, const std::string& shape,
                                           const std::vector<std::uint8_t>& data, const std::string& order = "False",
                                           int version = 1) {
    std::string text = "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
    std::vector<std::uint8_t> bytes = {0x93, 'N', 'U', 'M', 'P', 'Y', static_cast<std::uint8_t>(version), 0};
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i) bytes.push_back(static_cast<std::uint8_t>(text.size() >> (8 * i)));
    bytes.insert(bytes.end(), text.begin(), text.end());
    bytes.insert(bytes.end(), data.begin(), data.end());
    return bytes;
}

template <class T>
std::vector<std::uint8_t> as_bytes(const std::vector<T>& values) {
    const auto* start = reinterpret_cast<const std::uint8_t*>(values.data());
    return {start, start + values.size() * sizeof(T)};
}

template <class T>
std::vector<std::uint8_t> complex_npy(const std::string& shape, const std::vector<std::complex<T>>& values) {
    return npy_bytes(sizeof(T) == 4 ? "<c8" : "<c16", shape, as_bytes(values));
}

template <class T>
std::vector<std::complex<T>> random_complex(std::size_t n, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<T> uniform(-1, 1);
    std::vector<std::complex<T>> values(n);
    for (auto& v : values) v = {uniform(random), uniform(random)};
    return values;
}

template <class T>
std::vector<T> random_real(std::size_t n, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<T> uniform(-1, 1);
    std::vector<T> values(n);
    for (auto& v : values) v = uniform(random);
    return values;
}

template <class T>
std::vector<std::complex<double>> widened(const std::vector<T>& values) {
    return {values.begin(), values.end()};
}

/// The discrete Fourier transform along some axes of a packed array, by its definition.
inline std::vector<std::complex<double>> plain_dft(std::vector<std::complex<double>> values,
                                                   const std::vector<std::size_t>& shape,
                                                   const std::vector<std::size_t>& axes, int sign) {
    const double turn = 2 * std::acos(-1.0);
    for (const std::size_t axis : axes) {
        std::size_t step = 1;
        for (std::size_t k = axis + 1; k < shape.size(); ++k) step *= shape[k];
        const std::size_t n = shape[axis];
        std::vector<std::complex<double>> line(n);
        std::vector<std::complex<double>> roots(n);
        for (std::size_t i = 0; i < n; ++i)
            roots[i] = std::polar(1.0, sign * turn * static_cast<double>(i) / static_cast<double>(n));
        for (std::size_t start = 0; start < values.size(); ++start) {
            if (start / step % n != 0) continue;
            for (std::size_t i = 0; i < n; ++i) line[i] = values[start + i * step];
            for (std::size_t k = 0; k < n; ++k) {
                std::complex<double> sum = 0;
                for (std::size_t i = 0; i < n; ++i) sum += line[i] * roots[i * k % n];
                values[start + k * step] = sum;
            }
        }
    }
    return values;
}

/// sqrt(sum |a - b|^2 / sum |b|^2).
template <class A, class B>
double relative_error(const std::vector<A>& a, const std::vector<B>& b) {
    BOOST_REQUIRE(a.size() == b.size());
    double error = 0;
    double total = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        error += std::norm(std::complex<double>(a[i]) - std::complex<double>(b[i]));
        total += std::norm(std::complex<double>(b[i]));
    }
    return std::sqrt(error / total);
}

}  // namespace stockham::tools::test
