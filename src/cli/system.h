#pragma once

namespace cli {

/// Lets the signals that end a program call the handler, unless they are ignored. On Windows, where
/// programs begin otherwise, standard streams then carry the same bytes as elsewhere, terminals
/// show UTF-8, and the environment names the user's folders.
void prepare_system(void (*on_signal)(int signal));

}  // namespace cli
