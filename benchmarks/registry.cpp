// The list of adapters, in the order of the tables.
#include <algorithm>

#include <stockham/error.hpp>

#include "adapters/adapters.hpp"

namespace bench {

namespace {

class missing_adapter : public adapter {
  public:
    missing_adapter(std::string name, std::string why) : name_(std::move(name)), why_(std::move(why)) {}
    std::string name() const override { return name_; }
    std::string version() const override { return {}; }
    location where() const override { return {}; }
    std::string missing() const override { return why_; }
    std::unique_ptr<execution> prepare(const problem&) override { throw refusal(status::missing, why_); }

  private:
    std::string name_, why_;
};

adapter_ptr make_named(const std::string& name, opencl_target& target) {
#ifdef STOCKHAM_BENCH_CLFFT
    if (name == "clfft") return make_clfft(target);
#endif
#ifdef STOCKHAM_BENCH_VKFFT
    if (name == "vkfft-opencl") return make_vkfft_opencl(target);
#endif
    if (name == "fftw3") return make_fftw3();
    if (name == "planted-wrong") return make_planted_wrong(target);
    if (name == "planted-crash") return make_planted_crash(target);
    return make_missing(name, "this program was built without it");
}

bool holds(const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

}  // namespace

adapter_ptr make_missing(std::string name, std::string why) {
    return std::make_unique<missing_adapter>(std::move(name), std::move(why));
}

const std::vector<std::string>& rival_names() {
    static const std::vector<std::string> names{"vkfft-opencl", "clfft", "cufft", "vkfft-cuda", "fftw3", "cufft-f16"};
    return names;
}

const std::vector<std::string>& hidden_rival_names() {
    static const std::vector<std::string> names{"planted-wrong", "planted-slow", "planted-crash"};
    return names;
}

std::vector<adapter_ptr> make_adapters(opencl_target& target, const std::vector<std::string>& rivals) {
    const std::vector<std::string> plugged{"cufft", "vkfft-cuda", "cufft-f16"};
    std::vector<adapter_ptr> adapters;
    adapters.push_back(make_copy_kernel(target));
    adapters.push_back(make_copy_runtime(target));
    // planted-slow replaces the library itself, so that a comparison of two runs can detect it.
    const bool slow = holds(rivals, "planted-slow");
    adapters.push_back(slow ? make_planted_slow(target) : make_stockham(target));
    std::vector<std::string> from_plugins;
    for (const auto& name : rivals) {
        if (!holds(rival_names(), name) && !holds(hidden_rival_names(), name))
            throw stockham::argument_error("rivals", "unknown rival '" + name + "'; known: " + listed(rival_names()));
        if (name == "planted-slow") continue;
        if (holds(plugged, name))
            from_plugins.push_back(name);
        else
            adapters.push_back(make_named(name, target));
    }
    if (!from_plugins.empty())
        for (auto& plugin : make_plugins(from_plugins, target.description())) adapters.push_back(std::move(plugin));
    return adapters;
}

}  // namespace bench
