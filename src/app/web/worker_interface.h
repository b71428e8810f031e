#pragma once

/// Functions that the script of a Web Worker calls (web/worker.js); there the program has no
/// window.
extern "C" {
void worker_receive();             ///< the message in Module.page.message
bool worker_work(double seconds);  ///< for so long; whether there is more to do
}
