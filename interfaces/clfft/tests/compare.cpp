// clfft_compare OURS [THEIRS]: executes random descriptors by one or two libraries with clFFT's interface. Compares the
// results with FFTW in long double and the two libraries' status codes with each other. Environment variables:
// STOCKHAM_CLFFT_CASES (number of cases), STOCKHAM_CLFFT_SEED (seed of the first case), STOCKHAM_CLFFT_VERBOSE (print
// every case).
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include "../source/status_names.hpp"
#include "descriptor.hpp"
#include "trial.hpp"

namespace {

constexpr unsigned cases_per_process = 20;
// The limit of a case is processor time, so that a loaded machine ends no case. The limit in wall-clock time ends a
// case that hangs.
constexpr unsigned processor_seconds_per_case = 120;
constexpr unsigned wall_seconds_per_case = 1800;

unsigned number_from(const char* name, unsigned otherwise) {
    const char* value = std::getenv(name);
    return value && *value ? static_cast<unsigned>(std::strtoul(value, nullptr, 10)) : otherwise;
}

/// A worker's report on one case, as sent through the pipe.
struct message {
    unsigned seed = 0;
    int library = 0;
    char call[24] = "";
    int status = 0;
    double error = 0, gate = 0;
    bool spoilt = false;
    bool ended = false;
};

descriptor descriptor_of(unsigned seed) {
    std::mt19937 random(seed);
    return random_descriptor(random);
}

void send(int pipe, message m) {
    if (write(pipe, &m, sizeof m) != static_cast<ssize_t>(sizeof m)) _exit(3);
}

/// Ends the process by a signal if the case takes too long.
void limit_time() {
    itimerval limit{};
    limit.it_value.tv_sec = processor_seconds_per_case;
    setitimer(ITIMER_PROF, &limit, nullptr);
    alarm(wall_seconds_per_case);
}

/// Runs the cases from `seed` up to `end` with one library, which may end the process.
[[noreturn]] void work(const char* path, int which, unsigned seed, unsigned end, int pipe) {
    try {
        const library_under_test library(path);
        const auto device = open_device();
        library.Setup(nullptr);
        for (; seed < end; ++seed) {
            message m;
            m.seed = seed;
            m.library = which;
            limit_time();
            const auto o = try_descriptor(library, device, descriptor_of(seed), seed);
            std::snprintf(m.call, sizeof m.call, "%s", o.call.c_str());
            m.status = o.status;
            m.error = static_cast<double>(o.error);
            m.gate = static_cast<double>(o.gate);
            m.spoilt = o.spoilt;
            m.ended = true;
            send(pipe, m);
        }
        library.Teardown();
        _exit(0);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        _exit(2);
    }
}

/// A library's results. A case that ended its process has `ended` false.
std::map<unsigned, message> results_of(const char* path, int which, unsigned first, unsigned end) {
    std::map<unsigned, message> results;
    while (first < end) {
        const unsigned until = std::min(end, first + cases_per_process);
        int ends[2];
        if (pipe(ends)) std::abort();
        const pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            work(path, which, first, until, ends[1]);
        }
        close(ends[1]);
        message m;
        while (read(ends[0], &m, sizeof m) == static_cast<ssize_t>(sizeof m)) results[first++] = m;
        close(ends[0]);
        int status = 0;
        waitpid(child, &status, 0);
        if (first >= until) continue;
        message died;
        died.seed = first;
        died.status = WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
        results[first++] = died;
    }
    return results;
}

std::string text_of(const message& m) {
    char text[120];
    if (!m.ended && (m.status == SIGPROF || m.status == SIGALRM))
        std::snprintf(text, sizeof text, "took too long");
    else if (!m.ended)
        std::snprintf(text, sizeof text, "process ended by signal %d", m.status);
    else if (*m.call)
        std::snprintf(text, sizeof text, "%s: %s", m.call, clfft::status_name(m.status));
    else
        std::snprintf(text, sizeof text, "error %.2e%s", m.error, m.spoilt ? ", wrote outside the output" : "");
    return text;
}

bool has_large_prime(const descriptor& d) {
    for (auto n : d.lengths) {
        for (const std::size_t prime : {2, 3, 5, 7, 11, 13})
            while (n % prime == 0) n /= prime;
        if (n > 1) return true;
    }
    return false;
}

/// Why ours supports a case that theirs rejects; null: no known reason.
const char* reason(const descriptor& d, const message& theirs) {
    if (has_large_prime(d) && theirs.status == CLFFT_NOTIMPLEMENTED) return "a prime factor above 13";
    if (d.transposed && theirs.status == CLFFT_TRANSPOSED_NOTIMPLEMENTED) return "a transposed result of these lengths";
    return nullptr;
}

bool is_wrong(const message& m) {
    return m.ended && !*m.call && !(m.error <= 100 * m.gate);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2 || argc > 3) {
        std::fprintf(stderr, "usage: clfft_compare OURS [THEIRS]\n");
        return 2;
    }
    const unsigned first = number_from("STOCKHAM_CLFFT_SEED", 1);
    const unsigned end = first + number_from("STOCKHAM_CLFFT_CASES", 40);
    const bool verbose = number_from("STOCKHAM_CLFFT_VERBOSE", 0) > 0;
    const auto ours = results_of(argv[1], 0, first, end);
    std::map<unsigned, message> theirs;
    if (argc == 3) theirs = results_of(argv[2], 1, first, end);

    std::map<std::string, unsigned> counts;
    unsigned failed = 0;
    for (unsigned seed = first; seed < end; ++seed) {
        const auto d = descriptor_of(seed);
        const auto& a = ours.at(seed);
        std::string fault;
        if (!a.ended)
            fault = "ours ended the process";
        else if (!*a.call && !(a.error <= a.gate))
            fault = "error above the limit";
        else if (a.spoilt)
            fault = "wrote outside the output";
        ++counts[*a.call ? "ours rejected" : "ours correct"];
        if (argc == 3) {
            const auto& b = theirs.at(seed);
            const bool same = b.ended && a.status == b.status && std::strcmp(a.call, b.call) == 0;
            const char* why = b.ended ? reason(d, b) : nullptr;
            if (!b.ended)
                ++counts["theirs ended the process"];
            else if (is_wrong(b))
                ++counts["theirs wrong"];
            else if (!*b.call && b.error > b.gate)
                ++counts["theirs above the error limit"];
            else if (!*b.call)
                ++counts["theirs correct"];
            else
                ++counts["theirs rejected"];
            if (b.ended && b.spoilt) ++counts["theirs wrote outside the output"];
            if (same)
                ++counts["same status"];
            else if (why)
                ++counts[std::string("ours supports what theirs rejects: ") + why];
            else if (b.ended && fault.empty())
                fault = "different status";
        }
        if (!fault.empty()) ++failed;
        if (!fault.empty() || verbose)
            std::printf("%u %s | ours %s%s%s%s\n", seed, to_string(d).c_str(), text_of(a).c_str(),
                        argc == 3 ? (" | theirs " + text_of(theirs.at(seed))).c_str() : "", fault.empty() ? "" : " <- ",
                        fault.c_str());
    }
    std::printf("%u cases from seed %u\n", end - first, first);
    for (const auto& [what, n] : counts) std::printf("%6u %s\n", n, what.c_str());
    std::printf("%6u faults\n", failed);
    return failed ? 1 : 0;
}
