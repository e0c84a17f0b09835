// fftw_keep make FILE: plans the problems below by measuring, and writes FFTW's wisdom.
// fftw_keep check FILE: reads it, and plans them again with filled arrays, which FFTW leaves alone then. Executes, and
// checks the results.
#include <fftw3.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace {

constexpr int n = 1 << 13, frequency = 77;
constexpr double gap = -3;  // what the numbers between elements are filled with

/// Numbers from fftw_malloc(), and the values that planning must keep.
class numbers {
  public:
    explicit numbers(std::size_t count) : data_(fftw_alloc_real(count)), kept_(count, gap) {}
    ~numbers() { fftw_free(data_); }
    numbers(const numbers&) = delete;
    numbers& operator=(const numbers&) = delete;
    double* at(std::size_t place = 0) const { return data_ + place; }
    fftw_complex* pairs() const { return reinterpret_cast<fftw_complex*>(data_); }
    std::complex<double> point(std::size_t real, std::size_t imaginary) const {
        return {data_[real], data_[imaginary]};
    }
    void set(std::size_t place, double value) { kept_[place] = value; }
    void fill() const { std::memcpy(data_, kept_.data(), kept_.size() * sizeof(double)); }
    bool is_kept() const { return std::memcmp(data_, kept_.data(), kept_.size() * sizeof(double)) == 0; }

  private:
    double* data_;
    std::vector<double> kept_;
};

double cosine(int i) {
    return std::cos(2 * M_PI * frequency * i / n);
}
double sine(int i) {
    return std::sin(2 * M_PI * frequency * i / n);
}

/// A problem: `plan` makes a plan of it with these flags; `peak` is the result at the frequency, which shall be
/// `height`.
struct layout {
    const char* name;
    std::function<fftw_plan(unsigned)> plan;
    std::vector<const numbers*> arrays;
    std::function<std::complex<double>()> peak;
    double height;
};

bool plans_and_keeps(const layout& l, unsigned flags, bool makes) {
    for (const auto* each : l.arrays) each->fill();
    const fftw_plan p = l.plan(flags);
    if (!p) return std::printf("%s: no plan with the flags %u\n", l.name, flags), false;
    bool good = true;
    for (const auto* each : l.arrays)
        if (!makes && !each->is_kept()) {
            std::printf("%s: planning with the flags %u changed an array\n", l.name, flags);
            good = false;
        }
    if (!makes && good) {
        fftw_execute(p);
        const auto found = l.peak();
        if (!(std::abs(found - l.height) < 1e-8 * l.height)) {
            std::printf("%s, flags %u: %g %+g i instead of %g\n", l.name, flags, found.real(), found.imag(), l.height);
            good = false;
        }
    }
    fftw_destroy_plan(p);
    return good;
}

