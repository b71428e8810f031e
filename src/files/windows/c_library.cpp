// These replace what the C library of MinGW-w64 has.

#include <fcntl.h>

#include <cstddef>
#include <cstdint>
#include <cwchar>

namespace {

constexpr uint32_t unknown = 0xFFFD;  // stands for what is no UTF-8

struct Code {
  uint32_t value = unknown;
  size_t bytes = 1;
};

/// Decodes the first letter of a text that is not empty.
Code decode(const char* text, size_t size) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const size_t count = first < 0xC2   ? 0
                       : first < 0xE0 ? 2
                       : first < 0xF0 ? 3
                       : first < 0xF5 ? 4
                                      : 0;
  if (count == 0 || count > size) return {};
  uint32_t value = first & (0x7Fu >> count);
  for (size_t i = 1; i < count; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3Fu);
  }
  return {value, count};
}

}  // namespace

/// Files are the bytes that are written; otherwise lines would end with \r\n.
int _fmode = _O_BINARY;

/// By this function std::filesystem::path takes narrow names apart. Here they are UTF-8, as those
/// are that it makes of paths; there they are in an old code page. By packages/windows.manifest
/// Windows itself expects UTF-8 too.
extern "C" size_t mbrtowc(wchar_t* to, const char* from, size_t size, mbstate_t* state) {
  static mbstate_t own;
  if (!from) return 0;
  if (size == 0) return static_cast<size_t>(-2);
  mbstate_t& second = state ? *state : own;  // the half that remains of a letter of two
  auto [value, bytes] = decode(from, size);
  if (second != 0) {
    value = static_cast<uint32_t>(second);
    bytes = 3;
    second = 0;
  } else if (value > 0xFFFF) {
    second = static_cast<mbstate_t>(0xDC00 + (value & 0x3FF));
    value = 0xD800 + ((value - 0x10000) >> 10);
    bytes = 1;
  }
  if (to) *to = static_cast<wchar_t>(value);
  return value == 0 ? 0 : bytes;
}

/// The C library has both in one object, so that whoever calls this one would get its other, too.
extern "C" size_t mbrlen(const char* from, size_t size, mbstate_t* state) {
  return mbrtowc(nullptr, from, size, state);
}
