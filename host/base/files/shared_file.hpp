// A settings file that several processes change, such as wisdom.
#pragma once

#include <memory>
#include <string>

namespace stockham::internal {

/// Names a file, behind symbolic links; it need not exist. All members throw argument_error for the field given to the
/// constructor, with a message that quotes the path.
class shared_file {
  public:
    /// Creates the file's folder if it is missing.
    shared_file(const std::string& path, const char* field);

    /// Locks PATH.lock while the file is read, changed and replaced, until the end of the object. The lock ends with
    /// the process. The next process takes over and removes the lock file of one that crashed.
    class locked;
    std::shared_ptr<const locked> lock() const;

    /// True if the file exists, or if that cannot be told: then reading reports the error.
    bool exists() const;
    /// Reads a settings file (settings_file.hpp).
    std::string text() const;
    void replace(const std::string& text) const;

  private:
    std::string path_;
    const char* field_;
};

}  // namespace stockham::internal
