// Runs a fuzz target without libFuzzer: replays the corpus, then mutants of it from a seeded generator.
//
// fuzz_png [-runs=N] [-seed=S] [-only=I] FILE|FOLDER..: N mutants; other flags of libFuzzer are ignored. If an
// input kills the process, its number is printed, and -only=I repeats only that input.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*)());

namespace {

using bytes = std::vector<std::uint8_t>;

struct options {
    unsigned long runs = 0;
    unsigned long seed = 1;
    long only = -1;
    std::vector<std::string> files;
};

volatile unsigned long current = 0;
unsigned long seed_of_all = 0;

void say_current() {
    char text[100];
    const int n = std::snprintf(text, sizeof text, "died at -seed=%lu -only=%lu\n", seed_of_all, current);
    if (::write(STDERR_FILENO, text, static_cast<std::size_t>(n)) != n) return;
}

void on_signal(int number) {
    say_current();
    std::signal(number, SIG_DFL);
    std::raise(number);
}

options read_options(int argc, char** argv) {
    options o;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const auto value = [&](const char* name) {
            return word.compare(0, std::strlen(name), name) == 0 ? word.c_str() + std::strlen(name) : nullptr;
        };
        if (const char* runs = value("-runs="))
            o.runs = std::strtoul(runs, nullptr, 10);
        else if (const char* seed = value("-seed="))
            o.seed = std::strtoul(seed, nullptr, 10);
        else if (const char* only = value("-only="))
            o.only = std::strtol(only, nullptr, 10);
        else if (word[0] != '-')
            o.files.push_back(word);
    }
    return o;
}

std::vector<bytes> read_corpus(const std::vector<std::string>& names) {
    std::vector<std::string> paths;
    for (const std::string& name : names)
        if (std::filesystem::is_directory(name))
            for (const auto& entry : std::filesystem::directory_iterator(name)) paths.push_back(entry.path().string());
        else
            paths.push_back(name);
    std::sort(paths.begin(), paths.end());
    std::vector<bytes> corpus;
    for (const std::string& path : paths) {
        std::ifstream file(path, std::ios::binary);
        if (!file) std::fprintf(stderr, "cannot read %s\n", path.c_str()), std::exit(2);
        corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return corpus;
}

// Makes one change: a bit, a byte, a number that readers may mishandle, or a piece that is removed, doubled or copied
// from another file.
void change(bytes& file, const bytes& other, std::mt19937_64& random) {
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % std::max<std::size_t>(n, 1)); };
    if (file.empty()) file.push_back(0);
    const std::size_t at = below(file.size());
    const std::size_t length = std::min(below(1 + below(32)) + 1, file.size() - at);
    const auto place = file.begin() + static_cast<std::ptrdiff_t>(at);
    switch (below(7)) {
    case 0:
        file[at] ^= static_cast<std::uint8_t>(1 << below(8));
        break;
    case 1:
        file[at] = static_cast<std::uint8_t>(random());
        break;
    case 2: {
        static const std::uint32_t numbers[] = {0,      1,       0x7f,       0xff,        0x7fff,
                                                0xffff, 0x10000, 0x7fffffff, 0x80000000u, 0xffffffffu};
        const std::uint32_t number = numbers[below(std::size(numbers))];
        const bool big = below(2) == 0;
        const std::size_t size = std::min<std::size_t>(std::size_t{1} << below(3), file.size() - at);
        for (std::size_t i = 0; i < size; ++i)
            file[at + i] = static_cast<std::uint8_t>(number >> 8 * (big ? size - 1 - i : i));
        break;
    }
    case 3:
        file.erase(place, place + static_cast<std::ptrdiff_t>(length));
        break;
    case 4: {
        const bytes piece(place, place + static_cast<std::ptrdiff_t>(length));
        const auto to = file.begin() + static_cast<std::ptrdiff_t>(below(file.size() + 1));
        file.insert(to, piece.begin(), piece.end());
        break;
    }
    case 5: {
        const std::size_t from = below(other.size());
        const std::size_t n = std::min(length, other.size() - std::min(from, other.size()));
        std::copy_n(other.begin() + static_cast<std::ptrdiff_t>(from), n, place);
        break;
    }
    default:
        file[at] = static_cast<std::uint8_t>("0123456789-*x. =,(){}[]'\":"[below(26)]);
    }
}

bytes mutant(const std::vector<bytes>& corpus, unsigned long seed, unsigned long number) {
    std::mt19937_64 random(seed * 1000003 + number);
    bytes file = corpus[random() % corpus.size()];
    for (std::uint64_t changes = 1 + random() % 6; changes > 0; --changes)
        change(file, corpus[random() % corpus.size()], random);
    return file;
}

}  // namespace

int main(int argc, char** argv) {
    const options o = read_options(argc, argv);
    const auto corpus = read_corpus(o.files);
    if (corpus.empty()) return std::fputs("no corpus: name files or folders\n", stderr), 2;
    seed_of_all = o.seed;
    if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(say_current);
    for (const int number : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS}) std::signal(number, on_signal);
    for (const bytes& file : corpus) LLVMFuzzerTestOneInput(file.data(), file.size());
    for (current = 0; current < o.runs; current = current + 1) {
        if (o.only >= 0 && static_cast<long>(current) != o.only) continue;
        const bytes file = mutant(corpus, o.seed, current);
        LLVMFuzzerTestOneInput(file.data(), file.size());
    }
    rusage use{};
    ::getrusage(RUSAGE_SELF, &use);
    std::printf("%s: %zu files, %lu mutants by -seed=%lu, no crash, at most %ld KiB\n",
                std::filesystem::path(argv[0]).filename().c_str(), corpus.size(), o.runs, o.seed, use.ru_maxrss);
    return 0;
}
