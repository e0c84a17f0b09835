// The C functions of stockham/c/problem.h.
#include "c_api/handles.hpp"
#include "c_api/transfer.hpp"

using namespace stockham;
using namespace stockham::c_api;

namespace {

using entries_of_axes = std::vector<std::size_t>;

/// One entry per axis, or none.
entries_of_axes per_axis(const size_t* entries, size_t axes, const char* field) {
    return entries ? array_in(entries, axes, field) : entries_of_axes();
}

layout layout_in(entries_of_axes strides, size_t distance, size_t offset, int form, const char* side) {
    return {std::move(strides), distance, offset, value_in(storages, form, side)};
}

transform transform_in(const stockham_transform* given) {
    const auto c = struct_in(given, stockham_default_transform(), "transform");
    transform t;
    t.lengths = array_in(c.lengths, c.axes, "lengths");
    t.batch = c.batch;
    t.precision = value_in(precisions, c.precision, "precision");
    t.direction = value_in(directions, c.direction, "direction");
    t.placement = value_in(placements, c.placement, "placement");
    t.scale = c.scale;
    t.input =
        layout_in(per_axis(c.input_strides, c.axes, "input"), c.input_distance, c.input_offset, c.input_form, "input");
    t.output = layout_in(per_axis(c.output_strides, c.axes, "output"), c.output_distance, c.output_offset,
                         c.output_form, "output");
    if (c.algorithm) t.algorithm = text_in(c.algorithm, "algorithm");
    t.kind = value_in(kinds, c.kind, "kind");
    t.full_spectrum = c.full_spectrum != 0;
    t.nonzero = per_axis(c.nonzero, c.axes, "nonzero");
    t.wanted = per_axis(c.wanted, c.axes, "wanted");
    for (const auto& l : array_in(c.loops, c.loop_count, "loops"))
        t.loops.push_back({l.n, l.input_stride, l.output_stride});
    return t;
}

const size_t* per_axis(const entries_of_axes& entries) {
    return entries.empty() ? nullptr : entries.data();
}

stockham_transform transform_out(const kept_problem& kept) {
    const auto& t = kept.described;
    auto c = stockham_default_transform();
    c.kind = number_out(kinds, t.kind);
    c.precision = number_out(precisions, t.precision);
    c.direction = number_out(directions, t.direction);
    c.placement = number_out(placements, t.placement);
    c.axes = t.lengths.size();
    c.lengths = per_axis(t.lengths);
    c.batch = t.batch;
    c.scale = t.scale;
    c.input_strides = per_axis(t.input.strides);
    c.input_distance = t.input.distance;
    c.input_offset = t.input.offset;
    c.input_form = number_out(storages, t.input.form);
    c.output_strides = per_axis(t.output.strides);
    c.output_distance = t.output.distance;
    c.output_offset = t.output.offset;
    c.output_form = number_out(storages, t.output.form);
    c.algorithm = t.algorithm.c_str();
    c.nonzero = per_axis(t.nonzero);
    c.wanted = per_axis(t.wanted);
    c.loop_count = kept.loops.size();
    c.loops = kept.loops.empty() ? nullptr : kept.loops.data();
    c.full_spectrum = t.full_spectrum;
    return c;
}

array array_of(const stockham_array* given, const char* argument) {
    const auto c = struct_in(given, stockham_default_array(), argument);
    array a;
    a.shape = array_in(c.shape, c.axes, "shape");
    if (c.strides) a.strides = array_in(c.strides, c.axes, "strides");
    a.offset = c.offset;
    a.form = value_in(storages, c.form, argument);
    return a;
}

const transform& described(const stockham_problem* problem) {
    return value_of(problem, "problem").described;
}

}  // namespace

stockham_code stockham_problem_create(const stockham_transform* transform, stockham_problem** problem) {
    return guarded([&] {
        check_pointer(problem, "problem");
        *problem = make_handle<stockham_problem>(transform_in(transform));
    });
}

stockham_code stockham_problem_parse(const char* text, stockham_problem** problem) {
    return guarded([&] {
        check_pointer(problem, "problem");
        *problem = make_handle<stockham_problem>(parse_transform(text_in(text, "text")));
    });
}

stockham_code stockham_problem_along(const int* axes, size_t count, const stockham_array* input,
                                     const stockham_array* output, int kind, int precision, int placement,
                                     stockham_problem** problem) {
    return guarded([&] {
        check_pointer(problem, "problem");
        *problem = make_handle<stockham_problem>(
            transform_along(array_in(axes, count, "axes"), array_of(input, "input"), array_of(output, "output"),
                            value_in(kinds, kind, "kind"), value_in(precisions, precision, "precision"),
                            value_in(placements, placement, "placement")));
    });
}

void stockham_problem_free(stockham_problem* problem) {
    free_handle(problem);
}

stockham_code stockham_problem_get(const stockham_problem* problem, stockham_transform* transform) {
    return guarded([&] {
        const auto& kept = value_of(problem, "problem");
        check_struct(transform, sizeof *transform, alignof(stockham_transform), "transform");
        struct_out(transform, transform_out(kept));
    });
}

stockham_code stockham_problem_text(const stockham_problem* problem, char** text) {
    return guarded([&] {
        check_pointer(text, "text");
        *text = new_text(to_string(described(problem)));
    });
}

stockham_code stockham_problem_check(const stockham_problem* problem) {
    return guarded([&] { check(described(problem)); });
}

stockham_code stockham_problem_lengths(const stockham_problem* problem, int side, size_t* lengths, size_t room,
                                       size_t* count) {
    return guarded([&] {
        const auto found = is_input(side) ? input_lengths(described(problem)) : output_lengths(described(problem));
        list_out(found, lengths, room, count, "lengths");
    });
}

stockham_code stockham_problem_extent(const stockham_problem* problem, int side, size_t* extent) {
    return guarded([&] {
        check_pointer(extent, "elements");
        *extent = is_input(side) ? input_extent(described(problem)) : output_extent(described(problem));
    });
}

stockham_code stockham_problem_bytes(const stockham_problem* problem, int side, size_t* bytes) {
    return guarded([&] {
        check_pointer(bytes, "bytes");
        *bytes = is_input(side) ? input_bytes(described(problem)) : output_bytes(described(problem));
    });
}

stockham_code stockham_is_real(int kind, int side, int* real) {
    return guarded([&] {
        check_pointer(real, "real");
        const auto k = value_in(kinds, kind, "kind");
        *real = is_input(side) ? is_real_input(k) : is_real_output(k);
    });
}

stockham_code stockham_algorithm_names(char*** names, size_t* count) {
    return guarded([&] { texts_out(algorithm_names(), names, "names", count); });
}

stockham_code stockham_good_size(size_t n, int kind, size_t* good) {
    return guarded([&] {
        check_pointer(good, "good");
        *good = good_size(n, value_in(kinds, kind, "kind"));
    });
}

stockham_code stockham_good_convolution_size(size_t signal, size_t kernel, int kind, size_t* good) {
    return guarded([&] {
        check_pointer(good, "good");
        *good = good_convolution_size(signal, kernel, value_in(kinds, kind, "kind"));
    });
}
