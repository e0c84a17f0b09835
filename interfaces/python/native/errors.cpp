// Translates the library's exceptions to those of stockham/_errors.py, with their attributes.
#include <stockham/imaging/engine.hpp>

#include "module.hpp"

namespace {

// Raises the exception `name` of stockham._errors, with an optional attribute.
template <class Value = const char*>
void set_error(const char* name, const char* text, const char* attribute = nullptr, const Value& value = {}) {
    try {
        const nb::object type = nb::module_::import_("stockham._errors").attr(name);
        nb::object error = call_python(type, text);
        if (attribute) error.attr(attribute) = value;
        PyErr_SetObject(type.ptr(), error.ptr());
    } catch (nb::python_error& failed) {
        failed.restore();
    }
}

const char* class_of(const stockham::opencl_error& error) {
    const bool memory = error.code() == CL_MEM_OBJECT_ALLOCATION_FAILURE || error.code() == CL_OUT_OF_RESOURCES ||
                        error.code() == CL_OUT_OF_HOST_MEMORY || error.code() == CL_INVALID_BUFFER_SIZE;
    return memory ? "DeviceMemoryError" : "OpenCLError";
}

void translate(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const stockham::callback_error& error) {
        set_error("CallbackError", error.what(), "build_log", error.build_log().c_str());
    } catch (const stockham::argument_error& error) {
        set_error("ArgumentError", error.what(), "field", error.field().c_str());
    } catch (const stockham::unsupported_error& error) {
        set_error("UnsupportedError", error.what(), "rule", error.rule().c_str());
    } catch (const stockham::imaging::memory_error& error) {
        set_error("TooLittleMemoryError", error.what(), "needed", error.needed());
    } catch (const stockham::imaging::cancelled_error& error) {
        set_error("CancelledError", error.what());
    } catch (const stockham::opencl_error& error) {
        set_error(class_of(error), error.what(), "code", error.code());
    } catch (const stockham::error& error) {
        set_error("StockhamError", error.what());
    }
}

}  // namespace

void add_errors(nb::module_&) {
    nb::register_exception_translator(&translate);
}
