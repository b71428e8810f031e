#pragma once
#include <exception>

namespace lab {

/// Thrown by stop_if_interrupted() so that destructors clean up.
struct Interrupted : std::exception {};

/// From now on Ctrl+C, a polite kill, a terminal that is closed and a reader of the output that
/// goes away end the program through stop_if_interrupted(); unless who started it has said that
/// they shall not (nohup). A file that grows too large is told by who writes it.
void watch_interrupts();

/// To be called in every long loop. Throws Interrupted.
void stop_if_interrupted();

/// The signal that asked for the end, 0 if none did.
int interrupted_by();

}  // namespace lab
