// A stand-in for heFFTe's header of this name, which defines what it was built with: here nothing.
#pragma once
