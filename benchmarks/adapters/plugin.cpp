// Finds and loads rivals in plug-ins at run time.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include <dlfcn.h>
#include <fmt/format.h>

#include "adapters/adapters.hpp"
#include "plugins/plugin.h"

namespace bench {

namespace {

namespace fs = std::filesystem;

/// Calls a plug-in's function with a buffer for its message, and turns a refusal into an exception.
template <class Call, class... Arguments>
void plugin_must(Call call, Arguments... arguments) {
    char why[512] = "";
    const int code = call(arguments..., why, sizeof why);
    if (code == BENCH_OK) return;
    const status s = code == BENCH_UNSUPPORTED ? status::unsupported
                     : code == BENCH_TOO_LARGE ? status::too_large
                                               : status::failed;
    throw refusal(s, why);
}

class plugin_execution : public execution {
  public:
    plugin_execution(const bench_plugin_library& library, const problem& p) : library_(&library) {
        const auto& t = p.transform;
        bench_plugin_problem q{};
        q.kind = t.kind == stockham::kind::c2c ? BENCH_C2C : t.kind == stockham::kind::r2c ? BENCH_R2C : BENCH_C2R;
        q.rank = static_cast<int>(t.lengths.size());
        std::copy(t.lengths.begin(), t.lengths.end(), q.lengths);
        q.batch = t.batch;
        q.is_double = p.is_double();
        q.in_place = p.in_place();
        q.inverse = t.direction == stockham::direction::inverse;
        q.input_bytes = p.input_bytes();
        q.output_bytes = p.output_bytes();
        plugin_must(library.prepare, &q, &execution_);
    }
    ~plugin_execution() override {
        if (execution_) library_->destroy(execution_);
    }
    void upload(const void* data) override { plugin_must(library_->upload, execution_, data); }
    void poison() override { plugin_must(library_->poison, execution_); }
    void refill() override { plugin_must(library_->refill, execution_); }
    void download(void* data) override { plugin_must(library_->download, execution_, data); }
    void run(unsigned n) override { plugin_must(library_->run, execution_, n); }
    bool spoils_input() const override { return library_->spoils_input(execution_) != 0; }
    std::optional<std::size_t> launches() const override {
        const int n = library_->launches(execution_);
        return n < 0 ? std::nullopt : std::optional<std::size_t>(n);
    }
    std::optional<std::size_t> workspace_bytes() const override { return library_->workspace(execution_); }

  private:
    const bench_plugin_library* library_;
    void* execution_ = nullptr;
};

class plugin_adapter : public adapter {
  public:
    plugin_adapter(const bench_plugin_library& library, const std::string& device) : library_(&library) {
        char why[512] = "";
        if (library.available(device.c_str(), why, sizeof why) != BENCH_OK) missing_ = why;
    }
    std::string name() const override { return library_->name; }
    std::string version() const override { return missing_.empty() ? library_->version() : ""; }
    location where() const override {
        if (!missing_.empty()) return {};
        return {library_->device(), library_->platform(), library_->driver(), library_->api};
    }
    std::string missing() const override { return missing_; }
    bool half_storage() const override { return library_->half_storage != 0; }
    std::unique_ptr<execution> prepare(const problem& p) override {
        return std::make_unique<plugin_execution>(*library_, p);
    }

  private:
    const bench_plugin_library* library_;
    std::string missing_;
};

std::vector<fs::path> plugin_folders() {
    std::vector<fs::path> folders;
    std::error_code ignored;
    const auto program = fs::read_symlink("/proc/self/exe", ignored);
    if (!program.empty()) folders.push_back(program.parent_path());
    if (const char* list = std::getenv("STOCKHAM_BENCH_PLUGINS")) {
        std::string_view rest = list;
        while (!rest.empty()) {
            const auto end = std::min(rest.find(':'), rest.size());
            if (end) folders.emplace_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return folders;
}

/// Plug-ins are never unloaded, because CUDA's runtime does not support it.
const bench_plugin* load(const fs::path& file, std::string& why) {
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        why = dlerror();
        return nullptr;
    }
    const auto entry = reinterpret_cast<decltype(&stockham_bench_plugin)>(dlsym(library, "stockham_bench_plugin"));
    const bench_plugin* plugin = entry ? entry() : nullptr;
    if (plugin && plugin->abi == STOCKHAM_BENCH_PLUGIN_ABI) return plugin;
    why = file.filename().string() + " is not a plug-in of this version";
    return nullptr;
}

}  // namespace

std::vector<adapter_ptr> make_plugins(const std::vector<std::string>& names,
                                      const stockham::device_description& device) {
    // Plug-ins may be built without the CUDA driver library, so it must be loaded before they are.
    dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
    std::map<std::string, adapter_ptr> found;
    std::string why = "no plug-in for it beside the program or in STOCKHAM_BENCH_PLUGINS";
    for (const auto& folder : plugin_folders()) {
        std::error_code ignored;
        for (const auto& file : fs::directory_iterator(folder, ignored)) {
            const auto name = file.path().filename().string();
            if (name.rfind("libstockham_bench_", 0) != 0 || file.path().extension() != ".so") continue;
            const bench_plugin* plugin = load(file.path(), why);
            for (int k = 0; plugin && k < plugin->count; ++k) {
                const auto& library = plugin->libraries[k];
                if (std::find(names.begin(), names.end(), library.name) != names.end() && !found.count(library.name))
                    found[library.name] = std::make_unique<plugin_adapter>(library, device.name);
            }
        }
    }
    std::vector<adapter_ptr> adapters;
    for (const auto& name : names)
        adapters.push_back(found.count(name) ? std::move(found[name]) : make_missing(name, why));
    return adapters;
}

}  // namespace bench
