#pragma once
#include <exception>

namespace cli {

/// Thrown by stop_if_interrupted() so that destructors clean up.
struct Interrupted : std::exception {};

/// From now on SIGINT, SIGTERM, SIGHUP and SIGPIPE end the program through stop_if_interrupted(),
/// unless they are ignored (nohup). A file that grows too large is reported by its writer.
void watch_interrupts();

/// To be called in every long loop. Throws Interrupted.
void stop_if_interrupted();

/// The signal that asked for the end, 0 if none did.
int interrupted_by();

}  // namespace cli
