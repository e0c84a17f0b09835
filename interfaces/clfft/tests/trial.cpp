// The buffers of a descriptor's data with guard bytes, and the calls of clFFT's interface in the usual order.
#include "trial.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "reference.hpp"

namespace {

constexpr std::size_t guard = 512;  // bytes behind each buffer

std::size_t numbers_of(clfftLayout l) {
    return is_planar(l) || l == CLFFT_REAL ? 1 : 2;
}

/// The one or two buffers of the input or the output.
class side_buffers {
  public:
    side_buffers(const opencl_device& o, const descriptor& d, clfftLayout l, std::size_t elements, std::size_t offset)
        : o_(o), layout_(l), width_(d.is_double() ? 8 : 4), offset_(offset) {
        const auto buffers = is_planar(l) ? 2U : 1U;
        bytes_ = elements * numbers_of(l) * width_;
        for (unsigned k = 0; k < buffers; ++k) {
            data_.emplace_back(offset + bytes_ + guard);
            for (std::size_t i = 0; i < data_[k].size(); ++i) data_[k][i] = static_cast<unsigned char>(0x40 + i % 61);
        }
    }
    ~side_buffers() {
        for (const auto m : buffers_) clReleaseMemObject(m);
        for (const auto m : parents_) clReleaseMemObject(m);
    }
    side_buffers(const side_buffers&) = delete;
    side_buffers& operator=(const side_buffers&) = delete;

    void set(std::size_t place, number x) {
        write(0, place * numbers_of(layout_), x.real());
        if (is_planar(layout_)) write(1, place, x.imag());
        if (numbers_of(layout_) == 2) write(0, 2 * place + 1, x.imag());
    }
    number get(std::size_t place) const {
        if (layout_ == CLFFT_REAL) return read(0, place);
        if (is_planar(layout_)) return {read(0, place), read(1, place)};
        return {read(0, 2 * place), read(0, 2 * place + 1)};
    }

    void upload() {
        before_ = data_;
        for (auto& each : data_) {
            cl_int code = CL_SUCCESS;
            const cl_mem parent =
                clCreateBuffer(o_.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, each.size(), each.data(), &code);
            check(code, "clCreateBuffer");
            parents_.push_back(parent);
            if (!offset_) {
                clRetainMemObject(parent);
                buffers_.push_back(parent);
                continue;
            }
            const cl_buffer_region region{offset_, bytes_};
            buffers_.push_back(
                clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
            check(code, "clCreateSubBuffer");
        }
    }
    cl_mem* handles() { return buffers_.data(); }
    void download() {
        for (std::size_t k = 0; k < parents_.size(); ++k)
            check(clEnqueueReadBuffer(o_.queue, parents_[k], CL_TRUE, 0, data_[k].size(), data_[k].data(), 0, nullptr,
                                      nullptr),
                  "clEnqueueReadBuffer");
    }

    /// Copies the bytes of buffers with another layout.
    void copy_from(const side_buffers& other) {
        for (std::size_t k = 0; k < data_.size() && k < other.data_.size(); ++k)
            std::copy_n(other.data_[k].begin(), std::min(data_[k].size(), other.data_[k].size()), data_[k].begin());
    }

    /// Allows the bytes of these elements to change.
    void allow(const std::vector<std::size_t>& places, clfftLayout layout) {
        const auto size = numbers_of(layout) * width_;
        for (const auto p : places) allowed_.insert({offset_ + p * size, offset_ + (p + 1) * size});
    }
    bool is_spoilt() const {
        for (std::size_t k = 0; k < data_.size(); ++k) {
            std::vector<bool> may(data_[k].size(), false);
            for (const auto& [begin, end] : allowed_)
                for (auto i = begin; i < end; ++i) may[i] = true;
            for (std::size_t i = 0; i < may.size(); ++i)
                if (!may[i] && data_[k][i] != before_[k][i]) return true;
        }
        return false;
    }

  private:
    void write(std::size_t buffer, std::size_t n, long double x) {
        auto* at = &data_[buffer][offset_ + n * width_];
        const auto d = static_cast<double>(x);
        const auto f = static_cast<float>(x);
        std::memcpy(at, width_ == 8 ? static_cast<const void*>(&d) : &f, width_);
    }
    long double read(std::size_t buffer, std::size_t n) const {
        const auto* at = &data_[buffer][offset_ + n * width_];
        double d = 0;
        float f = 0;
        std::memcpy(width_ == 8 ? static_cast<void*>(&d) : &f, at, width_);
        return width_ == 8 ? static_cast<long double>(d) : static_cast<long double>(f);
    }

    const opencl_device& o_;
    clfftLayout layout_;
    std::size_t width_, offset_, bytes_ = 0;
    std::vector<std::vector<unsigned char>> data_, before_;
    std::set<std::pair<std::size_t, std::size_t>> allowed_;
    std::vector<cl_mem> parents_, buffers_;
};

/// A plan and the outcome of its calls, up to the first that fails.
struct planned {
    const library_under_test& l;
    outcome out;
    clfftPlanHandle handle = 0;

