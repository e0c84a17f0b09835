// Measured times of passes on a device, as plain data (pass_file.hpp describes files).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace stockham::internal {

/// Where the data of a plan are while its passes run.
enum class data_place { cache, memory };

/// What the model predicted for a measured pass.
struct model_prediction {
    double copies = 0;    ///< predicted seconds of the device over those of a copy of the same bytes
    std::string problem;  ///< problem string for which the pass was measured
};

/// The measured time of a pass by one choice.
struct pass_measurement {
    std::uint64_t pass = 0;            ///< pass_hash() (decompose/pass_hash.hpp)
    std::string choice;                ///< its options as in a plan string, each after a space
    std::vector<std::string> kernels;  ///< the files that its kernel consists of
    data_place place = data_place::memory;
    std::uint64_t bytes = 0;  ///< read plus written; files hold a rounded number
    double copies = 0;        ///< seconds of the device over those of a copy of the same bytes
    /// The highest ratio of measured over predicted times among the choices of the pass, if this is the best of several
    /// and the others are left out; 0: the others are there.
    double others = 0;
    std::optional<model_prediction> predicted;
};

/// A measured choice that holds for a pass.
struct measured_choice {
    const std::string* choice = nullptr;
    double copies = 0;
    double others = 0;  ///< as in pass_measurement
};

/// The devices that measurements are for, and the profile whose predictions they are compared with.
struct measured_device {
    std::string name, architecture, vendor, platform, driver;
    std::string profile;  ///< its digest
};

/// The measurements of a device. Constant ones are thread-safe.
class pass_measurements {
  public:
    pass_measurements() = default;
    explicit pass_measurements(measured_device device) : device_(std::move(device)) {}

    /// Parses a file. Leaves out measurements of kernels whose files have changed since. Throws argument_error for a
    /// malformed text, which `where` names in the message.
    static pass_measurements parse(std::string_view text, const std::string& where);
    /// The first lines of a file. Throws like parse().
    static measured_device parse_device(std::string_view text, const std::string& where);

    /// Replaces the measurement of the same pass and choice at the same place and rounded size.
    void add(pass_measurement);
    /// Adds copies of `bytes` bytes (read plus written) at `rate` bytes per second.
    void add_copy(std::uint64_t bytes, double rate, std::uint64_t count = 1);
    /// Adds another collection, which wins and names the device. If its profile is another one, the predictions of this
    /// collection are lost.
    void merge(const pass_measurements&);
    /// Drops the predictions: they are another profile's.
    void forget_model();

    /// The choices measured for a pass at this place whose sizes are within a factor of `memory_range` (`cache_range`
    /// in the cache, where time is less proportional to bytes), each once, by the closest size.
    std::vector<measured_choice> find(std::uint64_t pass, data_place, std::uint64_t bytes) const;
    static constexpr double memory_range = 16, cache_range = 1.5;
    /// Seconds of a copy of `bytes` bytes (read plus written), by those that were measured with the passes; 0 if there
    /// are none.
    double copy_seconds(std::uint64_t bytes) const;
    /// True if there is a measurement that add() would replace.
    bool has(const pass_measurement&) const;

    /// The text of a file. The whole one has the predictions of the model. The compact one has of each pass only the
    /// best choice. It leaves out a pass if this is the choice that the model prefers and takes the predicted time
    /// within `least_difference`.
    enum class detail { whole, compact };
    std::string text(detail) const;
    static constexpr double least_difference = 0.03;

    /// Names the files that it comes from, so that plans by other measurements have other keys.
    void set_digest(std::string digest) { digest_ = std::move(digest); }
    const std::string& digest() const { return digest_; }

    /// The problems for which passes were measured, where the rows have predictions.
    std::set<std::string> problems() const;

    const measured_device& device() const { return device_; }
    std::size_t size() const { return rows_.size(); }
    bool empty() const { return rows_.empty(); }
    /// The lowest of all measured copies, at most 1: no pass takes less.
    double least_copies() const { return least_copies_; }

  private:
    /// Texts that many rows share, by number.
    class text_list {
      public:
        std::uint32_t number_of(const std::string&);
        std::optional<std::uint32_t> find(const std::string&) const;
        const std::string& operator[](std::uint32_t n) const { return texts_[n]; }

      private:
        std::map<std::string, std::uint32_t> numbers_;
        std::vector<std::string> texts_;
    };
    /// Which measurement: the first members select those of a pass.
    struct row_key {
        std::uint64_t pass;
        data_place place;
        std::uint32_t choice;
        int size;  ///< quarters of octaves of bytes
        friend bool operator<(const row_key& a, const row_key& b) {
            return std::tie(a.pass, a.place, a.choice, a.size) < std::tie(b.pass, b.place, b.choice, b.size);
        }
    };
    struct row {
        std::uint32_t kernels = 0;
        double copies = 0, others = 0;
        std::optional<model_prediction> predicted;
    };
    /// Of logarithms, for geometric means.
    struct sum {
        double logarithms = 0, count = 0;
    };

    static void add_sums(std::map<int, sum>& to, const std::map<int, sum>& from);
    static int size_of(const pass_measurement&);
    /// Only the measurements that a compact file needs.
    std::map<row_key, row> best_rows() const;
    friend class pass_file_writer;

    measured_device device_;
    std::string digest_;
    text_list choices_, kernels_;  ///< the latter: lists of files, separated by blanks
    std::map<row_key, row> rows_;
    std::map<int, sum> copies_;  ///< bytes per second, by quarters of octaves of bytes
    double least_copies_ = 1;
};

using measurements_pointer = std::shared_ptr<const pass_measurements>;

}  // namespace stockham::internal
