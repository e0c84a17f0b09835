// Environment variables and folders that exist until the end of a scope.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>

#include <unistd.h>

#include "support/folders.hpp"

/// Sets a variable and restores it at the end of the scope.
class scoped_variable {
  public:
    scoped_variable(const char* name, const std::string& value) : name_(name) {
        if (const char* before = std::getenv(name)) before_ = before;
        setenv(name, value.c_str(), 1);
    }
    ~scoped_variable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
    scoped_variable(const scoped_variable&) = delete;
    scoped_variable& operator=(const scoped_variable&) = delete;

  private:
    const char* name_;
    std::optional<std::string> before_;
};

/// A copy of the kernel files that a test may change.
class kernel_folder {
  public:
    kernel_folder() : path_(std::filesystem::temp_directory_path() / "stockham_kernels_XXXXXX") {
        auto name = path_.string();
        if (!mkdtemp(name.data())) throw std::runtime_error("cannot make " + name);
        path_ = name;
        const std::filesystem::path sources(source_folder());
        for (const char* room : {"cl", "transpose"})
            for (const auto& file : std::filesystem::recursive_directory_iterator(sources / room))
                if (file.path().extension() == ".cl" || file.path().extension() == ".h") {
                    const auto copy = path_ / file.path().lexically_relative(sources);
                    std::filesystem::create_directories(copy.parent_path());
                    std::filesystem::copy_file(file.path(), copy);
                }
    }
    ~kernel_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    kernel_folder(const kernel_folder&) = delete;
    kernel_folder& operator=(const kernel_folder&) = delete;

    std::string path() const { return path_.string(); }
    void append(const char* file, const std::string& text) const { std::ofstream(path_ / file, std::ios::app) << text; }
    /// Replaces every `before` in a file by `after`. Throws if there is none.
    void replace(const char* file, const std::string& before, const std::string& after) const {
        std::ifstream in(path_ / file, std::ios::binary);
        std::string text(std::istreambuf_iterator<char>(in), {});
        auto at = text.find(before);
        if (at == text.npos) throw std::runtime_error(std::string(file) + " does not have " + before);
        for (; at != text.npos; at = text.find(before, at + after.size())) text.replace(at, before.size(), after);
        std::ofstream(path_ / file, std::ios::binary | std::ios::trunc) << text;
    }
    void remove(const char* file) const { std::filesystem::remove(path_ / file); }

  private:
    std::filesystem::path path_;
};
