#pragma once
#include <string>

#include "remote/pool.h"

namespace app {

/// Returns a text that a function of the page's script has allocated, and frees it.
std::string taken(char* text);

/// Exchanges messages between the program of a page and its Web Workers (web/workers.js).
void send(int worker, const remote::Message& message);  ///< from a worker: to the page
remote::Message received();                             ///< the message in Module.page.message

}  // namespace app
