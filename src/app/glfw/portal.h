#pragma once
#include <functional>
#include <memory>

#include "app/platform.h"

namespace app {

/// The desktop's own file dialog, opened through the portal that GNOME, KDE and sandboxes share
/// (org.freedesktop.portal.FileChooser).
class Portal {
 public:
  using Answered = std::function<void(const FileAnswer&)>;

  Portal();
  ~Portal();  ///< a pending question gets no answer
  Portal(const Portal&) = delete;
  Portal& operator=(const Portal&) = delete;

  /// Returns whether there is a session bus, on which a portal could be.
  static bool may_be_there();

  /// Asks a question. It is ignored while another one is open.
  void ask(const FileQuestion& question, Answered answered);
  void poll();  ///< delivers an answer that has arrived

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

}  // namespace app
