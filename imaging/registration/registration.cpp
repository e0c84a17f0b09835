// Registration of pictures against others, the drift of stacks, and aligned pictures.
#include <stockham/imaging/registration.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include <stockham/error.hpp>

#include "imaging/base/shared_memory.hpp"
#include "imaging/registration/aligner.hpp"
#include "imaging/registration/picture_stack.hpp"
#include "imaging/registration/registrar.hpp"

namespace stockham {
inline namespace v0_2 {
namespace imaging {

namespace {

using namespace imaging_internal;

// Pictures {height, width} or {pictures, height, width}, as the latter.
array_view as_stack(const array_view& view, const char* field) {
    const auto refuse = [&](const std::string& why) { throw argument_error(field, std::string(field) + ": " + why); };
    if (!view) refuse("there is no array");
    if (view.is_complex) refuse("must be real");
    array_view stack = view;
    if (stack.shape.size() == 2) stack.shape.insert(stack.shape.begin(), 1);
    if (stack.shape.size() != 3)
        refuse("must be a picture or a stack of pictures (got " + std::to_string(view.shape.size()) + " axes)");
    if (count(stack) == 0) refuse("has no points (" + text_of(view.shape) + ")");
    return stack;
}

void check_size(const array_view& view, const array_view& like, const char* field, const char* other) {
    if (view.shape[1] != like.shape[1] || view.shape[2] != like.shape[2])
        throw argument_error(field, std::string(field) + ": has " + text_of({view.shape[1], view.shape[2]}) +
                                        " points, but " + other + " have " + text_of({like.shape[1], like.shape[2]}));
    if (view.precision != like.precision)
        throw argument_error(field, std::string(field) + ": must have the precision of " + other);
}

void check_options(const registration_options& options, const array_view& pictures) {
    const std::size_t height = pictures.shape[1], width = pictures.shape[2];
    if (!(options.low >= 0)) throw argument_error("low", "low: must be 0 or more cycles per pixel");
    if (!(options.high > options.low)) throw argument_error("high", "high: must be above low");
    const auto longer = static_cast<double>(std::max(height, width));
    if (std::floor(options.high * longer) < std::ceil(options.low * longer) || std::floor(options.high * longer) < 1 ||
        options.low > 0.7072)
        throw argument_error("high", "high: there is no frequency in the band from low to high for pictures of " +
                                         text_of({height, width}) + " points");
    for (const auto& [mask, field] :
         {std::pair(&options.fixed_mask, "fixed_mask"), std::pair(&options.moving_mask, "moving_mask")})
        if (*mask) {
            const array_view view = as_stack(*mask, field);
            if (view.shape[0] != 1)
                throw argument_error(field, std::string(field) + ": must be one picture, the mask of all");
            check_size(view, pictures, field, "the pictures");
        }
    if (!options.rotation_and_scale) return;
    if (options.fixed_mask || options.moving_mask)
        throw argument_error("rotation_and_scale", "rotation_and_scale: not together with masks");
    if (std::min(height, width) < 32)
        throw argument_error("rotation_and_scale",
                             "rotation_and_scale: needs pictures of at least 32 x 32 points (got " +
                                 text_of({height, width}) + ")");
}

// The output of an alignment as a stack, or nothing.
std::optional<array_view> output_of(const alignment& wanted, const array_view& pictures, bool turned) {
    if (!wanted.output) return std::nullopt;
    const array_view output = as_stack(wanted.output, "output");
    if (output.shape != pictures.shape || output.precision != pictures.precision)
        throw argument_error("output", "output: must have the shape and the precision of the pictures");
    if (turned && wanted.edges == alignment_edges::wrap)
        throw argument_error("registrations",
                             "registrations: a rotation or a scale cannot wrap around; fill the edges");
    return output;
}

// Groups are aligned one after the other. The same memory may be input and output of each.
lasting_input lasting(device_work& work, const array_view& stack, const std::optional<array_view>& output,
                      std::size_t group) {
    return {work, stack, output && group < output->shape[0] && imaging_internal::overlap_displaced(stack, *output)};
}

// Aligns a group on the device.
void align_group(device_work& work, const device_array& pictures, const std::vector<registration>& known,
                 const alignment& how, const array_view& output) {
    const device_array out = work.make(pictures.shape);
    if (how.edges == alignment_edges::wrap)
        imaging_internal::shift_back(work, pictures, known, out);
    else
        imaging_internal::warp_back(work, pictures, known, std::vector<double>(known.size()), how.fill, out);
    work.download(out, output);
}

// Adds a step from the frame before.
registration after(const registration& before, const registration& step) {
    registration sum = step;
    // A point p of the first frame lies at B p + b in the frame before, and that one's at A q + a in this one.
    const double turn_angle = step.angle * std::acos(-1.0) / 180;
    const double tc = step.scale * std::cos(turn_angle), ts = step.scale * std::sin(turn_angle);
    sum.down = tc * before.down - ts * before.right + step.down;
    sum.right = ts * before.down + tc * before.right + step.right;
    sum.angle = std::remainder(before.angle + step.angle, 360.0);
    sum.scale = before.scale * step.scale;
    return sum;
}

std::vector<registration> find_in(const engine& on, picture_stack& fixed, picture_stack& moving,
                                  const registration_options& options, const alignment& wanted) {
    const std::size_t pictures = moving.view().shape[0], references = fixed.view().shape[0];
    check_size(fixed.view(), moving.view(), "fixed", "the moving pictures");
    check_options(options, moving.view());
    if (references != 1 && references != pictures)
        throw argument_error("fixed", "fixed: must be one picture or as many as moving (got " +
                                          std::to_string(references) + " and " + std::to_string(pictures) + ")");
    const auto output = output_of(wanted, moving.view(), options.rotation_and_scale);
    device_work work(on, moving.view().precision);
    const std::size_t height = moving.view().shape[1], width = moving.view().shape[2];
    const bool has_masks = options.fixed_mask || options.moving_mask, one = references == 1;
    const std::size_t most = has_masks && !one ? 1 : registrar::group_size(work, height, width, pictures, options);
    registrar pairs(work, height, width, most, options);
    if (one) pairs.set_fixed(pairs.measured(fixed.upload(work, 0, 1), "fixed", 0));
    const lasting_input all_moving = lasting(work, moving.view(), output, most),
                        all_fixed = lasting(work, fixed.view(), output, most);
    moving.move_to(all_moving.view());
    fixed.move_to(all_fixed.view());
    std::vector<registration> all;
    each_group(work, moving, most, options.progress,
               [&](const device_array& group_pictures, std::size_t first, std::size_t n) {
                   const picture_group group = pairs.measured(group_pictures, "moving", first);
                   if (!one) pairs.set_fixed(pairs.measured(fixed.upload(work, first, n), "fixed", first));
                   const auto found = pairs.find(group);
                   all.insert(all.end(), found.begin(), found.end());
                   if (output) align_group(work, group_pictures, found, wanted, part_of(*output, first, n));
               });
    return all;
}

}  // namespace

std::vector<registration> find_registration(const engine& on, const array_view& fixed_view,
                                            const array_view& moving_view, const registration_options& options,
                                            const alignment& wanted) {
    picture_stack fixed(as_stack(fixed_view, "fixed")), moving(as_stack(moving_view, "moving"));
    return find_in(on, fixed, moving, options, wanted);
}

std::vector<registration> find_registration(const engine& on, const frame_source& fixed_frames,
                                            const frame_source& moving_frames, const registration_options& options) {
    picture_stack fixed(fixed_frames, "fixed"), moving(moving_frames, "moving");
    return find_in(on, fixed, moving, options, {});
}

void align(const engine& on, const array_view& view, const std::vector<registration>& known, const alignment& wanted) {
    const array_view pictures = as_stack(view, "pictures");
    if (known.size() != pictures.shape[0])
        throw argument_error("registrations", "registrations: must be one for each picture (got " +
                                                  std::to_string(known.size()) + " for " +
                                                  std::to_string(pictures.shape[0]) + ")");
    if (!wanted.output) throw argument_error("output", "output: there is no array");
    const bool turned = std::any_of(known.begin(), known.end(),
                                    [](const registration& each) { return each.angle != 0 || each.scale != 1; });
    const auto output = output_of(wanted, pictures, turned);
    device_work work(on, pictures.precision);
    const std::size_t most =
        registrar::group_size(work, pictures.shape[1], pictures.shape[2], pictures.shape[0], registration_options{});
    const lasting_input given = lasting(work, pictures, output, most);
    picture_stack stack(given.view());
    each_group(work, stack, most, nullptr, [&](const device_array& group, std::size_t first, std::size_t n) {
        const auto from = known.begin() + static_cast<std::ptrdiff_t>(first);
        align_group(work, group, {from, from + static_cast<std::ptrdiff_t>(n)}, wanted, part_of(*output, first, n));
    });
}

namespace {

// Registers the frames of a stack group by group, and aligns each group whose registrations are final.
class drift {
  public:
    drift(device_work& work, registrar& pairs, picture_stack& stack, std::size_t group_size,
          const registration_options& options, const alignment& wanted, const std::optional<array_view>& output)
        : work_(work), pairs_(pairs), stack_(stack), group_size_(group_size), options_(options), wanted_(wanted),
          output_(output) {}

    std::vector<registration> against(drift_reference reference) {
        if (reference == drift_reference::neighbour) {
            find_steps();
        } else {
            pairs_.set_fixed(pairs_.measured(stack_.upload(work_, 0, 1), "fixed", 0));
            if (reference == drift_reference::mean) set_mean();
            each([&](const device_array& frames, std::size_t first, std::size_t) {
                add(frames, first, pairs_.find(pairs_.measured(frames, "moving", first)));
            });
        }
        return std::move(found_);
    }

  private:
    template <class Function>
    void each(Function function) {
        each_group(work_, stack_, group_size_, options_.progress, function);
    }

    void add(const device_array& frames, std::size_t first, const std::vector<registration>& found) {
        found_.insert(found_.end(), found.begin(), found.end());
        if (output_) align_group(work_, frames, found, wanted_, part_of(*output_, first, found.size()));
    }

    // Makes the mean of the frames, aligned to the first one, the reference.
    void set_mean() {
        device_array mean = work_.make({1, stack_.view().shape[1], stack_.view().shape[2]});
        work_.run("imaging/cl/warp.cl", "clear", mean.size(), mean, cl_ulong{mean.size()});
        each([&](const device_array& frames, std::size_t first, std::size_t n) {
            const picture_group group = pairs_.measured(frames, "moving", first);
            const auto found = pairs_.find(group);
            // Points without data count as the frame's mean.
            std::vector<double> means;
            for (const auto& frame : group.facts) means.push_back(frame.mean);
            const device_array moved = work_.make(frames.shape);
            imaging_internal::warp_back(work_, frames, found, means, 0, moved);
            work_.run("imaging/cl/warp.cl", "add_pictures", mean.size(), moved, cl_ulong{mean.size()}, cl_uint(n),
                      mean);
        });
        pairs_.set_fixed(pairs_.measured(mean, "fixed", 0));
    }

    // Each frame against the frame before, which stays on the device.
    void find_steps() {
        const std::size_t height = stack_.view().shape[1], width = stack_.view().shape[2];
        device_array before = work_.make({group_size_, height, width});
        const device_array last = work_.make({1, height, width});
        each([&](const device_array& frames, std::size_t first, std::size_t n) {
            copy(first == 0 ? frames : last, 0, before, 0, 1);
            copy(frames, 0, before, 1, n - 1);
            copy(frames, n - 1, last, 0, 1);
            device_array earlier = before;
            earlier.shape[0] = n;
            const picture_group group = pairs_.measured(frames, "moving", first);
            pairs_.set_fixed(pairs_.measured(earlier, "fixed", first == 0 ? 0 : first - 1));
            auto found = pairs_.find(group);
            for (std::size_t k = 0; k < n; ++k) {
                const registration* previous = k > 0 ? &found[k - 1] : found_.empty() ? nullptr : &found_.back();
                if (previous) found[k] = after(*previous, found[k]);
            }
            add(frames, first, found);
        });
    }

    // Copies n frames from place `at` of one array to place `to_at` of another.
    void copy(const device_array& from, std::size_t at, const device_array& to, std::size_t to_at, std::size_t n) {
        const std::size_t plane = stack_.view().shape[1] * stack_.view().shape[2] * element_bytes(stack_.view());
        if (n > 0) work_.copy(from.get(), at * plane, to.get(), to_at * plane, n * plane);
    }

    device_work& work_;
    registrar& pairs_;
    picture_stack& stack_;
    const std::size_t group_size_;
    const registration_options& options_;
    const alignment& wanted_;
    const std::optional<array_view>& output_;
    std::vector<registration> found_;
};

std::vector<registration> find_drift_in(const engine& on, picture_stack& stack, drift_reference reference,
                                        const registration_options& options, const alignment& wanted) {
    const array_view whole = stack.view();
    check_options(options, whole);
    const auto output = output_of(wanted, whole, options.rotation_and_scale);
    device_work work(on, whole.precision);
    const std::size_t height = whole.shape[1], width = whole.shape[2];
    const bool has_masks = options.fixed_mask || options.moving_mask;
    const std::size_t most = has_masks && reference == drift_reference::neighbour
                                 ? 1
                                 : registrar::group_size(work, height, width, whole.shape[0], options);
    const lasting_input given = lasting(work, whole, output, most);
    stack.move_to(given.view());
    registrar pairs(work, height, width, most, options);
    return drift(work, pairs, stack, most, options, wanted, output).against(reference);
}

}  // namespace

std::vector<registration> find_drift(const engine& on, const array_view& view, drift_reference reference,
                                     const registration_options& options, const alignment& wanted) {
    picture_stack stack(as_stack(view, "stack"));
    return find_drift_in(on, stack, reference, options, wanted);
}

std::vector<registration> find_drift(const engine& on, const frame_source& frames, drift_reference reference,
                                     const registration_options& options) {
    picture_stack stack(frames, "stack");
    return find_drift_in(on, stack, reference, options, {});
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
