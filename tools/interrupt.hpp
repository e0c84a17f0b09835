// Ctrl-C as a flag that a long job polls between two steps.
#pragma once

namespace stockham::tools {

/// While an object exists, the first Ctrl-C only sets the flag; a second one ends the program. If the process ignores
/// SIGINT (nohup, a shell's background job), it continues to do so.
class interrupt_watch {
  public:
    interrupt_watch();
    ~interrupt_watch();
    interrupt_watch(const interrupt_watch&) = delete;
    interrupt_watch& operator=(const interrupt_watch&) = delete;

    /// True after Ctrl-C.
    bool requested() const noexcept;

  private:
    void (*before_)(int);
};

}  // namespace stockham::tools
