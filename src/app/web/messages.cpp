#include "app/web/messages.h"

#include <emscripten.h>

#include <cstdlib>
#include <memory>

#include "remote/worker.h"

// clang-format off
EM_JS(void, message_send, (int worker, int what, int job, int piece, const char* kind, const char* text,
                           const double* numbers, int count, double seconds), {
  Module.page.workers.send(worker, { what: what, job: job, piece: piece, kind: UTF8ToString(kind), text: UTF8ToString(text),
                                     numbers: HEAPF64.slice(numbers >> 3, (numbers >> 3) + count), seconds: seconds });
});
EM_JS(double, message_number, (const char* key), { return Module.page.message[UTF8ToString(key)]; });
EM_JS(char*, message_text, (const char* key), { return allocateUTF8(Module.page.message[UTF8ToString(key)]); });
EM_JS(int, message_count, (), { return Module.page.message.numbers.length; });
EM_JS(void, message_numbers, (double* to), { HEAPF64.set(Module.page.message.numbers, to >> 3); });
// clang-format on

namespace app {
namespace {

remote::Worker& this_worker() {
  static remote::Worker worker([](const remote::Message& message) { send(0, message); });
  return worker;
}

}  // namespace

std::string taken(char* text) {
  const std::unique_ptr<char, decltype(&std::free)> owned(text, std::free);
  return owned ? owned.get() : "";
}

void send(int worker, const remote::Message& message) {
  message_send(worker, static_cast<int>(message.what), message.job, message.piece,
               message.kind.c_str(), message.text.c_str(), message.numbers.data(),
               static_cast<int>(message.numbers.size()), message.seconds);
}

remote::Message received() {
  const auto number = [](const char* key) { return static_cast<int>(message_number(key)); };
  remote::Message message{.what = static_cast<remote::Message::What>(number("what")),
                          .job = number("job"),
                          .piece = number("piece"),
                          .kind = taken(message_text("kind")),
                          .text = taken(message_text("text")),
                          .numbers = std::vector<double>(static_cast<size_t>(message_count())),
                          .seconds = message_number("seconds")};
  message_numbers(message.numbers.data());
  return message;
}

}  // namespace app

// The functions that the script of a Web Worker calls (web/worker.js).
extern "C" {

/// Takes the message in Module.page.message.
EMSCRIPTEN_KEEPALIVE void worker_receive() { app::this_worker().receive(app::received()); }

/// Works for this time; returns whether work is left.
EMSCRIPTEN_KEEPALIVE bool worker_work(double seconds) { return app::this_worker().work(seconds); }
}
