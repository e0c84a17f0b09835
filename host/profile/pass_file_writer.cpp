// Writes pass measurements.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "base/plain_text.hpp"
#include "launch/kernel_digest.hpp"
#include "profile/pass_file.hpp"

namespace stockham::internal {

namespace {

using namespace pass_file;

std::string in_base(std::uint64_t n, int base) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, n, base).ptr};
}

std::string in_thousandths(double x) {
    return in_base(x > 0 ? static_cast<std::uint64_t>(std::max(1.0, std::round(x * thousandths))) : 0, number_base);
}

/// Bytes by their quarters of octaves.
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
        write_rows();
        return std::move(text_);
    }

  private:
    using measurements = pass_measurements;

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
        if (whole_ && r.predicted) {
            add(in_thousandths(r.predicted->copies));
            add(r.predicted->problem);
        }
        return text + "\n";
    }

    const pass_measurements& all_;
    bool whole_;
    std::string text_;
};

std::string pass_measurements::text(detail much) const {
    return pass_file_writer(*this, much == detail::whole)();
}

}  // namespace stockham::internal
