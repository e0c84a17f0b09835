// Fork: OpenCL's objects do not live on in a child process, and calls that touch them there may hang.
#pragma once

/// To be called before OpenCL is used. Throws std::runtime_error in a process that was forked after the first use.
void check_process();

/// Whether this process is such a child: its copies of OpenCL objects must not be released.
bool is_forked_child() noexcept;
