#pragma once
#include <string>

#include "ui/context.h"

namespace app {

/// A text as a QR code that withstands some dirt. Throws base::Error if it is too long for one.
ui::QrCode qr_code(const std::string& text);

}  // namespace app
