#pragma once
#include <functional>
#include <memory>

#include "app/platform.h"

namespace app {

/// The desktop's own dialog for files, by the portal that GNOME, KDE and sandboxes share
/// (org.freedesktop.portal.FileChooser).
class Portal {
 public:
  using Answered = std::function<void(const FileAnswer&)>;

  Portal();
  ~Portal();  ///< who still waits for an answer gets none
  Portal(const Portal&) = delete;
  Portal& operator=(const Portal&) = delete;

  /// Returns whether there is a session bus, on which a portal could be.
  static bool may_be_there();

  /// A question while another is open is not asked, nor answered.
  void ask(const FileQuestion& question, Answered answered);
  void poll();  ///< gives the answer, if it has come

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

}  // namespace app
