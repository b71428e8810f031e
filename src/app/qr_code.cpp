#include "app/qr_code.h"

#include <qrcodegen.hpp>

#include "base/error.h"

namespace app {

ui::QrCode qr_code(const std::string& text) try {
  using Code = qrcodegen::QrCode;
  const Code code = Code::encodeText(text.c_str(), Code::Ecc::LOW);  // raised if it still fits
  ui::QrCode made{.text = text, .size = code.getSize(), .dark = {}};
  for (int y = 0; y < made.size; ++y)
    for (int x = 0; x < made.size; ++x) made.dark.push_back(code.getModule(x, y));
  return made;
} catch (const qrcodegen::data_too_long&) {
  throw base::Error(
      "The link has " + std::to_string(text.size()) +
      " characters, too many for a QR code. Restart the scene (R), or send the link itself.");
}

}  // namespace app
