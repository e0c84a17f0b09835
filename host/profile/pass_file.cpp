// The text of pass measurements (docs/device_profiles.md):
//
//   stockham pass measurements 1
//   device NVIDIA H200               and architecture, vendor, platform, driver, profile, where known
//   copy 12 134217728 4021.3         12 copies of this number of bytes (read plus written), and their GB/s
//   class work-groups,f32,..         classes, choices, kernels and files have numbers by their order, from 0
//   factor 12 1024 1.034 0           12 measurements of class 0 with about 1024 points took 1.034 of the predicted time
//   file 0123456789abcdef cl/common/stage.h        and its digest
//   kernels 3f                       a kernel of the first six files: bits of hexadecimal digits, the first file first
//   choice width=16 radix=16
//   at 134217728 memory              bytes and place of the rows that follow
//   3w5e1126 0 1a sz 0               a pass, its kernels, its choice, its time in thousandths, and `others` likewise
//   3w5e1126 0 1a sz 0 s3 sg 0 PROBLEM             the same with its predicted time, points, class and problem
//
// The numbers of a row are in base 36.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include <stockham/error.hpp>

#include "base/messages/printable.hpp"
#include "base/plain_text.hpp"
#include "launch/kernel_digest.hpp"
#include "launch/kernel_text.hpp"
#include "profile/pass_measurements.hpp"

namespace stockham::internal {

namespace {

constexpr std::string_view first_line = "stockham pass measurements 1";
constexpr int number_base = 36;
constexpr double thousandths = 1000;
constexpr double most_copies = 1e6;
constexpr double giga = 1e9, most_rate = 1e9;  // GB/s

constexpr std::pair<std::string_view, std::string measured_device::*> device_lines[] = {
    {"device", &measured_device::name},   {"architecture", &measured_device::architecture},
    {"vendor", &measured_device::vendor}, {"platform", &measured_device::platform},
    {"driver", &measured_device::driver}, {"profile", &measured_device::profile}};

constexpr std::pair<std::string_view, data_place> places[] = {{"cache", data_place::cache},
                                                              {"memory", data_place::memory}};

/// Takes the text up to the next blank.
std::string_view next_word(std::string_view& rest) {
    const auto end = std::min(rest.find(' '), rest.size());
    const auto word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return word;
}

class file_reader {
  public:
    file_reader(std::string_view text, const std::string& where) : rest_(text), where_(where) {
        if (!next() || line_ != first_line) refuse("is not a file of pass measurements of version 1");
    }

    measured_device device() {
        measured_device d;
        while (next()) {
            auto rest = line_;
            const auto word = next_word(rest);
            const auto* known = std::find_if(std::begin(device_lines), std::end(device_lines),
                                             [&](const auto& each) { return each.first == word; });
            if (known == std::end(device_lines)) break;
            d.*(known->second) = std::string(rest);
        }
        return d;
    }

    pass_measurements all() {
        pass_measurements made(device());
        // device() has read the first line beyond its own.
        for (bool more = !line_.empty(); more; more = next()) read_line(made);
        return made;
    }

  private:
    [[noreturn]] void refuse(const std::string& what) const {
        throw argument_error("measurements", where_ + ": line " + std::to_string(number_) + " " + what);
    }

    bool next() {
        line_ = {};
        if (rest_.empty()) return false;
        const auto end = std::min(rest_.find('\n'), rest_.size());
        line_ = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        ++number_;
        if (line_.empty()) refuse("is empty");
        return true;
    }

    void read_line(pass_measurements& into) {
        auto rest = line_;
        const auto word = next_word(rest);
        if (word == "copy")
            read_copy(rest, into);
        else if (word == "factor")
            read_factor(rest, into);
        else if (word == "file")
            read_file(rest);
        else if (word == "kernels")
            read_kernels(rest);
        else if (word == "class")
            classes_.emplace_back(rest);
        else if (word == "choice")
            choices_.push_back(rest.empty() ? std::string() : " " + std::string(rest));
        else if (word == "at")
            read_place(rest);
        else
            read_row(word, rest, into);
    }

    std::uint64_t whole(std::string_view word, int base = 10) const {
        std::uint64_t n = 0;
        const auto read = std::from_chars(word.data(), word.data() + word.size(), n, base);
        if (word.empty() || read.ec != std::errc{} || read.ptr != word.data() + word.size())
            refuse("has " + in_quotes(word) + " in place of a number");
        return n;
    }

    double copies(double number) const {
        if (!(number > 0 && number < most_copies)) refuse("has a time out of range");
        return number;
    }

