// The work of `stockham filter` on pictures.
#include "command/filter_work.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>

#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "command/picture_options.hpp"
#include "compiled_ahead.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "image/by_size.hpp"
#include "image/page_filter.hpp"
#include "image/peaks.hpp"
#include "image/plane.hpp"
#include "image/spectral_planes.hpp"
#include "image/view.hpp"

namespace stockham::tools {

namespace {

// A mask has the zero frequency in the middle, as in the pictures of `spectrum`. A real picture needs the same gain at
// a frequency and at its mirror image: the mean of both is taken.
std::vector<double> mask_gains(const std::string& name, const planes_of<double>& mask, const picture& page) {
    const std::size_t width = page.width, height = page.height;
    if (mask.width != width || mask.height != height)
        throw job_error(fmt::format("{}: the mask has {} x {} pixels, the picture has {} x {}", name, mask.width,
                                    mask.height, width, height));
    const auto at = [&](std::size_t y, std::size_t x) {
        return mask.values[(y + height / 2) % height * width + (x + width / 2) % width];
    };
    std::vector<double> gains;
    gains.reserve((width / 2 + 1) * height);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x <= width / 2; ++x)
            gains.push_back((at(y, x) + at((height - y) % height, (width - x) % width)) / 2);
    return gains;
}

// Finds the peaks of the first page and adds a notch for each. Their radius is a few points of the spectrum, unless
// --radius is given.
void add_periodic_notches(const engine& e, const picture_task& task, const picture& page, bool has_radius,
                          tools::filter& filter) {
    constexpr std::size_t most_peaks = 100;
    constexpr double notch_points = 3;
    const auto peaks = find_peaks(e, spectral_luminance<float>(page), most_peaks, least_prominence);
    if (peaks.empty()) throw job_error(fmt::format("{}: --remove-periodic finds no peaks", task.files.input));
    if (!has_radius) filter.radius = notch_points / static_cast<double>(std::min(page.width, page.height));
    for (const spectral_peak& peak : peaks) {
        task.remark(fmt::format("removes --notch {:.5f} {:.5f}, amplitude {:.4g}, {:.3g} times its surroundings",
                                peak.u, peak.v, peak.amplitude, peak.prominence));
        filter.notches.emplace_back(peak.u, peak.v);
    }
}

// The level that a zero of the result is shown as.
double offset_for(const filter_options& o, const tools::filter& filter, const picture_sink& sink,
                  const picture_task& task, sample_type input) {
    if (!removes_mean(filter) || is_float(input) || is_float(sink.type())) return 0;
    if (o.no_offset || o.writing.beyond == out_of_range::normalise) return 0;
    // Without its mean the picture varies around zero: without an offset, half of it would be below black.
    task.remark("the filter removes the mean: zero is shown as mid-grey (with --no-offset as black)");
    return (white_of(input) + 1) / 2;
}

// The work of one command on its files. Thread-safe.
class filter_work {
  public:
    filter_work(const filter_options& o, late_engine& device, bool has_radius)
        : options_(o), device_(device), has_radius_(has_radius) {}

    void operator()(const picture_task& task) {
        picture_source source(task.files.input, reading_of(options_.reading, task));
        picture page = source.page(0);
        picture_sink sink(task.files.output, options_.writing, facts_of(source, page));
        const auto memory = task.take_memory(page);
        const engine& e = device_.get();
        const picture input = options_.view.empty() ? picture() : page;
        if (!options_.view.empty()) sink.keep_first();
        const tools::filter used = in_precision_of(e, page.type, sink.type(), [&](auto zero) {
            return filter_pages<decltype(zero)>(e, task, source, page, sink);
        });
        finish_picture(sink, task.remark);
        if (options_.view.empty()) return;
        const auto gains = half_gains(used, input.width, input.height);
        write_view(options_.view, {shown(input), painted_spectrum(e, input, gains), shown(sink.first())});
    }

  private:
    template <class T>
    tools::filter filter_pages(const engine& e, const picture_task& task, picture_source& source, picture& page,
                               picture_sink& sink) {
        std::optional<compiled_ahead> inverse;
        const auto make = [&] {
            page_filter<T> made(filter_for(e, task, page), options_.beyond, page);
            if (const transform t = made.inverse(page.colours()); is_one_part(e, t))
                inverse.emplace(e, options_.device, t);
            return made;
        };
        // Peaks are those of one picture; all other gains depend on the size only.
        const auto filter = options_.remove_periodic ? std::make_shared<const page_filter<T>>(make())
                                                     : kept<T>().get(page.width, page.height, page.colours(), make);
        const double offset = offset_for(options_, filter->filter(), sink, task, page.type);
        for (std::size_t k = 0; k < source.pages(); ++k) {
            if (k > 0) page = source.page(k);
            if (k + 1 == source.pages()) source.close();
            const auto planes = (*filter)(e, page);
            sink.add(planes.part(page.width, page.height), offset, page);
        }
        return filter->filter();
    }

    tools::filter filter_for(const engine& e, const picture_task& task, const picture& page) {
        tools::filter filter = options_.filter;
        if (!options_.mask.empty()) filter.mask = mask_gains(options_.mask, mask(), page);
        if (options_.remove_periodic) add_periodic_notches(e, task, page, has_radius_, filter);
        return filter;
    }

    const planes_of<double>& mask() {
        const std::lock_guard lock(mask_guard_);
        if (!mask_) mask_ = luminance<double>(read_picture(options_.mask));
        return *mask_;
    }

    template <class T>
    by_size<page_filter<T>>& kept() {
        if constexpr (std::is_same_v<T, double>)
            return in_double_;
        else
            return in_single_;
    }

    const filter_options& options_;
    late_engine& device_;
    bool has_radius_;
    std::mutex mask_guard_;
    std::optional<planes_of<double>> mask_;
    by_size<page_filter<float>> in_single_;
    by_size<page_filter<double>> in_double_;
};

}  // namespace

picture_work filter_pictures(const filter_options& o, late_engine& device, bool has_radius) {
    const auto work = std::make_shared<filter_work>(o, device, has_radius);
    return [work](const picture_task& task) { (*work)(task); };
}

}  // namespace stockham::tools