    bool did(const char* call, clfftStatus status) {
        if (status == CLFFT_SUCCESS) return true;
        out.call = call;
        out.status = status;
        return false;
    }
    bool set(const opencl_device& o, descriptor d) {
        const auto dim = static_cast<clfftDim>(d.lengths.size());
        if (!did("create", l.CreateDefaultPlan(&handle, o.context, dim, d.lengths.data()))) return false;
        if (!did("precision", l.SetPlanPrecision(handle, d.precision))) return false;
        if (!did("layout", l.SetLayout(handle, d.in, d.out))) return false;
        if (!did("location", l.SetResultLocation(handle, d.location))) return false;
        if (!did("batch", l.SetPlanBatchSize(handle, d.batch))) return false;
        if (d.sets_layout) {
            if (!did("in stride", l.SetPlanInStride(handle, dim, d.in_strides.data()))) return false;
            if (!did("out stride", l.SetPlanOutStride(handle, dim, d.out_strides.data()))) return false;
            if (!did("distance", l.SetPlanDistance(handle, d.in_distance, d.out_distance))) return false;
        }
        if (d.sets_scale &&
            !did("scale", l.SetPlanScale(handle, d.is_inverse() ? CLFFT_BACKWARD : CLFFT_FORWARD, d.scale)))
            return false;
        if (d.transposed && !did("transposed", l.SetPlanTransposeResult(handle, CLFFT_TRANSPOSED))) return false;
        return did("bake", l.BakePlan(handle, 1, const_cast<cl_command_queue*>(&o.queue), nullptr, nullptr));
    }
};

std::size_t elements_of(const std::vector<std::size_t>& places) {
    return *std::max_element(places.begin(), places.end()) + 1;
}

long double scale_of(const descriptor& d) {
    if (d.sets_scale) return static_cast<long double>(d.scale);
    long double points = 1;
    for (const auto n : d.lengths) points *= static_cast<long double>(n);
    const auto scale = d.is_inverse() ? 1 / points : 1;
    return d.is_double() ? static_cast<long double>(static_cast<double>(scale))
                         : static_cast<long double>(static_cast<float>(scale));
}

}  // namespace

outcome try_descriptor(const library_under_test& l, const opencl_device& o, const descriptor& d, unsigned seed) {
    planned plan{l, {}};
    std::mt19937 random(seed);
    if (plan.set(o, d)) {
        const auto in_places = places_of(d, true), out_places = places_of(d, false);
        const bool in_place = d.location == CLFFT_INPLACE;
        // In place, the buffer must hold both the input and the output.
        const auto bytes = [](clfftLayout s, const std::vector<std::size_t>& p) {
            return elements_of(p) * numbers_of(s);
        };
        const auto both = std::max(bytes(d.in, in_places), bytes(d.out, out_places));
        const auto room = in_place ? (both + numbers_of(d.in) - 1) / numbers_of(d.in) : elements_of(in_places);
        side_buffers in(o, d, d.in, room + (in_place ? 1 : 0), d.in_offset);
        side_buffers out(o, d, d.out, in_place ? (both + 2) / numbers_of(d.out) : elements_of(out_places),
                         d.out_offset);
        auto input = random_input(d, random);
        for (std::size_t k = 0; k < input.size(); ++k) in.set(in_places[k], input[k]);
        for (std::size_t k = 0; k < input.size(); ++k) input[k] = in.get(in_places[k]);  // windows may overlap
        in.upload();
        out.upload();
        const auto scale = scale_of(d);
        cl_event done = nullptr;
        auto queue = o.queue;
        const bool ran =
            plan.did("enqueue", l.EnqueueTransform(plan.handle, d.direction, 1, &queue, 0, nullptr, &done, in.handles(),
                                                   in_place ? nullptr : out.handles(), nullptr));
        if (ran) {
            check(clFinish(o.queue), "clFinish");
            in.download();
            out.download();
            std::vector<number> got;
            if (in_place) {
                in.allow(in_places, d.in);
                in.allow(out_places, d.out);
                side_buffers seen(o, d, d.out, (both + 2) / numbers_of(d.out), d.in_offset);
                seen.copy_from(in);
                for (const auto p : out_places) got.push_back(seen.get(p));
            } else {
                out.allow(out_places, d.out);
                for (const auto p : out_places) got.push_back(out.get(p));
            }
            plan.out.spoilt = in.is_spoilt() || out.is_spoilt();
            plan.out.error = relative_error(got, expected_output(d, input, scale));
            plan.out.gate = gate(d, scale);
        }
        if (done) clReleaseEvent(done);
    }
    if (plan.handle) l.DestroyPlan(&plan.handle);
    return plan.out;
}
