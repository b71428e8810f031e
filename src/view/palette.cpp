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
      .name = "dark",
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
      .good = rgb(0x6BE1AA),
      .warning = rgb(0xE69F00),
      .alarm = rgb(0xF0503C),
      .link = rgb(0xC9D1D9),
      .joint = rgb(0x7D8A97),
      .axis = rgb(0x56B4E9),
      .ground = rgb(0x20252B),
      .grid = rgb(0x3A424B),
      .target = rgb(0xE5483D),
      .obstacle = rgb(0x8C7BE0, 0.55f),
      .series = {rgb(0x56B4E9), rgb(0xE69F00), rgb(0x6BE1AA), rgb(0xCC7AA9), rgb(0xF0E33F),
                 rgb(0xA27664), rgb(0x458DDF), rgb(0xBBC4CD)},
      .run = {rgb(0x7FB4FF), rgb(0xD9A316), rgb(0x2BE58D), rgb(0xEB7799), rgb(0xFFF64A),
              rgb(0x7054FA)},
  };
  return palette;
}

const Palette& light_palette() {
  static const Palette palette{
      .name = "light",
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
      .good = rgb(0x0A7051),
      .warning = rgb(0x9A5B00),
      .alarm = rgb(0xC8281E),
      .link = rgb(0x8793A0),
      .joint = rgb(0x56616C),
      .axis = rgb(0x0072B2),
      .ground = rgb(0xEDF0F3),
      .grid = rgb(0xC9D0D7),
      .target = rgb(0xD3302F),
      .obstacle = rgb(0x8A5CE0, 0.5f),
      .series = {rgb(0x0072B2), rgb(0xC77700), rgb(0x0A7051), rgb(0xAE5184), rgb(0x8C7E4D),
                 rgb(0xBD4800), rgb(0x1480F4), rgb(0x434395)},
      .run = {rgb(0x0D46C5), rgb(0xC97708), rgb(0x0F888D), rgb(0x8D4058), rgb(0x68580D),
              rgb(0x402077)},
  };
  return palette;
}

const Palette& contrast_palette() {
  static const Palette palette{
      .name = "high contrast",
      .dark = true,
      .outlined = true,
      .background_top = rgb(0x000000),
      .background_bottom = rgb(0x000000),
      .window = rgb(0x000000),
      .panel = rgb(0x000000),
      .raised = rgb(0x1A1A1A),
      .hovered = rgb(0x303030),
      .pressed = rgb(0x3C3C3C),
      .border = rgb(0x8C8C8C),
      .text = rgb(0xFFFFFF),
      .text_dim = rgb(0xE0E0E0),
      .accent = rgb(0x4FC3FF),
      .accent_text = rgb(0x000000),
      .good = rgb(0x3CF1A9),
      .warning = rgb(0xFFB52E),
      .alarm = rgb(0xFF7A6B),
      .link = rgb(0xF2F2F2),
      .joint = rgb(0x9DA5AD),
      .axis = rgb(0x4FC3FF),
      .ground = rgb(0x141414),
      .grid = rgb(0x5C5C5C),
      .target = rgb(0xFF4A3C),
      .obstacle = rgb(0x9C86FF, 0.6f),
      .series = {rgb(0x22BBFD), rgb(0xFCB005), rgb(0x3CF1A9), rgb(0xFF85C0), rgb(0xFBF24E),
                 rgb(0xBF9477), rgb(0xA3C5E3), rgb(0xDCDCDC)},
      .run = {rgb(0x97B8E9), rgb(0xDAA41A), rgb(0x2BE48A), rgb(0xF1769A), rgb(0xFEF24B),
              rgb(0xAE89FE)},
  };
  return palette;
}

const std::array<const Palette*, 3>& palettes() {
  static const std::array<const Palette*, 3> all{&dark_palette(), &light_palette(),
                                                 &contrast_palette()};
  return all;
}

}  // namespace view
