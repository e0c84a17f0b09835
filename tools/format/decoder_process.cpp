// A child process that calls a library which decodes files. It is a fork without exec: it has the file's bytes, and
// needs no program to start. Parent and child talk through a socket: a question, then a status and an answer.
#include "format/decoder_process.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fault.hpp"

namespace stockham::tools {

namespace {

enum class status : std::uint64_t { answered, failed, out_of_memory };

// The child sends this header, then the bytes of both vectors.
struct answer_header {
    status state;
    std::uint64_t facts, data;
};

bool send_all(int socket, const void* from, std::size_t bytes) {
    const auto* at = static_cast<const char*>(from);
    while (bytes > 0) {
        const ssize_t n = ::send(socket, at, bytes, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        bytes -= static_cast<std::size_t>(n);
    }
    return true;
}

bool receive_all(int socket, void* to, std::size_t bytes) {
    auto* at = static_cast<char*>(to);
    while (bytes > 0) {
        const ssize_t n = ::recv(socket, at, bytes, 0);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        bytes -= static_cast<std::size_t>(n);
    }
    return true;
}

bool send_answer(int socket, status state, const decoder_answer& answer) {
    const answer_header header{state, answer.facts.size(), answer.data.size()};
    return send_all(socket, &header, sizeof header) && send_all(socket, answer.facts.data(), answer.facts.size()) &&
           send_all(socket, answer.data.data(), answer.data.size());
}

bool send_error(int socket, const char* text) {
    return send_answer(socket, status::failed, {{text, text + std::strlen(text)}, {}});
}

// The child must not run the parent's handlers, which remove the parent's files, nor write to its terminal. Ctrl-C
// reaches the child, too: the parent decides when the work ends.
void become_child(pid_t parent) {
    for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, signal == SIGINT ? SIG_IGN : SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(0);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    const int null_device = ::open("/dev/null", O_RDWR);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(null_device, fd);
}

// Answers until the parent closes the socket. An error of start() answers all questions.
void serve(int socket, const std::function<decoder_service()>& start) {
    decoder_service service;
    decoder_question question{};
    while (receive_all(socket, &question, sizeof question)) {
        bool sent = false;
        try {
            if (!service) service = start();
            sent = send_answer(socket, status::answered, service(question));
        } catch (const std::bad_alloc&) {
            sent = send_answer(socket, status::out_of_memory, {});
        } catch (const std::exception& e) {
            sent = send_error(socket, e.what());
        } catch (...) {
            sent = send_error(socket, "unknown error");
        }
        if (!sent) return;
    }
}

}  // namespace

decoder_process::decoder_process(std::string name, std::string format, std::mutex& library,
                                 const std::function<decoder_service()>& start)
    : name_(std::move(name)), format_(std::move(format)) {
    const pid_t parent = ::getpid();
    int ends[2], code = 0;
    {
        // One thread at a time, so that no other child gets a copy of this child's end: it would hide that the child
        // ends.
        static std::mutex forking;
        const std::scoped_lock lock(forking, library);
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            throw job_error(fmt::format("cannot read {}: {}", name_, std::strerror(errno)));
        child_ = ::fork();
        code = errno;
        ::close(child_ == 0 ? ends[0] : ends[1]);
    }
    if (child_ == 0) {
        become_child(parent);
        serve(ends[1], start);
        ::_exit(0);
    }
    socket_ = ends[0];
    if (child_ > 0) return;
    ::close(socket_);
    throw job_error(fmt::format("cannot read {}: no process to decode it: {}", name_, std::strerror(code)));
}

decoder_process::~decoder_process() {
    ::close(socket_);
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) continue;
}

// The child has closed its socket without an answer, now or before.
void decoder_process::fail() const {
    int how = 0;
    if (child_ > 0) {
        ::kill(child_, SIGKILL);  // has no effect on one that has ended
        while (::waitpid(child_, &how, 0) < 0 && errno == EINTR) continue;
        child_ = -1;
    }
    if (end_.empty())
        end_ = WIFSIGNALED(how) && WTERMSIG(how) != SIGKILL
                   ? fmt::format("ended with signal {} ({})", WTERMSIG(how), ::strsignal(WTERMSIG(how)))
                   : "ended early";
    throw job_error(fmt::format("{}: broken {}: the library that decodes it {}", name_, format_, end_));
}

decoder_answer decoder_process::ask(const decoder_question& question) const {
    const std::lock_guard lock(guard_);
    answer_header header{};
    if (child_ < 0 || !send_all(socket_, &question, sizeof question) || !receive_all(socket_, &header, sizeof header))
        fail();
    decoder_answer answer;
    answer.facts.resize(header.facts);
    answer.data.resize(header.data);
    if (!receive_all(socket_, answer.facts.data(), answer.facts.size()) ||
        !receive_all(socket_, answer.data.data(), answer.data.size()))
        fail();
    if (header.state == status::out_of_memory) throw std::bad_alloc();
    if (header.state == status::failed) throw job_error(std::string(answer.facts.begin(), answer.facts.end()));
    return answer;
}

namespace {

using bytes = std::vector<std::uint8_t>;

// Appends values, or takes them in the same order.
class packer {
  public:
    explicit packer(bytes& to) : bytes_(to) {}
    template <class... Values>
    void operator()(const Values&... values) {
        (put(values), ...);
    }

