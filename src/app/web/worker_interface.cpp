#include "app/web/worker_interface.h"

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

EMSCRIPTEN_KEEPALIVE void worker_receive() { app::this_worker().receive(app::received()); }
EMSCRIPTEN_KEEPALIVE bool worker_work(double seconds) { return app::this_worker().work(seconds); }
