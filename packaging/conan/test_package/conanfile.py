"""Builds a C program with the package of ../conanfile.py, and runs it if the host can."""

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, cmake_layout


class Consumer(ConanFile):
    settings = "os", "arch", "compiler", "build_type"
    generators = "CMakeToolchain", "VirtualRunEnv"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def build(self):
        cmake = CMake(self)
        cmake.configure(variables={"CMAKE_PREFIX_PATH": self.dependencies["stockham"].package_folder})
        cmake.build()

    def test(self):
        if can_run(self):
            self.run("./consumer", cwd=self.cpp.build.bindir, env="conanrun")
