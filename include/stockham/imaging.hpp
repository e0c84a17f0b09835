// Everything of the imaging library, stockham::imaging.
#pragma once

#include <stockham/imaging/array_view.hpp>
#include <stockham/imaging/boundary.hpp>
#include <stockham/imaging/convolve.hpp>
#include <stockham/imaging/correlation.hpp>
#include <stockham/imaging/deconvolve.hpp>
#include <stockham/imaging/engine.hpp>
#include <stockham/imaging/filter.hpp>
#include <stockham/imaging/match.hpp>
#include <stockham/imaging/measures.hpp>
#include <stockham/imaging/propagation.hpp>
#include <stockham/imaging/registration.hpp>
#include <stockham/imaging/spectrogram.hpp>
#include <stockham/imaging/spectrum.hpp>
