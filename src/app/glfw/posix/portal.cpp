#include "app/glfw/desktop.h"

#include <gio/gio.h>
#include <libportal/portal.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace app {
namespace {

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};
template <typename T>
using Object = std::unique_ptr<T, Unref>;

/// Returns the first file of the dialog's result. If there is none, returns what the error means.
FileAnswer answer_of(GVariant* result, GError* error) {
  FileAnswer answer;
  answer.asked = result || g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error(&error);
  if (!result) return answer;
  g_autofree const char** uris = nullptr;
  if (g_variant_lookup(result, "uris", "^a&s", &uris) && uris[0]) {
    g_autofree char* file = g_filename_from_uri(uris[0], nullptr, nullptr);
    if (file) answer.file = file;
  }
  g_variant_unref(result);
  return answer;
}

}  // namespace

/// The question of an open dialog.
struct Portal::Open {
  bool saves;
  Answered answered;
  Object<XdpPortal> portal{xdp_portal_new()};
  Object<GCancellable> cancel{g_cancellable_new()};
  std::optional<FileAnswer> answer = {};

  ~Open() { g_cancellable_cancel(cancel.get()); }

  static void finish(GObject* source, GAsyncResult* result, gpointer data) {
    auto* open = static_cast<Open*>(data);
    GError* error = nullptr;
    XdpPortal* portal = XDP_PORTAL(source);
    GVariant* files = open->saves ? xdp_portal_save_file_finish(portal, result, &error)
                                  : xdp_portal_open_file_finish(portal, result, &error);
    open->answer = answer_of(files, error);
  }
};

Portal::Portal() = default;
Portal::~Portal() = default;

bool Portal::may_be_there() {
  const char* address = std::getenv("DBUS_SESSION_BUS_ADDRESS");
  if (address && *address) return true;
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  std::error_code error;
  return runtime && *runtime &&
         std::filesystem::exists(std::filesystem::path(runtime) / "bus", error);
}

void Portal::ask(const FileQuestion& question, Answered answered) {
  if (open_) return;
  const Object<GDBusConnection> bus(
      may_be_there() ? g_bus_get_sync(G_BUS_TYPE_SESSION, nullptr, nullptr) : nullptr);
  if (!bus) return answered({});
  // Without this, losing the bus would end the program.
  g_dbus_connection_set_exit_on_close(bus.get(), FALSE);
  const bool saves = !question.file.empty();
  open_.reset(new Open{saves, std::move(answered)});
  GVariant* filters =
      g_variant_new_parsed("[('TOML', [(uint32 0, '*.toml')]), ('*', [(uint32 0, '*')])]");
  XdpPortal* portal = open_->portal.get();
  GCancellable* cancel = open_->cancel.get();
  if (saves)
    xdp_portal_save_file(portal, nullptr, question.title.c_str(), question.file.filename().c_str(),
                         question.file.parent_path().c_str(), nullptr, filters, nullptr, nullptr,
                         XDP_SAVE_FILE_FLAG_NONE, cancel, Open::finish, open_.get());
  else
    xdp_portal_open_file(portal, nullptr, question.title.c_str(), filters, nullptr, nullptr,
                         XDP_OPEN_FILE_FLAG_NONE, cancel, Open::finish, open_.get());
}

void Portal::poll() {
  if (!open_) return;
  while (g_main_context_iteration(nullptr, FALSE)) {
  }
  if (!open_->answer) return;
  const std::unique_ptr<Open> done = std::exchange(open_, nullptr);  // the callback may ask again
  done->answered(*done->answer);
}

}  // namespace app
