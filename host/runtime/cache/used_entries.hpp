// A record of the cache entries that this process uses.
#pragma once

#include <set>
#include <string>

namespace stockham::internal {

/// Records the keys of all entries that are found or written while the object exists, by any thread. Thread-safe.
class used_entries {
  public:
    used_entries();
    ~used_entries();
    used_entries(const used_entries&) = delete;
    used_entries& operator=(const used_entries&) = delete;

    std::set<std::string> keys() const;

    /// True while any record exists.
    static bool are_recorded();

    /// Adds the key to all records that exist. Cheap if there are none.
    static void note(const std::string& key);

  private:
    std::set<std::string> keys_;
};

}  // namespace stockham::internal
