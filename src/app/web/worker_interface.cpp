// The functions that the script of a Web Worker calls (web/worker.js).

#include <emscripten.h>

#include "app/web/messages.h"
#include "remote/worker.h"

namespace app {
namespace {

remote::Worker& this_worker() {
  static remote::Worker worker([](const remote::Message& message) { send(0, message); });
  return worker;
}

}  // namespace
}  // namespace app

extern "C" {

/// Takes the message in Module.page.message.
EMSCRIPTEN_KEEPALIVE void worker_receive() { app::this_worker().receive(app::received()); }

/// Works for this time; returns whether work is left.
EMSCRIPTEN_KEEPALIVE bool worker_work(double seconds) { return app::this_worker().work(seconds); }
}
