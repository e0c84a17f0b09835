// The axes of a stack of pages, and the texts in which programs state them: ImageJ's lines, OME-XML and tifffile's
// shape.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stockham::tools {

/// An axis of pages: 'T' times, 'Z' slices, 'C' channels, or '?' if the file does not name it.
struct stack_axis {
    char name;
    std::size_t length;
};

/// Axes from the slowest to the fastest one, without those of length 1; none: the pages follow each other along one
/// axis that the file does not name.
using stack_axes = std::vector<stack_axis>;

/// The axes of `pages` pages by a file's description; none if it states no axes or another number of pages.
stack_axes axes_of_stack(const std::string& description, std::size_t pages);

/// "2 times x 3 slices x 2 channels"
std::string axes_text(const stack_axes& axes);

/// The kinds of descriptions that state facts about a stack, and must change with it.
enum class description_kind {
    text,    ///< any other text, which holds for the result, too
    imagej,  ///< lines of ImageJ: KEY=VALUE
    ome,     ///< OME-XML
    shaped,  ///< tifffile's JSON with the shape
    frozen   ///< facts about this size that are not understood, such as those of Aperio: they hold for the same grid
             ///< only
};
description_kind kind_of_description(const std::string& description);

/// The lines KEY=VALUE of ImageJ.
class imagej_lines {
  public:
    explicit imagej_lines(const std::string& description);
    /// The value of a key; empty if it is missing.
    std::string get(const std::string& key) const;
    /// A whole number, or `missing`.
    std::size_t count(const std::string& key, std::size_t missing) const;
    /// Sets a key, at the end if it is new; an empty value removes it.
    void set(const std::string& key, const std::string& value);
    std::string text() const;

  private:
    std::vector<std::pair<std::string, std::string>> lines_;
};

/// The value of an attribute in the first element with this name, such as ("Pixels", "SizeX"); nothing if it is
/// missing.
std::optional<std::string> ome_attribute(const std::string& xml, const std::string& element, const std::string& name);

/// The shape in tifffile's description; empty if there is none.
std::vector<std::size_t> shape_in_description(const std::string& description);

}  // namespace stockham::tools
