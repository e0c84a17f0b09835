// Wisdom: plans that were measured to be the fastest, by problem and device.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <stockham/export.h>

namespace stockham {
inline namespace v0_2 {

/// How a plan is found, as in FFTW. What measures runs candidates on the device, unless wisdom has a plan found with as
/// much rigor.
enum class rigor {
    estimate,    ///< wisdom's plan if there is one, else the cost model's, at once
    measure,     ///< the candidates that the cost model likes best
    patient,     ///< more of them
    exhaustive,  ///< all that there are
    wisdom_only  ///< wisdom's plan; what it does not know is refused
};

/// The name of a rigor: "estimate", "measure", "patient", "exhaustive", "wisdom_only".
STOCKHAM_API const char* to_string(rigor) noexcept;

/// One plan that was measured. Plain data.
struct wisdom_entry {
    std::string problem;       ///< problem string, without direction and scale: they do not matter to the plan
    std::string plan;          ///< the plan string, as plan::plan_string() gives it
    std::string device;        ///< device_description::name
    std::string architecture;  ///< device_description::architecture
    std::string vendor;        ///< "nvidia", "amd", ..; "any": for whatever has no better entry
    std::string driver;        ///< device_description::driver
    std::string library;       ///< version of this library that measured it
    std::string kernels;       ///< fingerprint of the kernel files: with others the entry is ignored
    stockham::rigor how = rigor::measure;  ///< which search found it
    double seconds = 0;                    ///< of one execution, the median
    double spread = 0;                     ///< the quartiles' distance over the median
    double estimate_seconds = 0;           ///< what the estimate's plan took, measured beside it; 0: not known
};

/// A set of entries. Thread-safe, const members and others: plans may consult it while others are added. A member that
/// throws leaves the entries as they were.
class STOCKHAM_API wisdom {
  public:
    wisdom();  ///< empty
    ~wisdom();
    wisdom(const wisdom&) = delete;
    wisdom& operator=(const wisdom&) = delete;

    /// What plans consult unless their options name another: read once a process, at its first use, from what comes
    /// with the library, then /etc/stockham/wisdom.json, then user_file(); what cannot be used is ignored, and said
    /// once (see stockham/messages.hpp). The environment's STOCKHAM_WISDOM names another file than user_file(); "off":
    /// all three are left out. What measuring plans learn is added to it in memory; write_file() keeps it.
    static wisdom& standard();

    /// The user's file: $XDG_CONFIG_HOME/stockham/wisdom.json, else $HOME/.config/stockham/wisdom.json; on Windows
    /// %APPDATA%\stockham\wisdom.json (and %PROGRAMDATA% in place of /etc). Empty if none is set.
    static std::string user_file();

    /// Adds entries. Of two for the same problem and device the one whose kernels are today's stays, then the one found
    /// with more rigor, then the faster one. Throws argument_error if the text is not wisdom of this format.
    void merge_text(std::string_view json);
    /// Likewise from a regular file of at most 16 MiB. Throws argument_error if it cannot be read.
    void merge_file(const std::string& path);
    /// Likewise from another set, which stays as it is.
    void merge(const wisdom&);
    /// Likewise one. Throws argument_error if its problem or a time is none, or its rigor is none that measures.
    void add(const wisdom_entry&);

    /// Removes entries of this problem (empty: of all) on devices whose name or architecture is this (empty: on all);
    /// returns how many.
    std::size_t forget(std::string_view problem, std::string_view device = {});

    /// All entries, by problem, then device.
    std::vector<wisdom_entry> entries() const;
    /// Those of one problem, written as wisdom_entry::problem has it; none for any other string.
    std::vector<wisdom_entry> entries_of(const std::string& problem) const;

    /// As JSON, an entry a line.
    std::string text() const;

    /// Writes all entries to a file, through a temporary file beside it that is renamed: readers see the old text or
    /// the new one. A link stays one: the file that it leads to is written. What was there keeps its mode and, where
    /// this user may give it away, its owner. Makes its folder if need be. Throws argument_error if that cannot be
    /// done.
    void write_file(const std::string& path) const;

    /// Merges into a file what is here, under a lock (PATH.lock, which is there meanwhile): of many processes that do
    /// so none loses entries. One that waits for a second says so (see stockham/messages.hpp), and gives up after ten.
    /// Entries that are no wisdom of this format are not overwritten: throws argument_error, as for a file that cannot
    /// be written or locked.
    void merge_into_file(const std::string& path) const;

    /// forget() in a file, likewise under its lock. Throws argument_error if it cannot be read, written or locked.
    static std::size_t forget_in_file(const std::string& path, std::string_view problem, std::string_view device = {});

    /// Changes whenever an entry does. For plans that were kept.
    std::size_t revision() const noexcept;

    /// Whether an entry's plan can be read and was measured with this library's kernels: others are ignored.
    static bool is_current(const wisdom_entry&);

  private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace v0_2
}  // namespace stockham
