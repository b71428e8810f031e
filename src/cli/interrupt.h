#pragma once
#include <cstddef>
#include <exception>

namespace cli {

/// Thrown by stop_if_interrupted() so that destructors clean up.
struct Interrupted : std::exception {};

/// Lets SIGINT, SIGTERM, SIGHUP and SIGPIPE end the program through stop_if_interrupted(), unless
/// they are ignored (nohup). Writers report files that grow too large.
void watch_interrupts();

/// Lets stop_if_interrupted() ask this function too, in a program whose signals belong to others.
void watch_interrupts_by(bool (*is_interrupted)());

/// Throws Interrupted after one of these signals. Call it in every long loop.
void stop_if_interrupted();

/// Returns the signal that requested the end, or 0.
int interrupted_by();

/// Lets the signals that end a program call the handler, unless they are ignored. On Windows, where
/// programs begin otherwise, standard streams then carry the same bytes as elsewhere, terminals
/// show UTF-8, and the environment names the user's folders.
void prepare_system(void (*on_signal)(int signal));

/// Returns the width of the terminal that shows standard output; 0 if none does.
size_t terminal_columns();

}  // namespace cli
