// Arrays as pages of a picture: which axes are pages, rows, columns and channels. Shared by the formats that store
// arrays: .npy, .npz, HDF5 and raw.
#pragma once

#include <string>
#include <vector>

#include "format/format.hpp"

namespace stockham::tools {

/// The meaning of an array's axes.
struct page_layout {
    npy_type type;
    std::size_t pages = 1;
    std::size_t height = 1;
    std::size_t width = 1;
    unsigned channels = 1;
    std::size_t page_axes = 0;  ///< axes in front of height
    stack_axes axes;            ///< those of them that are longer than 1, without names

    std::size_t page_bytes() const { return height * width * channels * type.size; }
};

/// The layout of an array: (height, width), (height, width, 1 to 4 channels), (pages, height, width) or (pages, height,
/// width, 1 to 4 channels); more axes in front are pages, too. Axes of length 1 in front of these count as pages. With
/// `data.channels_last` the last axis has the channels, however many. Throws job_error, with the name of `data`, for
/// other shapes, complex numbers, or a page of more than `data.max_pixels` pixels.
page_layout layout_of(const npy_type& type, const std::vector<std::size_t>& shape, const picture_data& data);

/// The bytes of the array in a file without a header, by `data.raw`. Throws job_error as layout_of(), and if they
/// cannot be counted.
std::size_t raw_bytes(const picture_data& data);
/// Throws job_error if a file of `bytes` bytes without a header is not just an array of `needed` bytes, or, with an
/// offset, ends before the end of the array.
void check_raw_bytes(const raw_layout& raw, std::size_t needed, std::size_t bytes, const std::string& name);

/// The shape of pages like this one; a single page has no axis of pages, a single channel no axis of channels.
std::vector<std::size_t> shape_of(const picture& page, std::size_t pages);

/// The type of a .npy file with elements or samples of this type in the order of this machine, such as "<f4".
std::string descr_of(const npy_type& type);
std::string descr_of(sample_type type);

/// Facts that a header states about all pages of an array.
struct array_facts {
    picture_metadata metadata;
    left_out_list left_out;
    alpha_kind alpha = alpha_kind::none;
};

/// Pages in consecutive bytes: `offset` is where the first one starts in `data.bytes`. The caller has checked that
/// all of them are there.
std::unique_ptr<page_reader> pages_of_array(picture_data data, const page_layout& layout, std::size_t offset,
                                            array_facts facts = {});

/// The pages of a .npy file. Throws job_error.
std::unique_ptr<page_reader> pages_of_npy(picture_data data);

/// Appends a page to a .npy file in memory, with its header before the first of `pages` pages.
void append_npy_page(const picture& page, std::size_t pages, std::vector<std::uint8_t>& bytes);

/// Writes pages as the elements of one array, each when it is added, between the bytes that frame() returns.
std::unique_ptr<page_writer> write_as_array(output_file&, const write_request&,
                                            array_frame (*frame)(const array_request&));

}  // namespace stockham::tools
