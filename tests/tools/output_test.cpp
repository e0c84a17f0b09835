// Output files are complete or absent and have suitable names; signals and notes during the work; threads share work.
#include <atomic>
#include <csignal>

#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "../support/child.hpp"
#include "input.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "support.hpp"
#include "temporary_files.hpp"
#include "tools/harness/progress.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

// A terminal for a child's stderr, and a pipe that lets the child continue.
class terminal {
  public:
    terminal() : master_(::posix_openpt(O_RDWR | O_NOCTTY)) {
        BOOST_REQUIRE(master_ >= 0);
        BOOST_REQUIRE(::grantpt(master_) == 0);
        BOOST_REQUIRE(::unlockpt(master_) == 0);
        slave_ = ::open(::ptsname(master_), O_RDWR | O_NOCTTY);
        BOOST_REQUIRE(slave_ >= 0);
        winsize size{};
        size.ws_col = 20;
        BOOST_REQUIRE(::ioctl(slave_, TIOCSWINSZ, &size) == 0);
        BOOST_REQUIRE(::pipe(go_) == 0);
    }
    ~terminal() {
        for (const int fd : {master_, slave_, go_[0], go_[1]}) ::close(fd);
    }
    terminal(const terminal&) = delete;
    terminal& operator=(const terminal&) = delete;

    void become_stderr() const { ::dup2(slave_, STDERR_FILENO); }
    int stop() const { return go_[0]; }
    void let_go() const { BOOST_TEST(::write(go_[1], "x", 1) == 1); }

    // Reads the output up to that text, for at most a minute.
    std::string read_until(const std::string& end) const {
        std::string text;
        pollfd ready{master_, POLLIN, 0};
        const auto ended = [&] {
            return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
        };
        char c = 0;
        while (!ended() && ::poll(&ready, 1, 60000) == 1 && ::read(master_, &c, 1) == 1) text += c;
        return text;
    }

  private:
    int master_;
    int slave_ = -1;
    int go_[2] = {-1, -1};
};

