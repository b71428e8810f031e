#include "ui/kit/fonts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace ui {
namespace {

/// The letters of texts and formulas, as zero-terminated pairs to which the atlas keeps a pointer.
constexpr ImWchar text_ranges[] = {
    0x0020, 0x007E, 0x00A0, 0x017F,  // Latin
    0x02B0, 0x02DD, 0x0391, 0x03C9,  // raised letters: ʳ; accents, Greek
    0x1D2C, 0x1D6A, 0x2C7C, 0x2C7C,  // raised and lowered letters: ᵀ ᵢ ᵣ ⱼ
    0x1E6B, 0x1E6B, 0x2502, 0x2502,  // ṫ │
    0x2010, 0x2044, 0x2070, 0x209C,  // punctuation, superscripts, subscripts
    0x2102, 0x214F, 0x2190, 0x21FF,  // letter-like, arrows
    0x2200, 0x226B, 0x2297, 0x22C6,  // mathematics
    0x2318, 0x2318, 0x23CE, 0x23CE,  // keys
    0x25A0, 0x25FF, 0x2713, 0x2717,  // shapes
    0x27E8, 0x27E9, 0x2A2F, 0x2A2F,  // ⟨ ⟩ ⨯
    0,
};
constexpr ImWchar digit_ranges[] = {'0', '9', 0};
constexpr ImWchar number_ranges[] = {
    0x0020, 0x007E, 0x00B0, 0x00B9, 0x0391, 0x03C9,
    0x2010, 0x2026, 0x2070, 0x207E, 0x221E, 0x221E,  // powers of ten; infinity
    0,
};

std::filesystem::path& own_fonts() {
  static std::filesystem::path folder;
  return folder;
}

/// Returns the first of these files that the usual font folders contain.
std::string find_font(std::initializer_list<const char*> names) {
  std::vector<std::filesystem::path> folders{
      "/usr/share/fonts/opentype/inter",
      "/usr/share/fonts/truetype/inter",
      "/usr/share/fonts/inter",
      "/usr/share/fonts/TTF",
      "/usr/share/fonts/OTF",
      "/usr/share/fonts/truetype/dejavu",
      "/usr/share/fonts/dejavu",
      "/usr/share/fonts/dejavu-sans-fonts",
      "/usr/local/share/fonts",
      "/usr/local/share/fonts/dejavu",
      "/Library/Fonts",
      "/opt/homebrew/share/fonts",
      "C:/Windows/Fonts",
  };
  if (const char* home = std::getenv("HOME")) {
    folders.push_back(std::filesystem::path(home) / ".local/share/fonts");
    folders.push_back(std::filesystem::path(home) / ".fonts");
  }
  folders.push_back(own_fonts());
  std::error_code ignored;
  for (const char* name : names)
    for (const auto& folder : folders)
      if (std::filesystem::exists(folder / name, ignored)) return (folder / name).string();
  return {};
}

struct Face {
  std::string file, fallback;  ///< fallback: for the signs that file lacks
};

/// Returns the advance of the widest digit in pixels at `size`, measured in a separate atlas.
float digit_width(const std::string& file, float size) {
  ImFontAtlas atlas;
  ImFontConfig config;
  config.OversampleH = 1;
  const ImFont* font = atlas.AddFontFromFileTTF(file.c_str(), size, &config, digit_ranges);
  if (!font || !atlas.Build()) return 0;
  float width = 0;
  for (ImWchar c = '0'; c <= '9'; ++c) width = std::max(width, font->FindGlyph(c)->AdvanceX);
  return width;
}

/// Adds digits first, all of one width (tabular), so that changing numbers do not move. Fonts
/// merged later do not replace existing glyphs.
ImFont* add_face(ImFontAtlas& atlas, const Face& face, float size, const ImWchar* ranges) {
  ImFontConfig config;
  config.OversampleH = size < 32 ? 2 : 1;
  if (face.file.empty()) {
    config.SizePixels = size;
    return atlas.AddFontDefault(&config);
  }
  config.GlyphMinAdvanceX = config.GlyphMaxAdvanceX = digit_width(face.file, size);
  ImFont* font = atlas.AddFontFromFileTTF(face.file.c_str(), size, &config, digit_ranges);
  config.GlyphMinAdvanceX = 0;
  config.GlyphMaxAdvanceX = ImFontConfig().GlyphMaxAdvanceX;
  config.MergeMode = true;
  atlas.AddFontFromFileTTF(face.file.c_str(), size, &config, ranges);
  if (!face.fallback.empty())
    atlas.AddFontFromFileTTF(face.fallback.c_str(), size, &config, ranges);
  return font;
}

Face find_face(bool heavy) {
  const std::string dejavu = find_font({"DejaVuSans.ttf", "NotoSans-Regular.ttf", "arial.ttf"});
  const std::string inter = find_font({"Inter-Regular.otf", "Inter-Regular.ttf"});
  const std::string medium = find_font({"Inter-SemiBold.otf", "Inter-SemiBold.ttf"});
  const std::string bold = find_font({"DejaVuSans-Bold.ttf", "NotoSans-Bold.ttf"});
  if (heavy && !medium.empty()) return {medium, dejavu};
  if (!inter.empty()) return {inter, dejavu};
  return heavy && !bold.empty() ? Face{bold, dejavu} : Face{dejavu, {}};
}

}  // namespace

void look_for_fonts_in(std::filesystem::path folder) { own_fonts() = std::move(folder); }

ImFont* add_font(ImFontAtlas& atlas, bool bold, float size, const ImWchar* ranges) {
  return add_face(atlas, find_face(bold), size, ranges);
}

Fonts build_fonts(float scale) {
  struct Use {
    ImFont* Fonts::*font;
    bool heavy;
    float size;
    const ImWchar* ranges;
  };
  constexpr Use uses[] = {
      {&Fonts::body, false, 16, text_ranges},  {&Fonts::small, false, small_letters, text_ranges},
      {&Fonts::strong, true, 16, text_ranges}, {&Fonts::reading, false, 20, text_ranges},
      {&Fonts::title, true, 22, text_ranges},  {&Fonts::large, true, 34, number_ranges}};
  const auto pixels = [&](const Use& use) { return std::max(6.f, std::round(use.size * scale)); };
  ImGuiIO& io = ImGui::GetIO();
  ImFontAtlas& atlas = *io.Fonts;
  const auto size = [](const ImFont* font) { return font->FontSize; };
  if (!std::ranges::equal(atlas.Fonts, uses, {}, size, pixels)) {
    const Face faces[] = {find_face(false), find_face(true)};
    atlas.Clear();
    constexpr float large = 4;
    atlas.TexDesiredWidth = scale > large ? 8192 : 0;  // else higher than drivers allow
    for (const Use& use : uses) add_face(atlas, faces[use.heavy], pixels(use), use.ranges);
    atlas.Build();
  }
  Fonts fonts;
  for (int i = 0; const Use& use : uses) fonts.*use.font = atlas.Fonts[i++];
  io.FontDefault = fonts.body;
  return fonts;
}

}  // namespace ui
