// Expected and measured times: a rough model of FFTW, and what this and earlier processes measured.
#pragma once

#include <string>

#include "problem.hpp"

namespace fftw_device {

/// Bytes of both sides, without gaps.
double bytes_of(const problem&);

/// Seconds of one execution by FFTW with `threads` threads on a fast machine. The device must beat it.
double expected_fftw_seconds(const problem&, int threads);

/// The least seconds of one execution on any device beyond a link, as far as the link and the launches go.
double least_device_seconds(const problem&);

/// Seconds that a processor needs for the tables of the plan, if they are long: those of Bluestein's algorithm for
/// lines with a prime factor that no radix has.
double table_seconds(const problem&);

/// Seconds of one execution; 0: not measured.
struct measured_seconds {
    double device = 0;
    double fftw = 0;
};

/// The measurements of a problem on this machine, with `threads` threads of FFTW. Read from the file of
/// STOCKHAM_FFTW_WISDOM at the first call; by default stockham/fftw.txt in the user's configuration folder, `off`:
/// none. Thread-safe.
measured_seconds recall(const problem&, int threads);

/// Keeps measurements in this process and in the file. Failures to write are ignored: a later process
/// measures again.
void remember(const problem&, int threads, const measured_seconds&);

/// True if this machine has no OpenCL device that could be faster than FFTW, as an earlier process found. The machine
/// includes the list of its OpenCL implementations.
bool recall_no_device();
/// Keeps that in this process and in the file.
void remember_no_device();

/// Forgets what this process knows; the file stays.
void forget_measurements();

}  // namespace fftw_device
