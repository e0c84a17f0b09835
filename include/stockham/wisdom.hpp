// Wisdom: the fastest plans that searches found, by problem and device.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <stockham/export.h>

namespace stockham {
inline namespace v0_2 {

/// How a plan is found, as in FFTW. The rigors measure, patient and exhaustive run candidates on the device, unless
/// wisdom has a plan of at least that rigor.
enum class rigor {
    estimate,    ///< the plan from wisdom, else the cost model's; nothing is measured
    measure,     ///< measures the best candidates of the cost model
    patient,     ///< measures more candidates
    exhaustive,  ///< measures all candidates
    wisdom_only  ///< the plan from wisdom, else unsupported_error
};

/// The name of a rigor: "estimate", "measure", "patient", "exhaustive", "wisdom_only".
STOCKHAM_API const char* to_string(rigor) noexcept;

/// One measured plan. Plain data.
struct wisdom_entry {
    std::string problem;                   ///< problem string without direction and scale, which do not affect the plan
    std::string plan;                      ///< as plan::plan_string()
    std::string device;                    ///< device_description::name
    std::string architecture;              ///< device_description::architecture
    std::string vendor;                    ///< "nvidia", "amd", ..; "any" matches devices without a better entry
    std::string driver;                    ///< device_description::driver
    std::string library;                   ///< version of the library that measured it
    std::string kernels;                   ///< fingerprint of the kernel files; the entry is ignored if they changed
    stockham::rigor how = rigor::measure;  ///< rigor of the search
    double seconds = 0;                    ///< of one execution; the median
    double spread = 0;                     ///< interquartile range over the median
    double estimate_seconds = 0;           ///< of the cost model's plan in the same search; 0: unknown
};

/// A set of entries. Thread-safe: plans may use it while others add entries. A member that throws leaves the entries
/// unchanged.
class STOCKHAM_API wisdom {
  public:
    wisdom();  ///< empty
    ~wisdom();
    wisdom(const wisdom&) = delete;
    wisdom& operator=(const wisdom&) = delete;

    /// The wisdom that plans use by default. Read at its first use: the entries of the library,
    /// /etc/stockham/wisdom.json and user_file(). Unusable entries are ignored with a message (stockham/messages.hpp).
    /// STOCKHAM_WISDOM in the environment names a file in place of user_file(); `off` skips all three. Searches add
    /// their results in memory; write_file() or merge_into_file() saves them.
    static wisdom& standard();

    /// The path of the user's file: $XDG_CONFIG_HOME/stockham/wisdom.json, else $HOME/.config/stockham/wisdom.json; on
    /// Windows %APPDATA%\stockham\wisdom.json (and %PROGRAMDATA% for /etc). Empty if no such variable is set.
    static std::string user_file();

    /// Adds entries from JSON. Of two entries for one problem and device it keeps the one with the current kernels,
    /// then the one of higher rigor, then the faster one. Throws argument_error for malformed wisdom.
    void merge_text(std::string_view json);
    /// Adds entries from a regular file of at most 16 MiB. Throws argument_error if it cannot be read.
    void merge_file(const std::string& path);
    /// Adds the entries of another set.
    void merge(const wisdom&);
    /// Adds one entry. Throws argument_error for a malformed problem, an invalid time or a rigor that does not measure.
    void add(const wisdom_entry&);

    /// Removes the entries of a problem (empty: all problems) on devices with this name or architecture (empty: all
    /// devices). Returns how many it removed.
    std::size_t forget(std::string_view problem, std::string_view device = {});

    /// All entries, sorted by problem, then device.
    std::vector<wisdom_entry> entries() const;
    /// The entries of one problem, which must be spelled as in wisdom_entry::problem.
    std::vector<wisdom_entry> entries_of(const std::string& problem) const;

    /// All entries as JSON, one per line.
    std::string text() const;

    /// Writes all entries to a file, by renaming a temporary file: readers see the old or the new text. Follows
    /// symbolic links; keeps the mode of an existing file and, if permitted, its owner. Creates the folder. Throws
    /// argument_error if it cannot write.
    void write_file(const std::string& path) const;

    /// Merges all entries into a file under a lock (PATH.lock), so that concurrent processes lose no entries. Waits for
    /// the lock for up to ten seconds, with a message after one. Throws argument_error if the file is not wisdom of
    /// this format (it is then unchanged), or cannot be written or locked.
    void merge_into_file(const std::string& path) const;

    /// forget() on a file, under the same lock. Throws argument_error if the file cannot be read, written or locked.
    static std::size_t forget_in_file(const std::string& path, std::string_view problem, std::string_view device = {});

    /// A number that changes with every change of an entry, for callers that cache plans.
    std::size_t revision() const noexcept;

    /// True if plans use the entry: its plan string is valid and was measured with the kernels of this library.
    static bool is_current(const wisdom_entry&);

  private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace v0_2
}  // namespace stockham
