// Entries of a cache on disk: file format, file names, and eviction.
//
// The SHA-256 of its key names an entry's file. Its format, with little-endian numbers:
//
//     bytes  0 ..  7   magic, including the format version
//            8 .. 15   length of the key
//           16 .. 23   length of the payload
//           24 .. 55   SHA-256 of the key
//           56 .. 87   SHA-256 of bytes 0 .. 55 and the payload: a payload belongs to one header
//           88 ..      payload
//
// The key and the file's length determine the first 56 bytes, so they are compared and never parsed.
#include "runtime/cache/disk_store.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/files/files.hpp"
#include "base/files/system_text.hpp"
#include "base/little_endian.hpp"
#include "base/messages/messages.hpp"
#include "base/sha256.hpp"
#include "runtime/cache/used_entries.hpp"

namespace stockham::internal {

namespace {

constexpr std::size_t front_bytes = 56, digest_bytes = 32, header_bytes = front_bytes + digest_bytes;
constexpr std::time_t left_over_seconds = 3600;  // writing a temporary file takes less
constexpr std::uint64_t unlisted_part = 16;
constexpr std::string_view magic = "stkprog1";
constexpr std::string_view entry_suffix = ".program", temporary_prefix = "temporary-";

/// Length and digest of a key. Keys are as long as a kernel's source, so they are digested only once.
struct digested_key {
    explicit digested_key(const std::string& key) : bytes(key.size()), digest(sha256().add(key).digest()) {}
    std::uint64_t bytes;
    std::string digest;
};

/// The first 56 bytes of an entry.
std::string front_of(const digested_key& key, std::uint64_t payload_bytes) {
    return std::string(magic) + little_endian(key.bytes) + little_endian(payload_bytes) + key.digest;
}

std::string entry_name(std::string_view key_digest) {
    return hex(key_digest).append(entry_suffix);
}

bool is_entry(std::string_view name) {
    const auto digits = 2 * digest_bytes;
    return name.find_first_not_of("0123456789abcdef") == digits && name.substr(digits) == entry_suffix;
}

/// Unique to this process, also among machines and containers that share the folder.
std::string temporary_name() {
    static std::atomic<unsigned> counter{0};
    char random[8] = {};
    random_bytes(random, sizeof random);  // may fail: creating a file whose name is taken fails, too
    return std::string(temporary_prefix) + std::to_string(process_number()) + "-" + std::to_string(counter++) + "-" +
           hex({random, sizeof random});
}

bool is_temporary(std::string_view name) {
    const auto numbers = temporary_prefix.size();
    return name.substr(0, numbers) == temporary_prefix && name.size() > numbers &&
           name.find_first_not_of("0123456789abcdef-", numbers) == name.npos;
}

/// The payload of a file of this length if it belongs to the key and is intact.
std::optional<std::string> verified_payload(const file_descriptor& file, std::uint64_t bytes, const digested_key& key) {
    std::string header(header_bytes, '\0');
    if (bytes < header_bytes || !read_all(file, header.data(), header.size())) return {};
    const auto front = front_of(key, bytes - header_bytes);
    if (header.compare(0, front_bytes, front) != 0) return {};
    std::string payload;
    if (bytes > payload.max_size()) return {};  // a 32-bit host
    payload.resize(static_cast<std::size_t>(bytes - header_bytes));
    if (!read_all(file, payload.data(), payload.size())) return {};
    if (header.compare(front_bytes, digest_bytes, sha256().add(front).add(payload).digest()) != 0) return {};
    return payload;
}

}  // namespace

disk_store::disk_store(std::filesystem::path folder, std::uint64_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes) {}

std::optional<std::string> disk_store::find(const std::string& text) const {
    const auto folder = open(false);
    if (!folder) return {};
    const digested_key key(text);
    const auto name = entry_name(key.digest);
    const auto file = open_file(folder, name);
    if (!file && errno != ELOOP) {  // ELOOP: a symbolic link, never an entry
        if (errno != ENOENT) say("has an entry that cannot be read: " + system_text(last_error()));
        return {};
    }
    const auto bytes = file ? length_of_own(file) : -1;
    if (bytes >= 0 && static_cast<std::uint64_t>(bytes) <= most_bytes_)
        if (auto payload = verified_payload(file, static_cast<std::uint64_t>(bytes), key)) {
            set_time(file, time_now());
            used_entries::note(text);
            return payload;
        }
    // If another process has written a good entry meanwhile, it will simply be made again.
    const auto error = remove_file(folder, name);
    say("had entries that were damaged or too large, " +
        (error ? "not removed: " + system_text(error) : "now removed"));
    return {};
}

bool disk_store::keep(const std::string& text, const std::string& payload) const {
    const digested_key key(text);
    const auto front = front_of(key, payload.size()), digest = sha256().add(front).add(payload).digest();
    if (!write(entry_name(key.digest), {front, digest, payload})) return false;
    used_entries::note(text);
    return true;
}

std::string disk_store::entry(const std::string& text, const std::string& payload) {
    const auto front = front_of(digested_key(text), payload.size());
    return front + sha256().add(front).add(payload).digest() + payload;
}

bool disk_store::is_intact(const std::string& entry) {
    if (entry.size() < header_bytes || entry.compare(0, magic.size(), magic) != 0) return false;
    const std::string_view all = entry, front = all.substr(0, front_bytes), payload = all.substr(header_bytes);
    return from_little_endian(front.substr(16, 8)) == payload.size() &&
           all.substr(front_bytes, digest_bytes) == sha256().add(front).add(payload).digest();
}

bool disk_store::keep_entry(const std::string& entry) const {
    constexpr std::size_t key_digest = 24;
    return write(entry_name(std::string_view(entry).substr(key_digest, digest_bytes)), {entry});
}

bool disk_store::write(const std::string& name, const std::vector<std::string_view>& pieces) const {
    std::uint64_t bytes = 0;
    for (const auto piece : pieces) bytes += piece.size();
    if (bytes > most_bytes_) {
        say("has a size limit that is too small for one entry");
        return false;
    }
    const auto folder = open(true);
    if (!folder) return false;
    if (const auto error = write_file(folder, temporary_name(), name, pieces)) {
        say("cannot be written: " + system_text(error));
        return false;
    }
    count(folder, name, bytes);
    return true;
}

disk_store::usage disk_store::used() const {
    usage all;
    if (const auto folder = open(false))
        for (const auto& file : list_files(folder))
            if (is_entry(file.name)) ++all.entries, all.bytes += file.bytes;
    return all;
}

disk_store::usage disk_store::clear() const {
    usage removed;
    if (const auto folder = open(false))
        for (const auto& file : list_files(folder)) {
            const bool entry = is_entry(file.name);
            if ((entry || is_temporary(file.name)) && !remove_file(folder, file.name) && entry)
                ++removed.entries, removed.bytes += file.bytes;
        }
    return removed;
}

/// The folder if it exists and may be used.
file_descriptor disk_store::open(bool make) const {
    auto [folder, error] = open_own_folder(folder_, make);
    if (error == std::errc::operation_not_permitted)
        say("is not used: it belongs to another user, or others may write to it");
    else if (error && (make || error != std::errc::no_such_file_or_directory))
        say("cannot be used: " + system_text(error));
    return std::move(folder);
}

/// Counts an entry that has been written, and makes room if it may be needed. An entry that replaced another one counts
/// in full, which only leads to an earlier listing.
void disk_store::count(const file_descriptor& folder, const std::string& newest, std::uint64_t bytes) const {
    const std::lock_guard lock(allowance_->mutex);
    if (bytes <= allowance_->bytes) {
        allowance_->bytes -= bytes;
        return;
    }
    const auto used = make_room(folder, newest);
    allowance_->bytes = used < most_bytes_ ? std::min(most_bytes_ - used, most_bytes_ / unlisted_part) : 0;
}

/// Removes entries until all fit, and returns their total size.
std::uint64_t disk_store::make_room(const file_descriptor& folder, const std::string& newest) const {
    auto files = list_files(folder);
    const auto now = time_now();
    // The clock was wrong, then or now: treat such a file as new.
    for (const auto& file : files)
        if (file.time > now && (is_entry(file.name) || is_temporary(file.name))) set_time(folder, file.name, now);
    std::uint64_t bytes = 0;
    for (const auto& file : files) {
        if (is_entry(file.name)) bytes += file.bytes;
        if (is_temporary(file.name) && file.time.first < now.first - left_over_seconds) remove_file(folder, file.name);
    }
    std::sort(files.begin(), files.end(),
              [](const auto& a, const auto& b) { return std::tie(a.time, a.name) < std::tie(b.time, b.name); });
    for (const auto& file : files) {
        if (bytes <= most_bytes_) break;
        if (is_entry(file.name) && file.name != newest && !remove_file(folder, file.name)) bytes -= file.bytes;
    }
    return bytes;
}

void disk_store::say(const std::string& what) const {
    say_once("the cache in " + folder_.string() + " " + what);
}

std::optional<std::filesystem::path> user_cache_folder() {
    const auto home = user_cache_home();
    return home ? std::optional(*home / "stockham") : std::nullopt;
}

}  // namespace stockham::internal
