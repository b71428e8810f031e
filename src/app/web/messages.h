#pragma once
#include <string>

#include "remote/pool.h"

namespace app {

/// Returns a text that a function of the page's script has allocated, and frees it.
std::string taken(char* text);

/// Exchanges messages between the program of a page and its Web Workers (web/workers.js).
void send(int worker, const remote::Message& message);  ///< from a worker: to the page
remote::Message received();                             ///< the message in Module.page.message

/// Returns how many workers the browser can run beside the page; 0 without Web Workers.
int possible_workers();

/// Web Workers, each running the program without a window, so that nothing more has to be loaded.
class WebWorkers : public remote::Connection {
 public:
  void start(int worker) override;
  void end(int worker) override;
  void send(int worker, const remote::Message& message) override { app::send(worker, message); }
};

}  // namespace app
