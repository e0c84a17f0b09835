// The library itself.
#include <cstring>
#include <optional>
#include <vector>

#include <stockham/stockham.hpp>

#include "adapters/adapters.hpp"

namespace bench {

namespace {

/// The index whose bits along each axis are those of `index` reversed; lengths are powers of two.
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
    /// A result in bit-reversed order is put into order, so that it can be judged.
    void download(void* data) override {
        opencl_execution::download(data);
        const auto& t = plan_.problem();
        if (t.algorithm != stockham::algorithm::constant_geometry_bit_reversed) return;
        const auto element = element_size(t.precision);
        auto* bytes = static_cast<unsigned char*>(data);
        const std::vector<unsigned char> left(bytes, bytes + output_bytes(t));
        std::size_t points = 1;
        for (auto n : t.lengths) points *= n;
        for (std::size_t k = 0; k < points * t.batch; ++k)
            std::memcpy(bytes + k * element,
                        left.data() + (k / points * points + bit_reversed(k % points, t.lengths)) * element, element);
    }
    std::optional<std::size_t> passes() const override { return plan_.launches(); }
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

class stockham_adapter : public adapter {
  public:
    /// The planner's own plan, or the one that is demanded.
    explicit stockham_adapter(opencl_target& target, own_plan plan = {}) : target_(&target), plan_(std::move(plan)) {}
    std::string name() const override { return plan_.name.empty() ? "stockham" : "stockham " + plan_.name; }
    bool is_rough() const override { return plan_.rough; }
    std::string version() const override { return stockham::version(); }
    location where() const override { return target_->where(); }
    std::unique_ptr<execution> prepare(const problem& p) override {
        try {
            check(p.transform);
            return std::make_unique<stockham_execution>(*target_, p, plan_);
        } catch (const stockham::unsupported_error& e) {
            throw refusal(status::unsupported, e.what());
        } catch (const stockham::opencl_error& e) {
            const bool memory = e.code() == CL_MEM_OBJECT_ALLOCATION_FAILURE || e.code() == CL_INVALID_BUFFER_SIZE;
            throw refusal(memory ? status::too_large : status::failed, e.what());
        } catch (const stockham::error& e) {
            throw refusal(status::failed, e.what());
        }
    }

  private:
    opencl_target* target_;
    own_plan plan_;
};

}  // namespace

stockham::plan make_plan(const opencl_target& target, const problem& p, const own_plan& demanded) {
    stockham::plan_options options;
    options.writing = demanded.writing();
    return {target.context(), target.device(), demanded.applied_to(p.transform), options};
}

adapter_ptr make_stockham(opencl_target& target) {
    return std::make_unique<stockham_adapter>(target);
}
adapter_ptr make_stockham(opencl_target& target, const own_plan& plan) {
    return std::make_unique<stockham_adapter>(target, plan);
}

}  // namespace bench