struct stat status_of(const std::string& path) {
    struct stat about {};
    BOOST_REQUIRE(::lstat(path.c_str(), &about) == 0);
    return about;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(files)

BOOST_AUTO_TEST_CASE(a_file_appears_when_it_is_whole) {
    const scratch_folder folder;
    {
        output_file file(folder / "x");
        file.write("abc", 3);
        file.write_at(3, "def", 3);
        BOOST_TEST(!std::filesystem::exists(folder / "x"));
        file.commit();
    }
    BOOST_TEST(folder.listing() == "x");
    BOOST_TEST(read_whole(folder / "x", 100).size() == 6u);
}

BOOST_AUTO_TEST_CASE(nothing_is_left_without_commit) {
    const scratch_folder folder;
    write_bytes(folder / "x", {1, 2});
    {
        output_file file(folder / "x");
        file.write("abc", 3);
    }
    BOOST_TEST(folder.listing() == "x");
    BOOST_TEST(read_bytes(folder / "x").size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_link_stays_a_link) {
    const scratch_folder folder;
    write_bytes(folder / "x", {1, 2});
    std::filesystem::create_symlink("x", folder / "link");
    output_file file(folder / "link");
    file.write("abc", 3);
    file.commit();
    BOOST_TEST(std::filesystem::is_symlink(folder / "link"));
    BOOST_TEST(read_bytes(folder / "x").size() == 3u);
}

BOOST_AUTO_TEST_CASE(a_link_to_nothing_is_refused) {
    const scratch_folder folder;
    std::filesystem::create_symlink("missing", folder / "link");
    expect_job_error([&] { output_file(folder / "link"); }, "it is a symbolic link to missing, which does not exist");
    BOOST_TEST(std::filesystem::is_symlink(folder / "link"));
    std::filesystem::create_symlink("link", folder / "other");
    expect_job_error([&] { output_file(folder / "other"); }, "it is a symbolic link to missing, which does not exist");
    std::filesystem::create_symlink("round", folder / "round");
    expect_job_error([&] { output_file(folder / "round"); }, "round: it is a symbolic link in a loop");
    BOOST_TEST(folder.listing() == "link other round");
}

// An attacker who prepares the name for root must not get a program that runs as root.
BOOST_AUTO_TEST_CASE(a_replaced_file_keeps_its_owner_and_loses_its_special_bits) {
    const scratch_folder folder;
    const bool root = ::geteuid() == 0;
    constexpr uid_t somebody = 65534;
    for (const mode_t mode : {04755, 02755, 01755, 07777, 0640}) {
        write_bytes(folder / "x", {1, 2});
        if (root) BOOST_REQUIRE(::chown((folder / "x").c_str(), somebody, somebody) == 0);
        BOOST_REQUIRE(::chmod((folder / "x").c_str(), mode) == 0);
        output_file file(folder / "x");
        file.write("abc", 3);
        file.commit();
        const struct stat about = status_of(folder / "x");
        BOOST_TEST((about.st_mode & 07777) == (mode & 0777));
        BOOST_TEST(about.st_uid == (root ? somebody : ::geteuid()));
        BOOST_TEST(about.st_gid == (root ? somebody : ::getegid()));
        BOOST_TEST(about.st_size == 3);
    }
}

BOOST_AUTO_TEST_CASE(what_replaces_a_private_file_is_private_from_the_start) {
    const scratch_folder folder;
    write_bytes(folder / "x", {1, 2});
    BOOST_REQUIRE(::chmod((folder / "x").c_str(), 0600) == 0);
    const output_file file(folder / "x");
    for (const auto& entry : std::filesystem::directory_iterator(folder / "."))
        BOOST_TEST((status_of(entry.path().string()).st_mode & 07777) == 0600u, entry.path());
}

// A file of another user that everybody may write gets a new owner and group. These must not gain rights by it.
BOOST_AUTO_TEST_CASE(a_group_that_cannot_be_kept_gets_no_more_than_others) {
    if (::geteuid() != 0) {
        BOOST_TEST_MESSAGE("skipped: only root can prepare files of several owners");
        return;
    }
    const scratch_folder folder;
    BOOST_REQUIRE(::chmod((folder / ".").c_str(), 0777) == 0);
    write_bytes(folder / "x", {1, 2});
    BOOST_REQUIRE(::chmod((folder / "x").c_str(), 0676) == 0);
    child process([&] {
        if (::setgroups(0, nullptr) != 0 || ::setgid(65534) != 0 || ::setuid(65534) != 0) return 2;
        output_file file(folder / "x");
        file.write("abc", 3);
        file.commit();
        return 0;
    });
    BOOST_TEST(process.wait() == 0);
    const struct stat about = status_of(folder / "x");
    BOOST_TEST(about.st_uid == 65534u);
    BOOST_TEST((about.st_mode & 07777) == 0666u);
}

// Block devices are refused. Pipes and terminals are accepted.
BOOST_AUTO_TEST_CASE(block_devices_are_refused) {
    const scratch_folder folder;
    if (::mknod((folder / "disk").c_str(), S_IFBLK | 0600, makedev(7, 250)) != 0) {
        BOOST_TEST_MESSAGE("skipped: no block device can be made here");
        return;
    }
    expect_job_error([&] { output_file(folder / "disk"); }, "disk: it is a block device");
}

// The next run removes leftovers of killed runs, but not files that other runs are writing.
BOOST_AUTO_TEST_CASE(partial_files_of_killed_runs_go) {
    const scratch_folder folder;
    child killed([&] {
        output_file file(folder / "x");
        file.write("abc", 3);
        return raise(SIGKILL);
    });
    BOOST_TEST(killed.wait() == 128 + SIGKILL);
    const std::string left = folder.listing();
    BOOST_TEST(left.find(".stockham-") == 0u);
    write_bytes(folder / ".stockham-notes", {1});
    {
        output_file first(folder / "y");
        BOOST_TEST(folder.listing().find(left) == std::string::npos);
        output_file second(folder / "z");
        first.write("abc", 3);
        second.write("abc", 3);
        first.commit();
        second.commit();
    }
    BOOST_TEST(folder.listing() == ".stockham-notes y z");
}

// nohup and background jobs of a shell ignore signals. The command must keep that.
BOOST_AUTO_TEST_CASE(ignored_signals_stay_ignored) {
    for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
        child process([&] {
            std::signal(signal, SIG_IGN);
            prepare_signals();
            raise(signal);
            {
                const interrupt_watch watch;
                raise(signal);
                if (watch.requested()) return 1;
            }
            raise(signal);
            return 0;
        });
        BOOST_TEST(process.wait() == 0);
    }
    child process([] {
        std::signal(SIGHUP, SIG_DFL);
        prepare_signals();
        return raise(SIGHUP);
    });
    BOOST_TEST(process.wait() == 128 + SIGHUP);
}

BOOST_AUTO_TEST_CASE(names_say_what_is_in_a_file) {
    const auto fits = [](output_kind kind, const std::string& name) { return output_name_error(kind, name).empty(); };
    const std::pair<output_kind, std::string> own[] = {{output_kind::picture, "a.png"}, {output_kind::array, "a.npy"},
                                                       {output_kind::table, "a.csv"},   {output_kind::plot, "a.svg"},
                                                       {output_kind::json, "a.json"},   {output_kind::log, "a.log"}};
    for (const auto& [kind, unused] : own) {
        for (const auto& [other, name] : own) {
            const bool is_picture_array = kind == output_kind::picture && other == output_kind::array;
            const bool is_plot_picture = kind == output_kind::plot && other == output_kind::picture;
            BOOST_TEST(fits(kind, name) == (kind == other || is_picture_array || is_plot_picture), name);
        }
        for (const char* name : {"-", "a", "/dev/null", "png", ".png", ".", "/tmp"}) BOOST_TEST(fits(kind, name), name);
        // An unknown extension may be that of a format with other contents.
        for (const char* name : {"a.PnG.part", "a.1", "a.ser", "a.dcm", "a.nii", "a.mha", "a.jxl", "a.avif", "a.czi",
                                 "a.zarr", "a.npy.gz"}) {
            BOOST_TEST(!fits(kind, name), name);
            BOOST_TEST(output_name_error(kind, name, true).empty(), name);
            BOOST_TEST(output_name_error(kind, name, false).find(", or --format") != std::string::npos, name);
        }
        for (const char* name : {"photo.jpg", "photo.JPEG", "b/c.tif", "a.npz"})
            BOOST_TEST(fits(kind, name) == (kind == output_kind::picture), name);
        BOOST_TEST(fits(kind, "a.h5") == (kind == output_kind::picture || kind == output_kind::array));
        for (const char* name : {"a.gif", "b.PDF"}) BOOST_TEST(!fits(kind, name), name);
    }
    for (const char* name : {"a.npy", "a.csv", "a.png", "a.tif", "a.wav", "a.svg"})
        BOOST_TEST(fits(output_kind::spectrogram, name), name);
    for (const char* name : {"a.npy", "a.png", "a.svg"}) BOOST_TEST(fits(output_kind::figure, name), name);
    for (const output_kind kind : {output_kind::figure, output_kind::spectrogram}) BOOST_TEST(!fits(kind, "a.pdf"));
    for (const char* name : {"a.npy", "a.csv"}) BOOST_TEST(fits(output_kind::samples, name), name);
    for (const char* name : {"a.png", "a.h5", "a.wav"}) BOOST_TEST(!fits(output_kind::samples, name), name);
    for (const char* name : {"a.csv", "a.json"}) BOOST_TEST(fits(output_kind::shifts, name), name);
    BOOST_TEST(!fits(output_kind::shifts, "a.png"));
}

BOOST_AUTO_TEST_CASE(standard_output_is_no_input) {
    const scratch_folder folder;
    write_bytes(folder / "x", {1, 2, 3});
    child process([&] {
        if (std::freopen((folder / "x").c_str(), "a", stdout) == nullptr) return 2;
        try {
            input_file(folder / "x");
        } catch (const job_error& e) {
            return std::string(e.what()).find("standard output is redirected to it") != std::string::npos ? 0 : 3;
        }
        return 1;
    });
    BOOST_TEST(process.wait() == 0);
}

// The work continues until a waiting line is seen, so the test measures no time.
BOOST_AUTO_TEST_CASE(a_long_wait_is_said_on_a_terminal) {
    const terminal t;
    child process([&] {
        t.become_stderr();
        { const stockham::harness::late_note quick("not seen"); }
        { const stockham::harness::late_note unwanted("not wanted", false); }
        const stockham::harness::late_note note("compiling" + std::string(10, '.') + " beyond the terminal's edge");
        char word = 0;
        return ::read(t.stop(), &word, 1) == 1 ? 0 : 1;
    });
    BOOST_TEST(t.read_until("\x1b[K") == "\rcompiling..........\x1b[K");
    t.let_go();
    BOOST_TEST(t.read_until("\x1b[K") == "\r\x1b[K");
    BOOST_TEST(process.wait() == 0);
}

// If stderr is a file or a pipe, the note is a complete line and stays.
BOOST_AUTO_TEST_CASE(a_long_wait_is_said_without_a_terminal) {
    int notes[2], go[2];
    BOOST_REQUIRE(::pipe(notes) == 0);
    BOOST_REQUIRE(::pipe(go) == 0);
    child process([&] {
        ::dup2(notes[1], STDERR_FILENO);
        ::close(notes[1]);
        { const stockham::harness::late_note quick("not seen"); }
        { const stockham::harness::late_note unwanted("not wanted", false); }
        const stockham::harness::late_note note("compiling kernels");
        char word = 0;
        return ::read(go[0], &word, 1) == 1 ? 0 : 1;
    });
    std::string text;
    pollfd ready{notes[0], POLLIN, 0};
    char c = 0;
    while (text.find('\n') == text.npos && ::poll(&ready, 1, 60000) == 1 && ::read(notes[0], &c, 1) == 1) text += c;
    BOOST_TEST(text == "stockham: compiling kernels\n");
    BOOST_TEST(::write(go[1], "x", 1) == 1);
    BOOST_TEST(process.wait() == 0);
    for (const int fd : {notes[0], notes[1], go[0], go[1]}) ::close(fd);
}

BOOST_AUTO_TEST_CASE(places_that_cannot_be_written_are_refused) {
    const scratch_folder folder;
    expect_job_error([&] { output_file(folder / "missing/x"); }, "No such file or directory");
    expect_job_error([&] { output_file(folder / "."); }, "Is a directory");
    expect_job_error([&] { output_file(""); }, "without a name");
    output_file full("/dev/full");
    expect_job_error([&] { full.write("abc", 3); }, "No space left on device");
    BOOST_TEST(std::filesystem::is_character_file("/dev/full"));
}

BOOST_AUTO_TEST_CASE(input_has_a_limit) {
    const scratch_folder folder;
    write_bytes(folder / "x", std::vector<std::uint8_t>(1000));
    BOOST_TEST(read_whole(folder / "x", 1000).size() == 1000u);
    expect_job_error([&] { read_whole(folder / "x", 999); }, "longer than 999 bytes");
    input_file file(folder / "x");
    char byte = 0;
    expect_job_error([&] { file.read_at(1000, &byte, 1); }, "was truncated");
}

BOOST_AUTO_TEST_SUITE_END()