    void read_copy(std::string_view rest, pass_measurements& into) const {
        const auto count = whole(next_word(rest)), bytes = whole(next_word(rest));
        const auto rate = read_number(rest);
        if (!rate || !(*rate > 0 && *rate < most_rate) || count == 0 || count > static_cast<std::uint64_t>(most_copies))
            refuse("is not the rate of copies");
        into.add_copy(bytes, *rate * giga, count);
    }

    void read_factor(std::string_view rest, pass_measurements& into) const {
        const auto count = whole(next_word(rest)), points = whole(next_word(rest));
        const auto factor = read_number(next_word(rest));
        if (!factor) refuse("is not a factor of a class");
        into.add_factor(listed(classes_, rest), points, count, copies(*factor));
    }

    void read_file(std::string_view rest) {
        const auto digest = next_word(rest);
        if (digest.empty() || rest.empty()) refuse("names no file");
        files_.emplace_back(rest);
        is_current_.push_back(kernel_digest(files_.back()) == digest);
    }

    void read_kernels(std::string_view digits) {
        kernel_text k{{}, true};
        for (std::size_t at = 0; at < digits.size(); ++at) {
            const auto bits = whole(digits.substr(at, 1), 16);
            for (std::size_t bit = 0; bit < 4; ++bit) {
                if (!(bits >> bit & 1U)) continue;
                const auto n = 4 * at + bit;
                if (n >= files_.size()) refuse("names a file that is not listed");
                k.files.push_back(files_[n]);
                k.is_current = k.is_current && is_current_[n];
            }
        }
        if (k.files.empty()) refuse("names no files");
        kernels_.push_back(std::move(k));
    }

    void read_place(std::string_view rest) {
        row_.bytes = whole(next_word(rest));
        const auto* known =
            std::find_if(std::begin(places), std::end(places), [&](const auto& each) { return each.first == rest; });
        if (known == std::end(places)) refuse("names no place of data");
        row_.place = known->second;
    }

    /// One of the listed things by its number.
    template <class Thing>
    const Thing& listed(const std::vector<Thing>& all, std::string_view number) const {
        const auto n = whole(number, number_base);
        if (n >= all.size()) refuse("names something that is not listed");
        return all[n];
    }

    void read_row(std::string_view word, std::string_view rest, pass_measurements& into) {
        if (row_.bytes == 0) refuse("comes before its size");
        row_.pass = whole(word, number_base);
        const auto& kernels = listed(kernels_, next_word(rest));
        row_.choice = listed(choices_, next_word(rest));
        row_.copies = copies(in_ones(next_word(rest)));
        row_.others = in_ones(next_word(rest));
        row_.error.reset();
        if (!rest.empty()) {
            model_error e;
            e.model = copies(in_ones(next_word(rest)));
            e.points = whole(next_word(rest), number_base);
            e.of_class = listed(classes_, next_word(rest));
            e.problem = std::string(rest);
            row_.error = std::move(e);
        }
        if (!kernels.is_current) return;
        row_.kernels = kernels.files;
        into.add(row_);
    }

    double in_ones(std::string_view number) const {
        return static_cast<double>(whole(number, number_base)) / thousandths;
    }

    struct kernel_text {
        std::vector<std::string> files;
        bool is_current;
    };

    std::string_view rest_, line_;
    const std::string& where_;
    std::size_t number_ = 0;
    std::vector<std::string> files_, choices_, classes_;
    std::vector<bool> is_current_;  ///< of the files
    std::vector<kernel_text> kernels_;
    pass_measurement row_;
};

std::string in_base(std::uint64_t n, int base) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, n, base).ptr};
}

std::string in_thousandths(double x) {
    return in_base(x > 0 ? static_cast<std::uint64_t>(std::max(1.0, std::round(x * thousandths))) : 0, number_base);
}

/// Bytes or points by their quarters of octaves.
std::string rounded(int size) {
    return std::to_string(std::llround(std::exp2(size / 4.0)));
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> all;
    while (!text.empty()) all.emplace_back(next_word(text));
    return all;
}

}  // namespace

/// Writes the tables that rows refer to, then the rows.
class pass_file_writer {
  public:
    pass_file_writer(const pass_measurements& all, bool whole) : all_(all), whole_(whole) {}

    std::string operator()() {
        text_ = std::string(first_line) + "\n";
        for (const auto& [word, member] : device_lines)
            if (const auto& value = all_.device_.*member; !value.empty())
                text_ += std::string(word) + " " + value + "\n";
        for (const auto& [bytes, s] : all_.copies_)
            text_ += "copy " + std::to_string(std::lround(s.count)) + " " + rounded(bytes) + " " +
                     number_text(std::exp(s.logarithms / s.count) / giga, 5) + "\n";
        write_factors(whole_ ? all_.given_ : all_.all_sums());
        write_rows();
        return std::move(text_);
    }

