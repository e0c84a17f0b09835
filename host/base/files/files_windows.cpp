// File operations by Windows calls. Files are opened with full sharing, so that other processes may read, replace and
// remove them. (Long because the calls need more arguments than those of POSIX.)
#include "base/files/files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
// After it:
#include <aclapi.h>
#include <bcrypt.h>

#include "base/environment.hpp"

namespace stockham::internal {

namespace fs = std::filesystem;

namespace {

constexpr DWORD all_sharing = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr DWORD no_links = FILE_FLAG_OPEN_REPARSE_POINT;
constexpr DWORD most_a_call = DWORD{1} << 30;
constexpr int tries = 50;  // of 1 ms each, for scanners and pending removals

constexpr std::pair<DWORD, int> reasons[] = {
    {ERROR_FILE_NOT_FOUND, ENOENT},      {ERROR_PATH_NOT_FOUND, ENOENT},    {ERROR_INVALID_NAME, ENOENT},
    {ERROR_BAD_NETPATH, ENOENT},         {ERROR_ACCESS_DENIED, EACCES},     {ERROR_SHARING_VIOLATION, EACCES},
    {ERROR_LOCK_VIOLATION, EWOULDBLOCK}, {ERROR_IO_PENDING, EWOULDBLOCK},   {ERROR_FILE_EXISTS, EEXIST},
    {ERROR_ALREADY_EXISTS, EEXIST},      {ERROR_DISK_FULL, ENOSPC},         {ERROR_HANDLE_DISK_FULL, ENOSPC},
    {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},    {ERROR_NOT_ENOUGH_MEMORY, ENOMEM}, {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
    {ERROR_WRITE_PROTECT, EROFS},        {ERROR_DIRECTORY, ENOTDIR},        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
};

/// Sets errno from GetLastError().
void set_errno() {
    const DWORD code = GetLastError();
    errno = EIO;
    for (const auto& [windows, posix] : reasons)
        if (windows == code) errno = posix;
}

bool succeeded(BOOL result) {
    if (result == FALSE) set_errno();
    return result != FALSE;
}

/// CreateFileW with full sharing; sets errno. With `no_links` in `flags` it opens a link itself.
file_descriptor opened(const fs::path& path, DWORD access, DWORD how, DWORD flags) {
    file_descriptor file(CreateFileW(path.c_str(), access, all_sharing, nullptr, how, flags, nullptr));
    if (!file) set_errno();
    return file;
}

/// Repeats a call that fails with EACCES, since a scanner or a pending removal may block the file for a moment.
template <class Call>
bool retried(const Call& call) {
    for (int left = tries;; --left) {
        if (call()) return true;
        if (errno != EACCES || left == 0) return false;
        Sleep(1);
    }
}

std::uint64_t combined(DWORD high, DWORD low) {
    return std::uint64_t{high} << 32 | low;
}

constexpr std::uint64_t ticks_of_second = 10000000, seconds_1601_to_1970 = 11644473600;

file_time time_of(const FILETIME& time) {
    const auto ticks = combined(time.dwHighDateTime, time.dwLowDateTime);
    const auto seconds = static_cast<std::int64_t>(ticks / ticks_of_second) - std::int64_t{seconds_1601_to_1970};
    return {static_cast<std::time_t>(seconds), static_cast<long>(ticks % ticks_of_second * 100)};
}

FILETIME windows_time(const file_time& time) {
    const auto seconds = std::max<std::int64_t>(0, std::int64_t{time.first} + std::int64_t{seconds_1601_to_1970});
    const auto ticks =
        static_cast<std::uint64_t>(seconds) * ticks_of_second + static_cast<std::uint64_t>(time.second) / 100;
    return {static_cast<DWORD>(ticks), static_cast<DWORD>(ticks >> 32)};
}

bool look_at(const file_descriptor& file, BY_HANDLE_FILE_INFORMATION& about) {
    return succeeded(GetFileInformationByHandle(file.get(), &about));
}

bool is_link(const BY_HANDLE_FILE_INFORMATION& about) {
    return (about.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
}
bool is_folder(const BY_HANDLE_FILE_INFORMATION& about) {
    return (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

/// Returns the file, or nothing and ELOOP if it is a link.
file_descriptor unless_link(file_descriptor file) {
    BY_HANDLE_FILE_INFORMATION about{};
    if (!file || (look_at(file, about) && !is_link(about))) return file;
    file.close();
    errno = ELOOP;
    return file;
}

/// The path of an open folder. It cannot change while the folder is open.
fs::path path_of(const file_descriptor& folder) {
    std::wstring path(GetFinalPathNameByHandleW(folder.get(), nullptr, 0, FILE_NAME_NORMALIZED), L'\0');
    const auto length =
        GetFinalPathNameByHandleW(folder.get(), path.data(), static_cast<DWORD>(path.size()), FILE_NAME_NORMALIZED);
    path.resize(length);
    return path;
}

fs::path in_folder(const file_descriptor& folder, const std::string& name) {
    return path_of(folder) / fs::u8path(name);
}

/// True if the owner of the file is the user of this process or the default owner of new files.
bool is_own(const file_descriptor& file) {
    HANDLE process = nullptr;
    if (OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &process) == FALSE) return false;
    const file_descriptor token(process);
    PSID owner = nullptr;
    PSECURITY_DESCRIPTOR all = nullptr;
    if (GetSecurityInfo(file.get(), SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION, &owner, nullptr, nullptr, nullptr,
                        &all) != ERROR_SUCCESS)
        return false;
    const auto is_it = [&](TOKEN_INFORMATION_CLASS which) {
        // TOKEN_USER and TOKEN_OWNER both start with a pointer to a security identifier stored behind them.
        alignas(TOKEN_USER) std::array<std::byte, sizeof(TOKEN_USER) + SECURITY_MAX_SID_SIZE> about{};
        DWORD length = 0;
        if (GetTokenInformation(token.get(), which, about.data(), static_cast<DWORD>(about.size()), &length) == FALSE)
            return false;
        return EqualSid(owner, *reinterpret_cast<PSID*>(about.data())) != FALSE;
    };
    const bool own = is_it(TokenUser) || is_it(TokenOwner);
    LocalFree(all);
    return own;
}

bool write_all(const file_descriptor& file, std::string_view bytes) {
    while (!bytes.empty()) {
        DWORD written = 0;
        const auto piece = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), most_a_call));
        if (!succeeded(WriteFile(file.get(), bytes.data(), piece, &written, nullptr))) return false;
        bytes.remove_prefix(written);
    }
    return true;
}

// Constants of newer SDKs: POSIX semantics since Windows 10.1607, not in Wine. The name is free or replaced at once,
// even while another process has the old file open.
constexpr auto rename_info_ex = static_cast<FILE_INFO_BY_HANDLE_CLASS>(22);
constexpr auto disposition_info_ex = static_cast<FILE_INFO_BY_HANDLE_CLASS>(21);
constexpr DWORD replace_like_posix = 1 | 2, delete_like_posix = 1 | 2;

bool renamed_like_posix(const fs::path& from, const fs::path& to) {
    const auto file = opened(from, DELETE | SYNCHRONIZE, OPEN_EXISTING, no_links);
    const auto& name = to.native();
    const auto name_bytes = static_cast<DWORD>(name.size() * sizeof name[0]);
    std::vector<std::uint64_t> room(sizeof(FILE_RENAME_INFO) / sizeof(std::uint64_t) + name.size() + 1);
    auto* info = reinterpret_cast<FILE_RENAME_INFO*>(room.data());
    std::memcpy(info, &replace_like_posix, sizeof replace_like_posix);  // flags in place of the boolean ReplaceIfExists
    info->FileNameLength = name_bytes;
    std::memcpy(info->FileName, name.data(), name_bytes);
    const auto size = static_cast<DWORD>(room.size() * sizeof room[0]);
    return file && SetFileInformationByHandle(file.get(), rename_info_ex, info, size) != FALSE;
}

bool removed_like_posix(const fs::path& path) {
    const auto file = opened(path, DELETE | SYNCHRONIZE, OPEN_EXISTING, no_links | FILE_FLAG_BACKUP_SEMANTICS);
    DWORD flags = delete_like_posix;
    return file && SetFileInformationByHandle(file.get(), disposition_info_ex, &flags, sizeof flags) != FALSE;
}

bool renamed(const fs::path& from, const fs::path& to, DWORD flags) {
    if (renamed_like_posix(from, to)) return true;
    return retried([&] { return succeeded(MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING | flags)); });
}

std::error_code removed(const fs::path& path) {
    const DWORD attributes = GetFileAttributesW(path.c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES) {
        set_errno();
        return errno == ENOENT ? std::error_code() : last_error();
    }
    if (removed_like_posix(path)) return {};
    const bool folder = (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    const auto call = [&] { return succeeded(folder ? RemoveDirectoryW(path.c_str()) : DeleteFileW(path.c_str())); };
    return retried(call) || errno == ENOENT ? std::error_code() : last_error();
}

/// A random name beside the path, for a temporary file.
fs::path name_beside(const fs::path& path) {
    std::array<char, 8> random{};
    random_bytes(random.data(), random.size());
    std::string name = "." + std::to_string(process_number()) + ".";
    for (const char byte : random) name += static_cast<char>('a' + (static_cast<unsigned char>(byte) & 15));
    return fs::path(path).concat(name);
}

}  // namespace

bool file_descriptor::close() {
    return number_ == no_file || CloseHandle(std::exchange(number_, no_file)) != FALSE;
}

file_time time_now() {
    FILETIME now{};
    GetSystemTimeAsFileTime(&now);
    return time_of(now);
}

std::error_code last_error() {
    return {errno, std::generic_category()};
}

file_facts facts_of(const file_descriptor& file) {
    BY_HANDLE_FILE_INFORMATION about{};
    file_facts facts;
    if (GetFileType(file.get()) != FILE_TYPE_DISK) {
        facts.kind = file ? file_kind::other : file_kind::none;
        return facts;
    }
    if (!look_at(file, about)) return facts;
    facts.kind = is_folder(about) ? file_kind::folder : is_link(about) ? file_kind::other : file_kind::regular;
    facts.bytes = combined(about.nFileSizeHigh, about.nFileSizeLow);
    facts.changed = time_of(about.ftLastWriteTime);
    facts.identity = {about.dwVolumeSerialNumber, combined(about.nFileIndexHigh, about.nFileIndexLow),
                      time_of(about.ftCreationTime)};
    return facts;
}

bool is_at(const fs::path& path, const file_descriptor& file) {
    const auto there = opened(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, no_links | FILE_FLAG_BACKUP_SEMANTICS);
    return there && facts_of(there).identity == facts_of(file).identity;
}

std::pair<file_descriptor, std::error_code> open_own_folder(const fs::path& path, bool make) {
    std::error_code why;
    if (make) fs::create_directories(path, why);  // opening reports the error
    // Without FILE_SHARE_DELETE nobody can remove or rename it while it is open.
    file_descriptor folder(CreateFileW(path.c_str(), FILE_LIST_DIRECTORY | READ_CONTROL | SYNCHRONIZE,
                                       FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr, OPEN_EXISTING,
                                       FILE_FLAG_BACKUP_SEMANTICS, nullptr));
    if (!folder) {
        set_errno();
        return {file_descriptor(), last_error()};
    }
    if (facts_of(folder).kind != file_kind::folder)
        return {file_descriptor(), std::make_error_code(std::errc::not_a_directory)};
    if (!is_own(folder)) return {file_descriptor(), std::make_error_code(std::errc::operation_not_permitted)};
    return {std::move(folder), std::error_code()};
}

file_descriptor open_file(const file_descriptor& folder, const std::string& name) {
    return unless_link(opened(in_folder(folder, name), GENERIC_READ | FILE_WRITE_ATTRIBUTES, OPEN_EXISTING, no_links));
}

file_descriptor open_file(const fs::path& path) {
    return opened(path, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
}

std::int64_t length_of_own(const file_descriptor& file) {
    const auto facts = facts_of(file);
    return facts.kind == file_kind::regular && is_own(file) ? static_cast<std::int64_t>(facts.bytes) : -1;
}

std::ptrdiff_t read_some(const file_descriptor& file, char* to, std::size_t bytes) {
    DWORD got = 0;
    const auto piece = static_cast<DWORD>(std::min<std::size_t>(bytes, most_a_call));
    return succeeded(ReadFile(file.get(), to, piece, &got, nullptr)) ? static_cast<std::ptrdiff_t>(got) : -1;
}

bool read_all(const file_descriptor& file, char* to, std::size_t bytes) {
    while (bytes > 0) {
        const auto got = read_some(file, to, bytes);
        if (got <= 0) return false;
        to += got;
        bytes -= static_cast<std::size_t>(got);
    }
    return true;
}

std::error_code write_file(const file_descriptor& folder, const std::string& temporary, const std::string& name,
                           const std::vector<std::string_view>& pieces) {
    const auto beside = in_folder(folder, temporary);
    auto file = opened(beside, GENERIC_WRITE, CREATE_NEW, no_links);
    if (!file) return last_error();
    bool good = true;
    for (auto piece : pieces) good = good && write_all(file, piece);
    // Not flushed, which can take longer than compiling. Readers detect files that a crash damaged.
    good = good && file.close() && renamed(beside, in_folder(folder, name), 0);
    if (good) return {};
    const auto why = last_error();
    file.close();
    removed(beside);
    return why;
}

std::error_code replace_file(const fs::path& path, std::string_view text) {
    if (const auto before = open_file(path); before && facts_of(before).kind != file_kind::regular)
        return std::make_error_code(std::errc::invalid_argument);
    const auto beside = name_beside(path);
    auto file = opened(beside, GENERIC_WRITE, CREATE_NEW, no_links);
    if (!file) return last_error();
    bool good = write_all(file, text) && succeeded(FlushFileBuffers(file.get()));
    good = good && file.close() && renamed(beside, path, MOVEFILE_WRITE_THROUGH);
    if (good) return {};
    const auto why = last_error();
    file.close();
    removed(beside);
    return why;
}

file_descriptor open_lock(const fs::path& path) {
    // Write access includes attributes, by which the holder stores when it took the lock.
    const DWORD access = GENERIC_READ | GENERIC_WRITE;
    file_descriptor file;
    // A file whose removal is pending can be neither opened nor created.
    retried([&] { return static_cast<bool>(file = opened(path, access, OPEN_ALWAYS, no_links)); });
    return unless_link(std::move(file));
}

file_descriptor open_lock(const file_descriptor& folder, const std::string& name) {
    return open_lock(in_folder(folder, name));
}

bool lock(const file_descriptor& file) {
    OVERLAPPED far_behind{};  // beyond the data, since others cannot read a locked range
    far_behind.OffsetHigh = 0x40000000;
    return succeeded(LockFileEx(file.get(), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &far_behind));
}

bool is_busy(const std::error_code& error) {
    return error == std::errc::operation_would_block;
}

void set_time(const file_descriptor& file, file_time time) {
    const auto changed = windows_time(time);
    SetFileTime(file.get(), nullptr, nullptr, &changed);
}

void set_time(const file_descriptor& folder, const std::string& name, file_time time) {
    if (const auto file = opened(in_folder(folder, name), FILE_WRITE_ATTRIBUTES, OPEN_EXISTING, no_links))
        set_time(file, time);
}

std::error_code remove_file(const file_descriptor& folder, const std::string& name) {
    return removed(in_folder(folder, name));
}

std::error_code remove_file(const fs::path& path) {
    return removed(path);
}

std::vector<listed_file> list_files(const file_descriptor& folder) {
    std::vector<listed_file> files;
    WIN32_FIND_DATAW next{};
    const HANDLE search = FindFirstFileW((path_of(folder) / L"*").c_str(), &next);
    if (search == INVALID_HANDLE_VALUE) return files;
    do {
        if (next.dwFileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT)) continue;
        files.push_back({fs::path(next.cFileName).u8string(), combined(next.nFileSizeHigh, next.nFileSizeLow),
                         time_of(next.ftLastWriteTime)});
    } while (FindNextFileW(search, &next) != FALSE);
    FindClose(search);
    return files;
}

bool may_write_in(fs::path folder) {
    std::error_code none;
    while (!fs::exists(folder, none) && folder.has_relative_path()) folder = folder.parent_path();
    return folder.empty() || fs::is_directory(folder, none);
}

std::optional<fs::path> user_cache_home() {
    return folder_in_environment("LOCALAPPDATA");
}

std::optional<fs::path> user_config_home() {
    return folder_in_environment("APPDATA");
}

std::optional<fs::path> system_config_home() {
    return folder_in_environment("PROGRAMDATA");
}

unsigned long process_number() {
    return GetCurrentProcessId();
}

unsigned long fork_count() noexcept {
    return 0;
}

bool random_bytes(char* to, std::size_t bytes) {
    const auto status = BCryptGenRandom(nullptr, reinterpret_cast<PUCHAR>(to), static_cast<ULONG>(bytes),
                                        BCRYPT_USE_SYSTEM_PREFERRED_RNG);
    if (status >= 0) return true;
    std::fill_n(to, bytes, '\0');
    return false;
}

}  // namespace stockham::internal
