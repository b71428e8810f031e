// A desktop's portal whose user always gives the same answer: fake_portal FILE, or fake_portal
// without a file, which cancels. Says "ready", and then what was asked, a line each.

#include <gio/gio.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace {

const char* file = nullptr;

constexpr const char* xml =
    "<node><interface name='org.freedesktop.portal.FileChooser'>"
    "<method name='SaveFile'><arg type='s' direction='in'/><arg type='s' direction='in'/>"
    "<arg type='a{sv}' direction='in'/><arg type='o' direction='out'/></method>"
    "<method name='OpenFile'><arg type='s' direction='in'/><arg type='s' direction='in'/>"
    "<arg type='a{sv}' direction='in'/><arg type='o' direction='out'/></method>"
    "</interface></node>";

void on_call(GDBusConnection* bus, const char* sender, const char*, const char*, const char* method,
             GVariant* arguments, GDBusMethodInvocation* call, void*) {
  const char *parent, *title;
  GVariant* options;
  g_variant_get(arguments, "(&s&s@a{sv})", &parent, &title, &options);
  const char *token = "none", *name = "";
  g_variant_lookup(options, "handle_token", "&s", &token);
  g_variant_lookup(options, "current_name", "&s", &name);
  std::printf("%s %s %s\n", method, title, name);
  std::fflush(stdout);
  std::string who = sender + 1;
  std::replace(who.begin(), who.end(), '.', '_');
  const std::string handle =
      "/org/freedesktop/portal/desktop/request/" + who + "/" + std::string(token);
  g_dbus_method_invocation_return_value(call, g_variant_new("(o)", handle.c_str()));
  GVariantBuilder results;
  g_variant_builder_init(&results, G_VARIANT_TYPE_VARDICT);
  if (file) {
    char* uri = g_filename_to_uri(file, nullptr, nullptr);
    const char* const uris[] = {uri, nullptr};
    g_variant_builder_add(&results, "{sv}", "uris", g_variant_new_strv(uris, 1));
    g_free(uri);
  }
  g_dbus_connection_emit_signal(bus, sender, handle.c_str(), "org.freedesktop.portal.Request",
                                "Response", g_variant_new("(ua{sv})", file ? 0 : 1, &results),
                                nullptr);
  g_variant_unref(options);
}

void on_bus(GDBusConnection* bus, const char*, void* node) {
  static const GDBusInterfaceVTable calls{on_call, nullptr, nullptr, {}};
  g_dbus_connection_register_object(bus, "/org/freedesktop/portal/desktop",
                                    static_cast<GDBusNodeInfo*>(node)->interfaces[0], &calls,
                                    nullptr, nullptr, nullptr);
}

void on_name(GDBusConnection*, const char*, void*) {
  std::puts("ready");
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  if (count > 1) file = words[1];
  GDBusNodeInfo* node = g_dbus_node_info_new_for_xml(xml, nullptr);
  g_bus_own_name(G_BUS_TYPE_SESSION, "org.freedesktop.portal.Desktop", G_BUS_NAME_OWNER_FLAGS_NONE,
                 on_bus, on_name, nullptr, node, nullptr);
  g_main_loop_run(g_main_loop_new(nullptr, FALSE));
}
