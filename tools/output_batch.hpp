// Finished outputs of a job with many files: one sync of the disk serves many of them.
#pragma once

#include <mutex>
#include <string>
#include <vector>

namespace stockham::tools {

/// An output that is complete under a temporary name.
struct finished_file {
    std::string name;               ///< for errors
    std::string temporary, target;  ///< its name, and the one that it gets
    int lock = -1;                  ///< a descriptor of the file, which is open until it has its name
};

/// Gives the file its name and closes the descriptor. Returns 0, or errno after removing the file.
int publish(finished_file&);

/// While an object exists, output_file::commit() hands over its file instead of waiting for the disk. The files get
/// their names a hundred at a time, after one sync: a crash leaves no output that is cut off under its name. At most
/// one object exists. Its members are thread-safe.
class output_batch {
  public:
    output_batch();
    /// Removes the files that have no name yet.
    ~output_batch();
    output_batch(const output_batch&) = delete;
    output_batch& operator=(const output_batch&) = delete;

    /// Gives all files their names. Throws job_error for the first one that could not be written, now or before.
    void finish();

    /// Takes the file and returns true if there is a batch.
    static bool take(finished_file& file);

  private:
    void publish_all();
    void keep_failure(const std::string& name, int code);

    std::mutex guard_;
    std::vector<finished_file> files_;
    std::string failure_;
};

}  // namespace stockham::tools
