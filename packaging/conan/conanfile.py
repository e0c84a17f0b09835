"""The Conan recipe: `conan create packaging/conan`. OpenCL and nlohmann_json come from the system, so no remote is needed."""

from pathlib import Path

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load
from conan.tools.system.package_manager import Apt


class Stockham(ConanFile):
    name = "stockham"
    license = "Apache-2.0"
    description = "Batched fast Fourier transforms on any OpenCL device"
    topics = ("fft", "opencl", "gpu")
    package_type = "shared-library"
    settings = "os", "arch", "compiler", "build_type"

    def set_version(self):
        line = load(self, self._sources() / "CMakeLists.txt").split("project(stockham VERSION ")[1]
        self.version = line.split()[0]

    def export_sources(self):
        for name in ("CMakeLists.txt", "LICENSE"):
            copy(self, name, self._sources(), self.export_sources_folder)
        for folder in ("cl", "cmake", "host", "imaging", "include", "interfaces/heffte", "transpose"):
            copy(self, "*", self._sources() / folder, Path(self.export_sources_folder) / folder)

    def _sources(self):
        return Path(self.recipe_folder).parents[1]

    def layout(self):
        self.folders.root = "../.."
        cmake_layout(self)

    def system_requirements(self):
        Apt(self).check(["ocl-icd-opencl-dev", "nlohmann-json3-dev"])

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("CLFFT", "FFTW", "TOOLS", "TESTS", "EXAMPLES", "BENCHMARKS"):
            toolchain.cache_variables[f"STOCKHAM_{part}"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        # Consumers use the CMake package that is installed, which also links OpenCL.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append("lib/cmake/stockham")
        self.cpp_info.libs = ["stockham_heffte", "stockham_imaging", "stockham"]
        self.cpp_info.system_libs = ["OpenCL"]