  private:
    using measurements = pass_measurements;

    void write_factors(const measurements::class_sums& factors) {
        for (const auto* sums : {&factors, &all_.counted_})
            for (const auto& [of_class, lengths] : *sums)
                if (classes_.emplace(of_class, classes_.size()).second) text_ += "class " + of_class + "\n";
        for (const auto& [of_class, sums] : factors)
            for (const auto& [points, s] : sums)
                if (s.count > 0.5)
                    text_ += "factor " + std::to_string(std::lround(s.count)) + " " + rounded(points) + " " +
                             number_text(std::exp(s.logarithms / s.count), 4) + " " +
                             in_base(classes_.at(of_class), number_base) + "\n";
    }

    /// Numbers things by how many rows have them: frequent ones get short numbers.
    class numbering {
      public:
        void count(std::uint32_t thing) { ++counts_[thing]; }
        std::size_t operator[](std::uint32_t thing) const { return numbers_.at(thing); }
        /// The things by their numbers, once all are counted.
        std::vector<std::uint32_t> in_order() {
            std::vector<std::uint32_t> all;
            for (const auto& each : counts_) all.push_back(each.first);
            std::stable_sort(all.begin(), all.end(), [&](auto a, auto b) { return counts_.at(a) > counts_.at(b); });
            for (std::size_t k = 0; k < all.size(); ++k) numbers_[all[k]] = k;
            return all;
        }

      private:
        std::map<std::uint32_t, std::size_t> counts_, numbers_;
    };

    void write_rows() {
        const auto rows = whole_ ? all_.rows_ : all_.best_rows();
        numbering kernels, choices;
        for (const auto& [key, r] : rows) {
            kernels.count(r.kernels);
            choices.count(key.choice);
        }
        write_kernels(kernels.in_order());
        for (const auto choice : choices.in_order()) text_ += "choice" + all_.choices_[choice] + "\n";
        std::map<std::pair<int, data_place>, std::string> by_size;
        for (const auto& [key, r] : rows)
            by_size[{key.size, key.place}] += row_text(key, r, kernels[r.kernels], choices[key.choice]);
        for (const auto& [size, lines] : by_size)
            text_ += "at " + rounded(size.first) + " " + std::string(places[static_cast<int>(size.second)].first) +
                     "\n" + lines;
    }

    void write_kernels(const std::vector<std::uint32_t>& lists) {
        std::map<std::string, std::size_t> files;
        for (const auto list : lists)
            for (auto& file : words_of(all_.kernels_[list])) files.emplace(std::move(file), 0);
        std::size_t count = 0;
        for (auto& [file, number] : files) {
            number = count++;
            text_ += "file " + kernel_digest(file) + " " + file + "\n";
        }
        for (const auto list : lists) {
            std::vector<unsigned> digits;
            for (const auto& file : words_of(all_.kernels_[list])) {
                const auto n = files.at(file);
                digits.resize(std::max(digits.size(), n / 4 + 1));
                digits[n / 4] |= 1U << n % 4;
            }
            text_ += "kernels ";
            for (const auto digit : digits) text_ += in_base(digit, 16);
            text_ += "\n";
        }
    }

    /// The pass has eight digits, so that it is no word that begins another line.
    std::string row_text(const measurements::row_key& key, const measurements::row& r, std::size_t kernels,
                         std::size_t choice) const {
        constexpr std::size_t digits = 8;
        auto text = in_base(key.pass, number_base);
        text.insert(0, digits - std::min(digits, text.size()), '0');
        const auto add = [&](const std::string& number) { text += " " + number; };
        add(in_base(kernels, number_base));
        add(in_base(choice, number_base));
        add(in_thousandths(r.copies));
        add(in_thousandths(r.others));
        if (whole_ && r.error) {
            add(in_thousandths(r.error->model));
            add(in_base(r.error->points, number_base));
            add(in_base(classes_.at(r.error->of_class), number_base));
            add(r.error->problem);
        }
        return text + "\n";
    }

    const pass_measurements& all_;
    bool whole_;
    std::map<std::string, std::size_t> classes_;
    std::string text_;
};

pass_measurements pass_measurements::parse(std::string_view text, const std::string& where) {
    return file_reader(text, where).all();
}

measured_device pass_measurements::parse_device(std::string_view text, const std::string& where) {
    return file_reader(text, where).device();
}

std::string pass_measurements::text(detail much) const {
    return pass_file_writer(*this, much == detail::whole)();
}

}  // namespace stockham::internal
