// A distributed 3-D transform with nothing but MPI and this library: mpirun -n 4 slabs [POINTS]. Each rank has a slab,
// some of the planes of a cube. It transforms them along two axes, exchanges data so that it has all planes of some
// rows, and transforms these along the first axis. One exchange is all that slabs need, but there cannot be more ranks
// than planes. Move to heFFTe with stockham/heffte.hpp (docs/clusters.md) for pencils, for other distributions of input
// and output, and for exchanges that overlap with the transforms.
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <stockham/stockham.hpp>

using complex = std::complex<double>;

int size_of(MPI_Comm comm) {
    int size = 0;
    MPI_Comm_size(comm, &size);
    return size;
}

int rank_of(MPI_Comm comm) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    return rank;
}

/// The part of `n` planes or rows of one rank.
struct part {
    part(int n, int ranks, int rank)
        : first(n / ranks * rank + std::min(rank, n % ranks)), count(n / ranks + (rank < n % ranks)) {}
    int first, count;
};

/// A forward transform of a cube whose planes are divided among the ranks of a communicator. The result is divided by
/// rows: rank r has the elements (i, j, k) of all i and of the rows j of its part.
class slabs {
  public:
    /// Collective. `device` may differ between the ranks.
    slabs(MPI_Comm comm, int points, cl_device_id device)
        : comm_(comm), planes_(points, size_of(comm), rank_of(comm)), rows_(planes_), planes_data_(elements(points)),
          rows_data_(elements(points) + 4096 / sizeof(complex)) {
        if (size_of(comm) > points) throw std::runtime_error("there are more ranks than planes");
        stockham::job_options options;
        options.devices = {device};
        // The planes one after the other: a batch of 2-D transforms, pipelined in chunks.
        const auto text = [](int number) { return std::to_string(number); };
        const std::string planes = "c2c f64 " + text(points) + "x" + text(points) + " b" + text(planes_.count) + " in";
        in_planes_ = std::make_unique<stockham::job>(stockham::parse_transform(planes), options);
        // All planes of some rows: a unit of its own, which a job takes in multiples of 4096 bytes.
        const std::string width = text(planes_.count * points);
        const std::string across =
            "c2c f64 " + text(points) + " b" + width + " in is=" + width + " id=1 os=" + width + " od=1";
        across_ = std::make_unique<stockham::job>(stockham::parse_transform(across), 1, options);
        make_types(points);
    }
    ~slabs() {
        for (MPI_Datatype& each : sent_) MPI_Type_free(&each);
        for (MPI_Datatype& each : received_) MPI_Type_free(&each);
    }

    const part& planes() const { return planes_; }
    const part& rows() const { return rows_; }
    std::vector<complex>& input() { return planes_data_; }

    /// Collective. Overwrites the input. Throws stockham::error if a device fails; the other ranks wait then, so the
    /// program must end by MPI_Abort.
    const complex* forward() {
        in_planes_->run(planes_data_.data());
        const std::vector<int> ones(sent_.size(), 1), zeros(sent_.size(), 0);
        MPI_Alltoallw(planes_data_.data(), ones.data(), zeros.data(), sent_.data(), rows_data_.data(), ones.data(),
                      zeros.data(), received_.data(), comm_);
        across_->run(rows_data_.data());
        return rows_data_.data();
    }

  private:
    std::size_t elements(int n) const {
        return static_cast<std::size_t>(planes_.count) * static_cast<std::size_t>(n * n);
    }

    /// Data types do the packing, and keep MPI's counts small: the rows of rank r in each plane here, and where the
    /// planes of rank r go.
    void make_types(int points) {
        MPI_Datatype row{};
        MPI_Type_contiguous(points, MPI_C_DOUBLE_COMPLEX, &row);
        for (int rank = 0; rank < size_of(comm_); ++rank) {
            const part other(points, size_of(comm_), rank);
            const int all[] = {planes_.count, points}, some[] = {planes_.count, other.count}, at[] = {0, other.first};
            const int whole[] = {points, rows_.count}, piece[] = {other.count, rows_.count}, to[] = {other.first, 0};
            MPI_Type_create_subarray(2, all, some, at, MPI_ORDER_C, row, &sent_.emplace_back());
            MPI_Type_create_subarray(2, whole, piece, to, MPI_ORDER_C, row, &received_.emplace_back());
            MPI_Type_commit(&sent_.back());
            MPI_Type_commit(&received_.back());
        }
        MPI_Type_free(&row);
    }

    MPI_Comm comm_;
    part planes_, rows_;
    std::vector<complex> planes_data_, rows_data_;
    std::unique_ptr<stockham::job> in_planes_, across_;
    std::vector<MPI_Datatype> sent_, received_;
};

/// Transforms the wave (1, 2, 3), whose spectrum is one peak, and returns the largest error of this rank.
double error_of_a_wave(slabs& cube, int n) {
    complex* next = cube.input().data();
    for (int i = cube.planes().first; i < cube.planes().first + cube.planes().count; ++i)
        for (int j = 0; j < n; ++j)
            for (int k = 0; k < n; ++k) *next++ = std::polar(1.0, 2 * std::acos(-1.0) * ((i + 2 * j + 3 * k) % n) / n);
    const complex* found = cube.forward();
    double largest = 0;
    for (int i = 0; i < n; ++i)
        for (int j = cube.rows().first; j < cube.rows().first + cube.rows().count; ++j)
            for (int k = 0; k < n; ++k) {
                const double wanted = i == 1 && j == 2 && k == 3 ? std::pow(n, 3) : 0;
                largest = std::max(largest, std::abs(*found++ - wanted));
            }
    return largest / std::pow(n, 3);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    try {
        const int points = argc > 1 ? std::atoi(argv[1]) : 48;
        if (points < 4) throw std::runtime_error("POINTS must be a number of at least 4");
        MPI_Comm host{};
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
        const std::vector<cl_device_id> devices = stockham::devices();
        if (devices.empty()) throw std::runtime_error("this host has no OpenCL device");
        slabs cube(MPI_COMM_WORLD, points, devices[static_cast<std::size_t>(rank_of(host)) % devices.size()]);
        const double own = error_of_a_wave(cube, points);
        double largest = 0;
        MPI_Allreduce(&own, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (rank_of(MPI_COMM_WORLD) == 0) std::cout << points << "^3 points, largest error " << largest << '\n';
        if (!(largest < 1e-14)) throw std::runtime_error("the error is too large");
    } catch (const std::exception& failure) {
        std::cerr << "slabs: " << failure.what() << std::endl;
        MPI_Abort(MPI_COMM_WORLD, 1);  // the other ranks may be waiting for this one
    }
    MPI_Finalize();
}