/// Points so far apart that a second array like theirs does not fit into the machine's memory.
bool keeps_scattered(bool makes) {
    const auto memory =
        static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t stride = memory / (n * sizeof(fftw_complex)) + 1;
    const std::size_t bytes = n * stride * sizeof(fftw_complex);
    void* room = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return std::puts("scattered points: skipped, because the system reserves all memory"), true;
    auto* const points = static_cast<fftw_complex*>(room);
    const auto fill = [&](int i, double* p) { p[0] = cosine(i), p[1] = sine(i); };
    for (int i = 0; i < n; ++i) fill(i, points[i * stride]);
    const fftw_iodim dims = {n, static_cast<int>(stride), static_cast<int>(stride)};
    const fftw_plan p = fftw_plan_guru_dft(1, &dims, 0, nullptr, points, points, FFTW_FORWARD, FFTW_MEASURE);
    bool good = p != nullptr;
    for (int i = 0; !makes && i < n; ++i) {
        double wanted[2];
        fill(i, wanted);
        good = good && std::memcmp(wanted, points[i * stride], sizeof wanted) == 0;
    }
    if (p) fftw_execute(p);
    good = good && (makes || std::abs(points[frequency * stride][0] - n) < 1e-8 * n);
    if (!good) std::puts("scattered points: no plan, a changed array or a wrong result");
    if (p) fftw_destroy_plan(p);
    munmap(room, bytes);
    return good;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const bool makes = std::string(argv[1]) == "make";
    fftw_init_threads();
    if (!makes && !fftw_import_wisdom_from_filename(argv[2])) return std::puts("no wisdom"), 1;

    // Interleaved, out of place and in place.
    numbers in(2 * n), out(2 * n), wide(6 * n), far(4 * n), real(2 * n + 2);
    for (int i = 0; i < n; ++i) {
        in.set(2 * i, cosine(i)), in.set(2 * i + 1, sine(i));
        // Every third number of two parts, one behind the other; and points from the last to the first.
        wide.set(3 * i, cosine(i)), wide.set(3 * n + 3 * i, sine(i));
        far.set(2 * (n - 1 - i), cosine(i)), far.set(2 * (n - 1 - i) + 1, sine(i));
        real.set(i, cosine(i)), real.set(n + i, cosine(i));
    }
    const fftw_iodim thirds = {n, 3, 3}, pairs = {n, 2, 2}, backwards = {n, -1, 1};
    const std::vector<layout> all = {
        {"out of place",
         [&](unsigned f) { return fftw_plan_dft_1d(n, in.pairs(), out.pairs(), FFTW_FORWARD, f); },
         {&in, &out},
         [&] { return out.point(2 * frequency, 2 * frequency + 1); },
         n},
        {"in place",
         [&](unsigned f) { return fftw_plan_dft_1d(n, in.pairs(), in.pairs(), FFTW_FORWARD, f); },
         {&in},
         [&] { return in.point(2 * frequency, 2 * frequency + 1); },
         n},
        {"split in place",
         [&](unsigned f) {
             return fftw_plan_guru_split_dft(1, &thirds, 0, nullptr, wide.at(), wide.at(3 * n), wide.at(),
                                             wide.at(3 * n), f);
         },
         {&wide},
         [&] { return wide.point(3 * frequency, 3 * n + 3 * frequency); },
         n},
        {"split, interleaved",
         [&](unsigned f) {
             return fftw_plan_guru_split_dft(1, &pairs, 0, nullptr, in.at(), in.at(1), out.at(), out.at(1), f);
         },
         {&in, &out},
         [&] { return out.point(2 * frequency, 2 * frequency + 1); },
         n},
        {"backwards",
         [&](unsigned f) {
             return fftw_plan_guru_dft(1, &backwards, 0, nullptr, far.pairs() + (n - 1), out.pairs(), FFTW_FORWARD, f);
         },
         {&far, &out},
         [&] { return out.point(2 * frequency, 2 * frequency + 1); },
         n},
        {"real, in place",
         [&](unsigned f) { return fftw_plan_dft_r2c_1d(2 * n, real.at(), real.pairs(), f); },
         {&real},
         [&] { return real.point(4 * frequency, 4 * frequency + 1); },
         n},
    };
    // FFTW_PATIENT is patient with one line of n points for seconds.
    constexpr int points = 16, lines = 4096, turns = 3;
    numbers batch(2 * points * lines), spectra(2 * points * lines);
    for (int i = 0; i < points * lines; ++i)
        batch.set(2 * i, std::cos(2 * M_PI * turns * i / points)),
            batch.set(2 * i + 1, std::sin(2 * M_PI * turns * i / points));
    const layout patient = {"a batch",
                            [&](unsigned f) {
                                return fftw_plan_many_dft(1, &points, lines, batch.pairs(), nullptr, 1, points,
                                                          spectra.pairs(), nullptr, 1, points, FFTW_FORWARD, f);
                            },
                            {&batch, &spectra},
                            [&] { return spectra.point(2 * turns, 2 * turns + 1); },
                            points};
    bool good = plans_and_keeps(patient, FFTW_PATIENT, makes);
    for (const unsigned flags : {FFTW_ESTIMATE, FFTW_WISDOM_ONLY, FFTW_PATIENT | FFTW_WISDOM_ONLY})
        good &= makes || plans_and_keeps(patient, flags, makes);
    fftw_set_timelimit(0.05);  // of each planning; FFTW_WISDOM_ONLY finds none of these plans
    good &= plans_and_keeps(all[0], FFTW_MEASURE | FFTW_UNALIGNED, makes);
    for (const auto& each : all) {
        good &= plans_and_keeps(each, FFTW_MEASURE, makes);
        good &= makes || plans_and_keeps(each, FFTW_ESTIMATE, makes);
    }
    good &= keeps_scattered(makes);
    fftw_plan_with_nthreads(2);
    good &= plans_and_keeps(patient, FFTW_MEASURE, makes);
    if (makes && !fftw_export_wisdom_to_filename(argv[2])) return std::puts("cannot write the wisdom"), 1;
    return good ? 0 : 1;
}
