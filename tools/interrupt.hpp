// Ctrl-C as a question that a long job asks between two steps.
#pragma once

namespace stockham::tools {

/// While it lives, the first Ctrl-C is only remembered; a second one ends the program as ever. Where Ctrl-C is
/// ignored (nohup, a shell's background job) it stays so.
class interrupt_watch {
  public:
    interrupt_watch();
    ~interrupt_watch();
    interrupt_watch(const interrupt_watch&) = delete;
    interrupt_watch& operator=(const interrupt_watch&) = delete;

    bool asked() const noexcept;

  private:
    void (*before_)(int);
};

}  // namespace stockham::tools
