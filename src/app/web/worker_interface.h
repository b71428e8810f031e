#pragma once

/// The functions that the script of a Web Worker calls (web/worker.js); the program has no window
/// there.
extern "C" {
void worker_receive();             ///< takes the message in Module.page.message
bool worker_work(double seconds);  ///< works for this time; whether work is left
}
