#pragma once
#include <string>

#include "remote/pool.h"

namespace app {

/// Messages between the program of a page and those in its Web Workers, as objects of the script
/// (web/workers.js, web/worker.js).
void send(int worker, const remote::Message& message);  ///< in a worker itself: to the page
remote::Message received();  ///< that the script has in Module.page.message

/// Returns how many workers the browser can run beside the page; 0 without Web Workers.
int possible_workers();

/// Web Workers, each with the program without a window, for which nothing more is loaded.
class WebWorkers : public remote::Connection {
 public:
  void start(int worker) override;
  void end(int worker) override;
  void send(int worker, const remote::Message& message) override { app::send(worker, message); }
};

}  // namespace app
