"""The Conan recipe. OpenCL and nlohmann_json are the system's: `conan create . --test-folder packaging/conan` needs no remote."""

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import load
from conan.tools.system.package_manager import Apt


class Stockham(ConanFile):
    name = "stockham"
    license = "Apache-2.0"
    description = "Batched fast Fourier transforms on any OpenCL device"
    topics = ("fft", "opencl", "gpu")
    package_type = "shared-library"
    settings = "os", "arch", "compiler", "build_type"
    exports_sources = "CMakeLists.txt", "LICENSE", "cl/*", "cmake/*", "host/*", "include/*", "transpose/*"

    def set_version(self):
        line = load(self, f"{self.recipe_folder}/CMakeLists.txt").split("project(stockham VERSION ")[1]
        self.version = line.split()[0]

    def layout(self):
        cmake_layout(self)

    def system_requirements(self):
        Apt(self).check(["ocl-icd-opencl-dev", "nlohmann-json3-dev"])

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("CLFFT", "TOOLS", "TESTS", "EXAMPLES", "BENCHMARKS"):
            toolchain.cache_variables[f"STOCKHAM_{part}"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        # The package's own CMake files say everything, the OpenCL that is linked beside it included.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append("lib/cmake/stockham")
        self.cpp_info.libs = ["stockham"]
        self.cpp_info.system_libs = ["OpenCL"]
