// Detects forks. OpenCL objects are not valid in a forked child, where calls on them may hang.
#pragma once

/// Call it before any OpenCL call. Throws std::runtime_error in a process forked after OpenCL was used.
void check_process();

/// True if this process was forked after OpenCL was used. Such a child must not release OpenCL objects.
bool is_forked_child() noexcept;
