// The library itself.
#include <array>
#include <cstring>
#include <optional>
#include <vector>

#include <stockham/stockham.hpp>

#include "adapters/adapters.hpp"

namespace bench {

namespace {

/// `index` with its bits reversed along each axis; lengths are powers of two.
std::size_t bit_reversed(std::size_t index, const std::vector<std::size_t>& lengths) {
    std::size_t result = 0, unit = 1;
    for (auto n = lengths.rbegin(); n != lengths.rend(); ++n) {
        std::size_t digit = index / unit % *n, reversed = 0;
        for (auto bit = *n; bit > 1; bit /= 2, digit /= 2) reversed = 2 * reversed + digit % 2;
        result += reversed * unit;
        unit *= *n;
    }
    return result;
}

class stockham_execution : public opencl_execution {
  public:
    stockham_execution(opencl_target& target, const problem& p, const own_plan& demanded)
        : opencl_execution(target, p), plan_(make_plan(target, p, demanded)) {
        if (plan_.workspace_size()) workspace_.emplace(target.context(), plan_.workspace_size());
    }
    /// Reorders a result in bit-reversed order, so that it can be judged.
    void download(void* data) override {
        opencl_execution::download(data);
        const auto& t = plan_.problem();
        if (t.algorithm != "constant_geometry_bit_reversed") return;
        const auto element = element_size(t.precision);
        auto* bytes = static_cast<unsigned char*>(data);
        const std::vector<unsigned char> left(bytes, bytes + output_bytes(t));
        std::size_t points = 1;
        for (auto n : t.lengths) points *= n;
        for (std::size_t k = 0; k < points * t.batch; ++k)
            std::memcpy(bytes + k * element,
                        left.data() + (k / points * points + bit_reversed(k % points, t.lengths)) * element, element);
    }
    std::optional<std::size_t> launches() const override { return plan_.launches(); }
    std::optional<std::size_t> workspace_bytes() const override { return plan_.workspace_size(); }

  protected:
    void enqueue(cl_command_queue queue) override {
        const cl_mem from = in_place() ? output() : input(), to = in_place() ? nullptr : output();
        plan_.execute(queue, from, to, workspace_ ? workspace_->get() : nullptr);
    }

  private:
    stockham::plan plan_;
    std::optional<opencl_buffer> workspace_;
};

/// An execution on planar data: real and imaginary parts in separate buffers, each with half the case's numbers.
class planar_execution : public opencl_execution {
  public:
    planar_execution(opencl_target& target, const problem& p, const own_plan& demanded)
        : opencl_execution(target, p), plan_(make_plan(target, p, demanded)),
          real_(stockham::real_size(p.transform.precision)), bytes_(p.bytes() / 2), queue_(target.queue()) {
        for (auto& part : parts_) part.emplace(target.context(), bytes_);
        if (plan_.workspace_size()) workspace_.emplace(target.context(), plan_.workspace_size());
    }
    void upload(const void* data) override {
        std::vector<unsigned char> part(bytes_);
        for (std::size_t k = 0; k < 2; ++k) {
            for (std::size_t n = 0; n < bytes_ / real_; ++n)
                std::memcpy(&part[n * real_], static_cast<const unsigned char*>(data) + (2 * n + k) * real_, real_);
            check_cl(
                clEnqueueWriteBuffer(queue_, parts_[k]->get(), CL_TRUE, 0, bytes_, part.data(), 0, nullptr, nullptr),
                "clEnqueueWriteBuffer");
        }
    }
    void poison() override {
        const cl_uint ones = 0xffffffffU;
        for (std::size_t k : {2, 3})
            check_cl(clEnqueueFillBuffer(queue_, parts_[k]->get(), &ones, sizeof ones, 0, bytes_, 0, nullptr, nullptr),
                     "clEnqueueFillBuffer");
        check_cl(clFinish(queue_), "clFinish");
    }
    void refill() override {
        for (std::size_t k : {0, 1})
            check_cl(
                clEnqueueCopyBuffer(queue_, parts_[k]->get(), parts_[k + 2]->get(), 0, 0, bytes_, 0, nullptr, nullptr),
                "clEnqueueCopyBuffer");
        check_cl(clFinish(queue_), "clFinish");
    }
    void download(void* data) override {
        std::vector<unsigned char> part(bytes_);
        for (std::size_t k = 0; k < 2; ++k) {
            check_cl(
                clEnqueueReadBuffer(queue_, parts_[k + 2]->get(), CL_TRUE, 0, bytes_, part.data(), 0, nullptr, nullptr),
                "clEnqueueReadBuffer");
            for (std::size_t n = 0; n < bytes_ / real_; ++n)
                std::memcpy(static_cast<unsigned char*>(data) + (2 * n + k) * real_, &part[n * real_], real_);
        }
    }
    std::optional<std::size_t> launches() const override { return plan_.launches(); }
    std::optional<std::size_t> workspace_bytes() const override { return plan_.workspace_size(); }

  protected:
    void enqueue(cl_command_queue queue) override {
        stockham::buffers all;
        const std::size_t from = in_place() ? 2 : 0;
        all.input = parts_[from]->get();
        all.input_imaginary = parts_[from + 1]->get();
        if (!in_place()) {
            all.output = parts_[2]->get();
            all.output_imaginary = parts_[3]->get();
        }
        all.workspace = workspace_ ? workspace_->get() : nullptr;
        plan_.execute(queue, all);
    }

  private:
    stockham::plan plan_;
    std::size_t real_, bytes_;  // size of a number and of a buffer
    cl_command_queue queue_;
    std::array<std::optional<opencl_buffer>, 4> parts_;  // of the input, of the output
    std::optional<opencl_buffer> workspace_;
};

/// True if both sides are planar. Throws if only one is: rows compare equal layouts.
bool is_planar(const stockham::transform& t) {
    const bool in = t.input.form == stockham::storage::planar, out = t.output.form == stockham::storage::planar;
    if (in != out && t.placement == stockham::placement::out_of_place)
        throw refusal(status::unsupported, "planar data on only one side are not benchmarked");
    return in && out;
}

class stockham_adapter : public adapter {
  public:
    /// For the planner's choice, or for a demanded plan.
    explicit stockham_adapter(opencl_target& target, own_plan plan = {}) : target_(&target), plan_(std::move(plan)) {}
    std::string name() const override { return plan_.name.empty() ? "stockham" : "stockham " + plan_.name; }
    bool is_rough() const override { return plan_.rough; }
    std::string version() const override { return stockham::version(); }
    location where() const override { return target_->where(); }
    std::unique_ptr<execution> prepare(const problem& p) override {
        try {
            check(plan_.applied_to(p.transform));
            if (is_planar(plan_.applied_to(p.transform))) return std::make_unique<planar_execution>(*target_, p, plan_);
            return std::make_unique<stockham_execution>(*target_, p, plan_);
        } catch (const stockham::unsupported_error& e) {
            throw refusal(status::unsupported, e.what());
        }
    }

  private:
    opencl_target* target_;
    own_plan plan_;
};

}  // namespace

stockham::plan make_plan(const opencl_target& target, const problem& p, const own_plan& demanded) {
    stockham::plan_options options;
    options.expert.plan_string = demanded.plan_string();
    return {target.context(), target.device(), demanded.applied_to(p.transform), options};
}

adapter_ptr make_stockham(opencl_target& target) {
    return std::make_unique<stockham_adapter>(target);
}
adapter_ptr make_stockham(opencl_target& target, const own_plan& plan) {
    return std::make_unique<stockham_adapter>(target, plan);
}

}  // namespace bench
