#pragma once
#include <exception>

namespace lab {

/// Thrown by stop_if_interrupted() so that destructors clean up.
struct Interrupted : std::exception {};

/// From now on Ctrl+C and a polite kill end the program through stop_if_interrupted().
void watch_interrupts();

/// To be called in every long loop. Throws Interrupted.
void stop_if_interrupted();

}  // namespace lab
