// Reads pass measurements.
#include <algorithm>
#include <charconv>

#include <stockham/error.hpp>

#include "base/messages/printable.hpp"
#include "base/plain_text.hpp"
#include "launch/kernel_digest.hpp"
#include "profile/pass_file.hpp"

namespace stockham::internal {

namespace {

using namespace pass_file;

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
        else if (word == "file")
            read_file(rest);
        else if (word == "kernels")
            read_kernels(rest);
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
        return all[static_cast<std::size_t>(n)];
    }

    void read_row(std::string_view word, std::string_view rest, pass_measurements& into) {
        if (row_.bytes == 0) refuse("comes before its size");
        row_.pass = whole(word, number_base);
        const auto& kernels = listed(kernels_, next_word(rest));
        row_.choice = listed(choices_, next_word(rest));
        row_.copies = copies(in_ones(next_word(rest)));
        row_.others = in_ones(next_word(rest));
        row_.predicted.reset();
        if (!rest.empty()) {
            const double predicted = copies(in_ones(next_word(rest)));
            row_.predicted = model_prediction{predicted, std::string(rest)};
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
    std::vector<std::string> files_, choices_;
    std::vector<bool> is_current_;  ///< of the files
    std::vector<kernel_text> kernels_;
    pass_measurement row_;
};

}  // namespace

pass_measurements pass_measurements::parse(std::string_view text, const std::string& where) {
    return file_reader(text, where).all();
}

measured_device pass_measurements::parse_device(std::string_view text, const std::string& where) {
    return file_reader(text, where).device();
}

}  // namespace stockham::internal
