// stockham-sweep: runs families of problems on the device, each problem once, against FFTW in long double. The results
// file has one line per finished problem, so that a sweep can be stopped and continued.
//
//   stockham-sweep RESULTS FAMILY.. [--shard K/N]
//
// FAMILY is c2c-f32, c2c-f64 (every length to 4200), r2c, c2r, dct1 .. dst4 (every length to 512), primes (to 8192,
// every fifth), powers (2^k +- 1) or shapes (awkward sides). Lines are PROBLEM TAB ERROR TAB GATE TAB ok|WRONG.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/on_device.hpp"
#include "sweep/families.hpp"

namespace {

std::set<std::string> problems_in(const std::string& path) {
    std::set<std::string> known;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) known.insert(line.substr(0, line.find('\t')));
    return known;
}

std::string line_of(const std::string& problem) {
    const auto t = stockham::parse_transform(problem);
    const auto& d = test_device::get();
    std::mt19937 generator(1);
    const auto found = judge(stockham::plan(d.context, d.device, t), make_trial(t, generator));
    const auto gate = reference::gate(t);
    const bool right = found.error <= gate && found.spoilt == 0 && !found.input_written;
    char numbers[64];
    std::snprintf(numbers, sizeof numbers, "\t%.3g\t%.3g\t", found.error, gate);
    return problem + numbers + (right ? "ok" : "WRONG");
}

struct arguments {
    std::string results;
    std::vector<std::string> problems;
    std::size_t shard = 0, shards = 1;
};

arguments read_arguments(int count, char** words) {
    arguments a;
    for (int k = 1; k < count; ++k) {
        const std::string word = words[k];
        if (word == "--shard" && k + 1 < count) {
            if (std::sscanf(words[++k], "%zu/%zu", &a.shard, &a.shards) != 2 || a.shard >= a.shards)
                throw std::invalid_argument(std::string("not a shard: ") + words[k]);
        } else if (a.results.empty()) {
            a.results = word;
        } else {
            for (auto& problem : family(word)) a.problems.push_back(std::move(problem));
        }
    }
    if (a.problems.empty()) throw std::invalid_argument("usage: stockham-sweep RESULTS FAMILY.. [--shard K/N]");
    return a;
}

int sweep(const arguments& a) {
    const auto known = problems_in(a.results);
    std::ofstream file(a.results, std::ios::app);
    std::size_t wrong = 0;
    for (std::size_t k = a.shard; k < a.problems.size(); k += a.shards) {
        if (known.count(a.problems[k])) continue;
        std::string line;
        try {
            line = line_of(a.problems[k]);
        } catch (const std::exception& e) {
            const std::string what = e.what();
            line = a.problems[k] + "\t-\t-\tWRONG " + what.substr(0, what.find('\n'));
        }
        if (line.find("\tok") == line.npos) {
            ++wrong;
            std::cerr << line << std::endl;
        }
        file << line << std::endl;
    }
    return wrong ? 1 : 0;
}

}  // namespace

int main(int count, char** words) {
    try {
        return sweep(read_arguments(count, words));
    } catch (const std::exception& e) {
        std::cerr << "stockham-sweep: " << e.what() << "\n";
        return 2;
    }
}
