#pragma once
#include <string>

#include "ui/context.h"

namespace app {

/// Returns a text as a QR code that tolerates some dirt. Throws base::Error if the text is too
/// long.
ui::QrCode qr_code(const std::string& text);

}  // namespace app
