// Which buffers an execution has.
#pragma once

namespace stockham::internal {

/// Which of an execution's buffers a launch reads or writes: the three that every plan may use, and those of planar
/// data (imaginary parts), convolutions (the spectrum) and callbacks (the user's data).
enum class buffer { input, output, workspace, input_imaginary, output_imaginary, spectrum, load_data, store_data };

}  // namespace stockham::internal
