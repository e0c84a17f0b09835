// The pages of a stack to read.
#include "format/page_choice.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "bytes.hpp"
#include "fault.hpp"

namespace stockham::tools {

namespace {

struct axis_word {
    char name;
    const char *option, *one, *many, *imagej;
};
constexpr axis_word axis_words[] = {{'T', "--time", "time", "times", "frames"},
                                    {'Z', "--slice", "slice", "slices", "slices"},
                                    {'C', "--channel", "channel", "channels", "channels"},
                                    {'?', "--page", "page", "pages", ""}};

const axis_word& word_of(char axis) {
    return *std::find_if(std::begin(axis_words), std::end(axis_words),
                         [&](const axis_word& w) { return w.name == axis; });
}

// True for the numbers, from 0, that are chosen of `length`.
std::vector<bool> marks_of(const axis_choice& choice, std::size_t length, const std::string& name) {
    std::vector<bool> marks(length);
    for (const number_range& each : choice.ranges) {
        const bool to_end = each.last == std::numeric_limits<std::size_t>::max();
        if (const std::size_t highest = to_end ? each.first : each.last; highest > length) {
            const axis_word& word = word_of(choice.axis);
            throw job_error(fmt::format("{}: {}: there is no number {}, it has {}", name, word.option, highest,
                                        count_text(length, word.one, word.many)));
        }
        for (std::size_t k = each.first; k <= std::min(each.last, length); k += each.step) marks[k - 1] = true;
    }
    return marks;
}

bool are_even(const std::vector<bool>& marks) {
    const auto first = std::find(marks.begin(), marks.end(), true);
    return std::find(std::find(first, marks.end(), false), marks.end(), true) == marks.end();
}

}  // namespace

std::optional<std::vector<number_range>> read_ranges(const std::string& text) {
    constexpr std::size_t to_end = std::numeric_limits<std::size_t>::max();
    std::vector<number_range> ranges;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        std::vector<std::size_t> numbers;
        for (std::size_t from = at; from <= end;) {
            const std::size_t to = std::min(text.find('-', from), end);
            std::size_t value = 0;
            const auto [stop, error] = std::from_chars(text.data() + from, text.data() + to, value);
            if (from == to && numbers.size() == 1)
                value = to_end;
            else if (error != std::errc() || stop != text.data() + to || value == 0)
                return std::nullopt;
            numbers.push_back(value);
            from = to + 1;
        }
        if (numbers.size() > 3) return std::nullopt;
        ranges.push_back(
            {numbers[0], numbers.size() > 1 ? numbers[1] : numbers[0], numbers.size() > 2 ? numbers[2] : 1});
        if (ranges.back().last < ranges.back().first) return std::nullopt;
        at = end + 1;
    }
    return ranges;
}

chosen_pages choose_pages(const page_choice& choice, const stack_axes& stated, std::size_t pages,
                          const std::string& name) {
    const bool by_number =
        std::any_of(choice.begin(), choice.end(), [](const axis_choice& c) { return c.axis == '?'; });
    const bool named = std::any_of(stated.begin(), stated.end(), [](const stack_axis& a) { return a.name != '?'; });
    if (!by_number && !named && pages > 1)
        throw job_error(fmt::format("{}: {}: the file does not name the axis of its {} pages; --page chooses by number",
                                    name, word_of(choice.front().axis).option, pages));
    const stack_axes axes = by_number || stated.empty() ? stack_axes{{'?', pages}} : stated;
    std::vector<std::vector<bool>> marks;
    for (const stack_axis& axis : axes) marks.emplace_back(axis.length, true);
    for (const axis_choice& each : choice) {
        const auto axis =
            std::find_if(axes.begin(), axes.end(), [&](const stack_axis& a) { return a.name == each.axis; });
        auto found = marks_of(each, axis != axes.end() ? axis->length : 1, name);
        if (axis != axes.end()) marks[static_cast<std::size_t>(axis - axes.begin())] = std::move(found);
    }
    chosen_pages chosen;
    for (std::size_t page = 0; page < pages; ++page) {
        bool is_chosen = true;
        std::size_t rest = page;
        for (std::size_t k = axes.size(); k-- > 0; rest /= axes[k].length)
            is_chosen = is_chosen && marks[k][rest % axes[k].length];
        if (is_chosen) chosen.pages.push_back(page);
    }
    for (std::size_t k = 0; k < axes.size(); ++k) {
        const auto length = static_cast<std::size_t>(std::count(marks[k].begin(), marks[k].end(), true));
        if (length > 1) chosen.axes.push_back({axes[k].name, length});
        if (!are_even(marks[k])) chosen.uneven += axes[k].name;
    }
    return chosen;
}

void restate_choice(picture_metadata& m, const chosen_pages& chosen) {
    const description_kind kind = kind_of_description(m.description);
    if (m.description.empty() || kind == description_kind::frozen) return;
    const stack_axes& axes = chosen.axes;
    const auto place = [](const stack_axis& axis) { return std::string("TZC").find(axis.name); };
    const bool is_ordered =  // as ImageJ stores them
        std::is_sorted(axes.begin(), axes.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); }) &&
        std::none_of(axes.begin(), axes.end(), [&](const auto& a) { return place(a) == std::string::npos; });
    if (kind == description_kind::ome) m.left_out.emplace_back("OME-XML");
    imagej_lines lines(kind == description_kind::imagej ? m.description : "ImageJ=1.11a\n");
    for (const char* key : {"images", "frames", "slices", "channels", "hyperstack", "mode"})
        if (std::string(key) != "mode" || axes.empty() || axes.back().name != 'C') lines.set(key, "");
    if (is_ordered) {
        for (const stack_axis& axis : axes) lines.set(word_of(axis.name).imagej, std::to_string(axis.length));
        if (axes.size() > 1) lines.set("hyperstack", "true");
    }
    if (chosen.uneven.find('T') != std::string::npos)
        for (const char* key : {"finterval", "fps"}) lines.set(key, "");
    if (chosen.uneven.find('Z') != std::string::npos) lines.set("spacing", "");
    m.description = kind == description_kind::imagej || (is_ordered && !axes.empty()) ? lines.text() : "";
}

}  // namespace stockham::tools
