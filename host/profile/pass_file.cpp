// The text of pass measurements (docs/device_profiles.md). Rows of equal kernels, sizes and choices stand together:
//
//   stockham pass measurements 1
//   device NVIDIA H200               and architecture, vendor, platform, driver, profile, where known
//   copy 12 134217728 4021.3         12 copies of this number of bytes (read plus written), and their GB/s
//   factor 12 1024 1.034 CLASS       12 measurements of a class with about 1024 points took 1.034 of the predicted time
//   file cl/common/stage.h           files are numbered from 0
//   kernels 0123456789abcdef 0 1     the digest of these files, for the rows that follow
//   at 134217728 memory              bytes and place of the rows that follow
//   choice width=16 radix=16         the choice of the rows that follow
//   3w5e11264s 1043               a pass in base 36, and its time in thousandths of that of a copy
//   3w5e11264s 1043 1011 1024 CLASS PROBLEM     the same with its predicted time, points, class and problem
#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <tuple>

#include <stockham/error.hpp>

#include "base/messages/printable.hpp"
#include "base/plain_text.hpp"
#include "launch/kernel_digest.hpp"
#include "launch/kernel_text.hpp"
#include "profile/pass_measurements.hpp"

namespace stockham::internal {

namespace {

constexpr std::string_view first_line = "stockham pass measurements 1";
constexpr int pass_base = 36;
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
            files_.emplace_back(rest);
        else if (word == "kernels")
            read_kernels(rest);
        else if (word == "at")
            read_place(rest);
        else if (word == "choice")
            row_.choice = rest.empty() ? std::string() : " " + std::string(rest);
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
        if (!factor || rest.empty()) refuse("is not a factor of a class");
        into.add_factor(std::string(rest), points, count, copies(*factor));
    }

    /// Files that are missing today differ, too.
    void read_kernels(std::string_view rest) {
        const auto digest = next_word(rest);
        row_.kernels.clear();
        while (!rest.empty()) {
            const auto n = whole(next_word(rest));
            if (n >= files_.size()) refuse("names a file that is not listed");
            row_.kernels.push_back(files_[n]);
        }
        if (row_.kernels.empty()) refuse("names no files");
        is_current_ = false;
        try {
            is_current_ = kernel_digest(row_.kernels) == digest;
        } catch (const argument_error&) {
        }
    }

    void read_place(std::string_view rest) {
        row_.bytes = whole(next_word(rest));
        const auto* known =
            std::find_if(std::begin(places), std::end(places), [&](const auto& each) { return each.first == rest; });
        if (known == std::end(places)) refuse("names no place of data");
        row_.place = known->second;
    }

    void read_row(std::string_view word, std::string_view rest, pass_measurements& into) {
        if (row_.kernels.empty() || row_.bytes == 0) refuse("comes before its kernels and size");
        row_.pass = whole(word, pass_base);
        row_.copies = copies(static_cast<double>(whole(next_word(rest))) / thousandths);
        row_.error.reset();
        if (!rest.empty()) {
            model_error e;
            e.model = copies(static_cast<double>(whole(next_word(rest))) / thousandths);
            e.points = whole(next_word(rest));
            e.of_class = std::string(next_word(rest));
            e.problem = std::string(rest);
            if (e.of_class.empty()) refuse("has no class");
            row_.error = std::move(e);
        }
        if (is_current_) into.add(row_);
    }

    std::string_view rest_, line_;
    const std::string& where_;
    std::size_t number_ = 0;
    std::vector<std::string> files_;
    pass_measurement row_;
    bool is_current_ = false;
};

std::string in_base(std::uint64_t n, int base) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, n, base).ptr};
}

std::string in_thousandths(double x) {
    return std::to_string(std::max(1L, std::lround(x * thousandths)));
}

/// Bytes or points by their quarters of octaves.
std::string rounded(int quarters) {
    return std::to_string(std::llround(std::exp2(quarters / 4.0)));
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> all;
    while (!text.empty()) all.emplace_back(next_word(text));
    return all;
}

}  // namespace

/// Writes rows in the order of their groups.
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

    void write_factors(const measurements::class_sums& classes) {
        for (const auto& [of_class, sums] : classes)
            for (const auto& [points, s] : sums)
                if (s.count > 0.5)
                    text_ += "factor " + std::to_string(std::lround(s.count)) + " " + rounded(points) + " " +
                             number_text(std::exp(s.logarithms / s.count), 4) + " " + of_class + "\n";
    }

    /// The rows to write, by their groups. A pass is written with all its choices or with none.
    auto chosen_rows() const {
        std::set<std::pair<std::uint64_t, data_place>> differing;
        for (const auto& [key, r] : all_.rows_)
            if (whole_ || !all_.is_predicted(r)) differing.insert({key.pass, key.place});
        std::vector<const std::pair<const measurements::row_key, measurements::row>*> rows;
        for (const auto& each : all_.rows_)
            if (differing.count({each.first.pass, each.first.place})) rows.push_back(&each);
        using group = std::tuple<const std::string&, int, data_place, const std::string&, std::uint64_t>;
        const auto group_of = [&](const auto* each) {
            const auto& [key, r] = *each;
            return group(all_.kernels_[r.kernels], key.size, key.place, all_.choices_[key.choice], key.pass);
        };
        std::sort(rows.begin(), rows.end(), [&](const auto* a, const auto* b) { return group_of(a) < group_of(b); });
        return rows;
    }

    void write_rows() {
        const auto rows = chosen_rows();
        std::map<std::string, std::size_t> files;
        for (const auto* each : rows)
            for (auto& file : words_of(all_.kernels_[each->second.kernels])) files.emplace(std::move(file), 0);
        std::size_t count = 0;
        for (auto& [file, number] : files) {
            number = count++;
            text_ += "file " + file + "\n";
        }
        const measurements::row_key* before = nullptr;
        const std::uint32_t* kernels = nullptr;
        for (const auto* each : rows) {
            const auto& [key, r] = *each;
            const bool other = !kernels || *kernels != r.kernels;
            if (other) write_kernels(all_.kernels_[r.kernels], files);
            const bool moved = other || before->size != key.size || before->place != key.place;
            if (moved)
                text_ +=
                    "at " + rounded(key.size) + " " + std::string(places[static_cast<int>(key.place)].first) + "\n";
            if (moved || before->choice != key.choice) text_ += "choice" + all_.choices_[key.choice] + "\n";
            write_row(key, r);
            before = &key;
            kernels = &r.kernels;
        }
    }

    void write_kernels(const std::string& list, const std::map<std::string, std::size_t>& files) {
        const auto names = words_of(list);
        text_ += "kernels " + kernel_digest(names);
        for (const auto& name : names) text_ += " " + std::to_string(files.at(name));
        text_ += "\n";
    }

    void write_row(const measurements::row_key& key, const measurements::row& r) {
        text_ += in_base(key.pass, pass_base) + " " + in_thousandths(r.copies);
        if (whole_ && r.error)
            text_ += " " + in_thousandths(r.error->model) + " " + std::to_string(r.error->points) + " " +
                     r.error->of_class + " " + r.error->problem;
        text_ += "\n";
    }

    const pass_measurements& all_;
    bool whole_;
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
