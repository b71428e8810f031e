#include "view/palette.h"

#include <algorithm>

namespace view {
namespace {

glm::vec4 rgb(unsigned hex) {
  return {static_cast<float>(hex >> 16 & 255) / 255.f, static_cast<float>(hex >> 8 & 255) / 255.f,
          static_cast<float>(hex & 255) / 255.f, 1};
}

constexpr int palette_count = 3;  // dark, light, high contrast

struct ColorRow {
  glm::vec4 Palette::*color;
  unsigned hex[palette_count];
};
constexpr ColorRow color_rows[] = {
    {&Palette::background_top, {0x2A3038, 0xFFFFFF, 0x000000}},
    {&Palette::background_bottom, {0x15181C, 0xE3E8ED, 0x000000}},
    {&Palette::window, {0x14171B, 0xF4F6F8, 0x000000}},
    {&Palette::panel, {0x1B1F24, 0xFFFFFF, 0x000000}},
    {&Palette::raised, {0x272D34, 0xEDF0F3, 0x1A1A1A}},
    {&Palette::hovered, {0x323A43, 0xE1E6EB, 0x303030}},
    {&Palette::pressed, {0x3D4752, 0xD2D9E0, 0x3C3C3C}},
    {&Palette::border, {0x2E353D, 0xD5DBE1, 0x8C8C8C}},
    {&Palette::text, {0xE8ECF0, 0x15191E, 0xFFFFFF}},
    {&Palette::text_dim, {0x9AA6B2, 0x5A6672, 0xE0E0E0}},
    {&Palette::accent, {0x56B4E9, 0x0072B2, 0x4FC3FF}},
    {&Palette::accent_text, {0x0B1116, 0xFFFFFF, 0x000000}},
    {&Palette::good, {0x6BE1AA, 0x0A7051, 0x3CF1A9}},
    {&Palette::warning, {0xE69F00, 0x9A5B00, 0xFFB52E}},
    {&Palette::alarm, {0xF0503C, 0xC8281E, 0xFF7A6B}},
    {&Palette::link, {0xC9D1D9, 0x8793A0, 0xF2F2F2}},
    {&Palette::joint, {0x7D8A97, 0x56616C, 0x9DA5AD}},
    {&Palette::axis, {0x56B4E9, 0x0072B2, 0x4FC3FF}},
    {&Palette::ground, {0x20252B, 0xEDF0F3, 0x141414}},
    {&Palette::grid, {0x3A424B, 0xC9D0D7, 0x5C5C5C}},
    {&Palette::target, {0xE5483D, 0xD3302F, 0xFF4A3C}},
    {&Palette::obstacle, {0x8C7BE0, 0x8A5CE0, 0x9C86FF}},
};
constexpr float obstacle_alpha[palette_count] = {0.55f, 0.5f, 0.6f};
constexpr unsigned series_hex[palette_count][8] = {
    {0x56B4E9, 0xE69F00, 0x6BE1AA, 0xCC7AA9, 0xF0E33F, 0xA27664, 0x458DDF, 0xBBC4CD},
    {0x0072B2, 0xC77700, 0x0A7051, 0xAE5184, 0x8C7E4D, 0xBD4800, 0x1480F4, 0x434395},
    {0x22BBFD, 0xFCB005, 0x3CF1A9, 0xFF85C0, 0xFBF24E, 0xBF9477, 0xA3C5E3, 0xDCDCDC}};
constexpr unsigned run_hex[palette_count][6] = {
    {0x7FB4FF, 0xD9A316, 0x2BE58D, 0xEB7799, 0xFFF64A, 0x7054FA},
    {0x0D46C5, 0xC97708, 0x0F888D, 0x8D4058, 0x68580D, 0x402077},
    {0x97B8E9, 0xDAA41A, 0x2BE48A, 0xF1769A, 0xFEF24B, 0xAE89FE}};

Palette make_palette(int i, std::string_view name, bool dark, bool outlined) {
  Palette palette{};
  palette.name = name;
  palette.dark = dark;
  palette.outlined = outlined;
  for (const ColorRow& row : color_rows) palette.*row.color = rgb(row.hex[i]);
  palette.obstacle.a = obstacle_alpha[i];
  std::ranges::transform(series_hex[i], palette.series, rgb);
  std::ranges::transform(run_hex[i], palette.run, rgb);
  return palette;
}

}  // namespace

const std::array<const Palette*, 3>& palettes() {
  static const Palette dark = make_palette(0, "dark", true, false),
                       light = make_palette(1, "light", false, false),
                       contrast = make_palette(2, "high contrast", true, true);
  static const std::array<const Palette*, 3> pointers{&dark, &light, &contrast};
  return pointers;
}

const Palette& dark_palette() { return *palettes()[0]; }
const Palette& light_palette() { return *palettes()[1]; }

}  // namespace view