  private:
    template <class Number>
    void put(const Number& value) {
        static_assert(std::is_arithmetic_v<Number> || std::is_enum_v<Number>);
        const auto* at = reinterpret_cast<const std::uint8_t*>(&value);
        bytes_.insert(bytes_.end(), at, at + sizeof value);
    }
    void put(const std::string& value) {
        put(value.size());
        bytes_.insert(bytes_.end(), value.begin(), value.end());
    }
    void put(const exif_entry& value) { (*this)(value.tag, value.type, value.count, value.value); }
    void put(const stack_axis& value) { (*this)(value.name, value.length); }
    template <class Value>
    void put(const std::vector<Value>& values) {
        put(values.size());
        if constexpr (sizeof(Value) == 1)
            bytes_.insert(bytes_.end(), values.begin(), values.end());
        else
            for (const Value& value : values) put(value);
    }
    bytes& bytes_;
};

class unpacker {
  public:
    explicit unpacker(const bytes& from) : bytes_(from) {}
    template <class... Values>
    void operator()(Values&... values) {
        (take(values), ...);
    }

  private:
    const std::uint8_t* next(std::size_t n) {
        if (n > bytes_.size() - at_) throw job_error("an answer of a decoder is too short");
        return bytes_.data() + std::exchange(at_, at_ + n);
    }
    template <class Number>
    void take(Number& value) {
        std::memcpy(&value, next(sizeof value), sizeof value);
    }
    void take(std::string& value) {
        bytes text;
        take(text);
        value.assign(text.begin(), text.end());
    }
    void take(exif_entry& value) { (*this)(value.tag, value.type, value.count, value.value); }
    void take(stack_axis& value) { (*this)(value.name, value.length); }
    template <class Value>
    void take(std::vector<Value>& values) {
        std::size_t n = 0;
        take(n);
        if constexpr (sizeof(Value) == 1) {
            const auto* at = next(n);
            values.assign(at, at + n);
        } else {
            if (n > bytes_.size() - at_) throw job_error("an answer of a decoder is too short");
            values.resize(n);
            for (Value& value : values) take(value);
        }
    }
    const bytes& bytes_;
    std::size_t at_ = 0;
};

// Calls use() with all members of a picture but its samples. A member that is added to these types must be added here:
// the compiler refuses other numbers of names.
template <class Picture, class Use>
void visit_facts(Picture& page, Use use) {
    auto& [width, height, channels, alpha, rgb, type, samples, metadata] = page;
    auto& [icc, exif, across, down, depth, uncompressed, unit, description, geo, cards, left_out] = metadata;
    static_cast<void>(samples);
    use(width, height, channels, alpha, rgb, type, icc, exif, across, down, depth, uncompressed, unit, description, geo,
        cards, left_out);
}

constexpr std::uint64_t number_of_pages = 0, one_page = 1, what_is_left_out = 2;

class process_pages final : public page_reader {
  public:
    process_pages(picture_data data, const std::string& format, std::mutex& library,
                  std::unique_ptr<page_reader> (*open)(picture_data))
        : name_(data.name), process_(name_, format, library, [&] { return service_of(std::move(data), open); }) {
        unpacker(process_.ask({number_of_pages, 0}).facts)(pages_, axes_);
        if (pages_ == 0) throw job_error(fmt::format("{}: broken {}: it has no pages", name_, format));
    }

    std::size_t pages() const override { return pages_; }
    stack_axes axes() override { return axes_; }
    left_out_list left_out() override {
        left_out_list list;
        unpacker(process_.ask({what_is_left_out, 0}).facts)(list);
        return list;
    }

    picture read(std::size_t index) override {
        decoder_answer answer = process_.ask({one_page, index});
        picture page;
        visit_facts(page, unpacker(answer.facts));
        page.bytes = std::move(answer.data);
        if (page.bytes.size() != page.row_bytes() * page.height)
            throw job_error(fmt::format("{}: page {} was not decoded completely", name_, index + 1));
        return page;
    }

  private:
    static decoder_service service_of(picture_data data, std::unique_ptr<page_reader> (*open)(picture_data)) {
        const std::shared_ptr<page_reader> reader = open(std::move(data));
        return [reader](const decoder_question& question) {
            decoder_answer answer;
            if (question.first == number_of_pages) {
                packer{answer.facts}(reader->pages(), reader->axes());
                return answer;
            }
            if (question.first == what_is_left_out) {
                packer{answer.facts}(reader->left_out());
                return answer;
            }
            picture page = reader->read(static_cast<std::size_t>(question.second));
            visit_facts(std::as_const(page), packer(answer.facts));
            answer.data = std::move(page.bytes);
            return answer;
        };
    }

    const std::string name_;
    const decoder_process process_;
    std::size_t pages_ = 0;
    stack_axes axes_;
};

}  // namespace

std::unique_ptr<page_reader> pages_by_process(picture_data data, const std::string& format, std::mutex& library,
                                              std::unique_ptr<page_reader> (*open)(picture_data)) {
    return std::make_unique<process_pages>(std::move(data), format, library, open);
}

}  // namespace stockham::tools
