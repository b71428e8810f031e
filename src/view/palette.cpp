#include "view/palette.h"

namespace view {
namespace {

glm::vec4 rgb(unsigned hex, float alpha = 1) {
  return {static_cast<float>(hex >> 16 & 255) / 255.f, static_cast<float>(hex >> 8 & 255) / 255.f,
          static_cast<float>(hex & 255) / 255.f, alpha};
}

}  // namespace

const Palette& dark_palette() {
  static const Palette palette{
      .dark = true,
      .background_top = rgb(0x2A3038),
      .background_bottom = rgb(0x15181C),
      .window = rgb(0x14171B),
      .panel = rgb(0x1B1F24),
      .raised = rgb(0x272D34),
      .hovered = rgb(0x323A43),
      .pressed = rgb(0x3D4752),
      .border = rgb(0x2E353D),
      .text = rgb(0xE8ECF0),
      .text_dim = rgb(0x9AA6B2),
      .accent = rgb(0x56B4E9),
      .accent_text = rgb(0x0B1116),
      .warning = rgb(0xE69F00),
      .alarm = rgb(0xF0503C),
      .link = rgb(0xC9D1D9),
      .joint = rgb(0x7D8A97),
      .axis = rgb(0x56B4E9),
      .ground = rgb(0x20252B),
      .grid = rgb(0x3A424B),
      .target = rgb(0xE5483D),
      .obstacle = rgb(0x8C7BE0, 0.55f),
      .series = {rgb(0x56B4E9), rgb(0xE69F00), rgb(0x2FC79A), rgb(0xCC79A7), rgb(0xF0E442),
                 rgb(0xD55E00), rgb(0x4F8FD6), rgb(0xB8C0C8)},
      .run = {rgb(0x7FB4FF), rgb(0xD9A316), rgb(0x2BE58D), rgb(0xEB7799), rgb(0xFFF64A),
              rgb(0x7054FA)},
  };
  return palette;
}

const Palette& light_palette() {
  static const Palette palette{
      .dark = false,
      .background_top = rgb(0xFFFFFF),
      .background_bottom = rgb(0xE3E8ED),
      .window = rgb(0xF4F6F8),
      .panel = rgb(0xFFFFFF),
      .raised = rgb(0xEDF0F3),
      .hovered = rgb(0xE1E6EB),
      .pressed = rgb(0xD2D9E0),
      .border = rgb(0xD5DBE1),
      .text = rgb(0x15191E),
      .text_dim = rgb(0x5A6672),
      .accent = rgb(0x0072B2),
      .accent_text = rgb(0xFFFFFF),
      .warning = rgb(0xB06A00),
      .alarm = rgb(0xC8281E),
      .link = rgb(0x8793A0),
      .joint = rgb(0x56616C),
      .axis = rgb(0x0072B2),
      .ground = rgb(0xEDF0F3),
      .grid = rgb(0xC9D0D7),
      .target = rgb(0xD3302F),
      .obstacle = rgb(0x8A5CE0, 0.5f),
      .series = {rgb(0x0072B2), rgb(0xC77700), rgb(0x00886A), rgb(0xB0508A), rgb(0x9A8A00),
                 rgb(0xC04A00), rgb(0x3A8FC0), rgb(0x4A545E)},
      .run = {rgb(0x0D46C5), rgb(0xC97708), rgb(0x0F888D), rgb(0x8D4058), rgb(0x68580D),
              rgb(0x402077)},
  };
  return palette;
}

}  // namespace view
