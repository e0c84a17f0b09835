// The buffers of an execution.
#pragma once

namespace stockham::internal {

/// A buffer that a launch reads or writes. Every plan may use the first three; the others belong to planar data
/// (imaginary parts), convolutions (the spectrum) and callbacks (the user's data).
enum class buffer { input, output, workspace, input_imaginary, output_imaginary, spectrum, load_data, store_data };

}  // namespace stockham::internal
