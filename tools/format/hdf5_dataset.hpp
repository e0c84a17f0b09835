// A data set of an HDF5 file: its shape, type and identifiers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <hdf5.h>

#include "array/npy.hpp"
#include "format/format.hpp"

namespace stockham::tools {

/// An HDF5 identifier, and the function that closes it.
class h5_id {
  public:
    h5_id() = default;
    h5_id(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
    ~h5_id() {
        if (id_ >= 0) close_(id_);
    }
    h5_id(h5_id&& other) noexcept : id_(other.id_), close_(other.close_) { other.id_ = -1; }
    h5_id& operator=(h5_id&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
        return *this;
    }
    hid_t get() const { return id_; }
    bool valid() const { return id_ >= 0; }

  private:
    hid_t id_ = -1;
    herr_t (*close_)(hid_t) = nullptr;
};

/// The lock of all calls of HDF5.
std::mutex& hdf5_mutex();

/// An array of any rank as a .npy file, and the bytes around the elements of an array in a new file. Both throw
/// job_error.
std::unique_ptr<byte_source> array_of_hdf5(const picture_path&);
array_frame frame_of_hdf5(const array_request&);

/// Opens a file for reading; the identifier is not valid if that fails.
h5_id open_hdf5_file(const std::string& path);

/// The access properties of a file that is only in memory.
h5_id in_memory();

/// Throws job_error if the elements of this shape are none, or more than can be counted. Returns their number.
std::size_t elements_of(const std::vector<std::size_t>& shape, const std::string& name);

/// An object that calls HDF5, which many builds do not allow from two threads at once: it is made, used and destroyed
/// under one lock for the process.
template <class Object>
class hdf5_object {
  public:
    template <class... Arguments>
    explicit hdf5_object(Arguments&&... arguments) {
        const std::lock_guard lock(hdf5_mutex());
        object_ = std::make_unique<Object>(std::forward<Arguments>(arguments)...);
    }
    ~hdf5_object() {
        const std::lock_guard lock(hdf5_mutex());
        object_.reset();
    }
    hdf5_object(const hdf5_object&) = delete;
    hdf5_object& operator=(const hdf5_object&) = delete;

    /// Returns f(object).
    template <class Use>
    auto use(Use f) const {
        const std::lock_guard lock(hdf5_mutex());
        return f(*object_);
    }

  private:
    std::unique_ptr<Object> object_;
};

/// The names of the two numbers of a complex element.
struct complex_names {
    const char* real;
    const char* imaginary;
};
/// The first ones are those of h5py.
constexpr complex_names known_complex_names[] = {{"r", "i"}, {"real", "imag"}};

/// The type of elements in memory; complex numbers are pairs of real numbers.
h5_id type_in_memory(const npy_type&, const complex_names& = known_complex_names[0]);

class hdf5_dataset {
  public:
    /// Opens the data set `member` of a file; an empty name is that of the only one. `name` is the path of the file,
    /// also for errors. Data may come from other files only if `external`. Throws job_error.
    hdf5_dataset(h5_id file, std::string name, const std::string& member, bool external);

    hid_t get() const { return dataset_.get(); }
    const std::vector<std::size_t>& shape() const { return shape_; }

    /// The type of the elements in NumPy's terms. Throws job_error for other types.
    npy_type element_type() const;

    /// The elements as this type in memory, with the names that the file gives to the parts of complex numbers.
    h5_id in_memory_as(const npy_type&) const;

    /// True if the data, or some of it, lies in other files or data sets.
    bool has_other_sources() const { return has_other_sources_; }

    /// Throws job_error if elements that lie in one piece are not all in the file. HDF5 does not check that for files
    /// in memory.
    void check_storage(std::size_t file_bytes) const;

    /// Reads `count` elements from number `first` on, counted in C order, as elements of `type`. Throws job_error.
    void read(std::size_t first, std::size_t count, const npy_type& type, void* to) const;

    /// Reads the elements from index `start` on along each axis. Throws job_error.
    void read_part(const std::vector<hsize_t>& start, const std::vector<hsize_t>& count, hid_t type, void* to) const;

  private:
    const std::string name_;
    h5_id file_, dataset_;
    std::vector<std::size_t> shape_;
    complex_names names_ = known_complex_names[0];
    bool has_other_sources_ = false;
};

}  // namespace stockham::tools
