// The other files from which an HDF5 file may take data: external links, external storage and virtual data sets. A file
// could thus show the contents of any file of its reader, or make the reader wait for a pipe.
#pragma once

#include <set>
#include <string>
#include <utility>

#include <hdf5.h>

namespace stockham::tools {

/// Calls of HDF5 with this object need its lock, as all do. An object serves one file; it must outlive the opening of
/// data sets with properties that it guards.
class hdf5_sources {
  public:
    /// `file` is the path of the HDF5 file. Unless `allowed`, nothing is taken from other files.
    hdf5_sources(std::string file, bool allowed) : file_(std::move(file)), allowed_(allowed) {}
    hdf5_sources(const hdf5_sources&) = delete;
    hdf5_sources& operator=(const hdf5_sources&) = delete;

    /// Makes data sets that are opened with these access properties follow external links only as allowed, and makes
    /// the names of external storage relative to the folder of the file that has them.
    void guard(hid_t access);

    /// Throws job_error if a guarded call followed an external link that is not allowed.
    void check_links() const;

    /// Throws job_error if the data of the data set comes from files that are not allowed, not regular or not there, or
    /// from itself.
    void check(hid_t dataset);

    /// True if data of a data set that was opened or checked lies in another file or another data set.
    bool has_other() const { return has_other_; }

  private:
    using source = std::pair<std::string, std::string>;  // a file and a data set in it

    static herr_t on_link(const char* parent_file, const char* parent_group, const char* file, const char* object,
                          unsigned* flags, hid_t access, void* self);
    std::string refusal(const std::string& file, const char* how) const;
    std::string locate(const std::string& file, const std::string& beside) const;
    void check_storage(hid_t properties, const std::string& file);
    void check_virtual(hid_t properties, const source& place);
    void check_mapping(const source& named, const source& place);
    void check_one(const source& named, const source& place);
    void check_all(hid_t dataset, const source& place);

    const std::string file_;
    const bool allowed_;
    bool has_other_ = false;
    std::string refused_link_;
    std::set<source> open_, checked_;
};

}  // namespace stockham::tools
