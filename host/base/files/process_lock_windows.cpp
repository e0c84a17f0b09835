// The process lock as a named mutex.
#include "base/files/process_lock.hpp"

#include <string>

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

namespace stockham::internal {

namespace {

std::mutex mutex_of_this_copy;

file_descriptor locked_mutex() {
    const auto name = L"Local\\stockham-" + std::to_wstring(GetCurrentProcessId());
    const HANDLE made = CreateMutexW(nullptr, FALSE, name.c_str());
    file_descriptor mutex(made ? made : no_file);
    if (!mutex) return mutex;
    const DWORD got = WaitForSingleObject(mutex.get(), INFINITE);
    if (got != WAIT_OBJECT_0 && got != WAIT_ABANDONED) mutex.close();
    return mutex;
}

}  // namespace

process_lock::process_lock() : shared_(locked_mutex()) {
    if (!shared_) own_copy_ = std::unique_lock(mutex_of_this_copy);
}

process_lock::~process_lock() {
    if (shared_) ReleaseMutex(shared_.get());
}

}  // namespace stockham::internal
