#include "formats/moments/codes.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <memory>

#include "base/error.h"

namespace formats {
namespace {

constexpr std::string_view letters64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr int raw_deflate_window = -15;  // 2^15 bytes; negative: without a header
constexpr size_t bits_per_letter = 6;

std::string base64url(std::string_view bytes) {
  std::string encoded;
  for (; !bytes.empty(); bytes.remove_prefix(std::min<size_t>(bytes.size(), 3))) {
    uint32_t three = 0;
    for (size_t i = 0; i < 3; ++i)
      three = three << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u);
    for (size_t i = 0; i < std::min<size_t>(bytes.size() + 1, 4); ++i)
      encoded += letters64[three >> (18 - bits_per_letter * i) & 63];
  }
  return encoded;
}

/// Decodes base64url into `bytes`. Returns false for other letters. Also accepts the letters of
/// plain base64 and its padding.
bool from_base64url(std::string_view encoded, std::string& bytes) {
  while (encoded.ends_with('=')) encoded.remove_suffix(1);
  uint32_t buffer = 0;
  size_t buffered_bits = 0;
  for (char letter : encoded) {
    if (letter == '+' || letter == ' ') letter = '-';
    if (letter == '/') letter = '_';
    const size_t value = letters64.find(letter);
    if (value == letters64.npos) return false;
    buffer = buffer << bits_per_letter | static_cast<uint32_t>(value);
    buffered_bits += bits_per_letter;
    if (buffered_bits < 8) continue;
    buffered_bits -= 8;
    bytes += static_cast<char>(buffer >> buffered_bits & 255);
  }
  return true;
}

}  // namespace

std::string pack(std::string_view text) {
  z_stream stream = {};
  constexpr int memory = 9;
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, raw_deflate_window, memory,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw base::Error("there is not enough memory for a link");
  std::string bytes(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  deflate(&stream, Z_FINISH);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return base64url(bytes);
}

std::string unpack(std::string_view packed, size_t max_bytes, std::string_view what) {
  const auto fail = [what](const char* why) { throw base::Error(std::string(what) + why); };
  std::string bytes, text;
  if (!from_base64url(packed, bytes)) fail(" is damaged: it has characters that no link contains");
  z_stream stream = {};
  int state = inflateInit2(&stream, raw_deflate_window);
  const std::unique_ptr<z_stream, int (*)(z_streamp)> ended(&stream, inflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::array<char, 16384> part;
  while (state == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(part.data());
    stream.avail_out = part.size();
    state = inflate(&stream, Z_NO_FLUSH);
    text.append(part.data(), part.size() - stream.avail_out);
    if (text.size() > max_bytes) fail(" is larger than a file may be");
  }
  if (state != Z_STREAM_END) fail(" is damaged: the link was cut off or changed");
  return text;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned letter = 0;
    const char* digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(digits, digits + 2, letter, 16).ptr == digits + 2) {
      decoded += static_cast<char>(letter);
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view plain = ".~,:/=", digits = "0123456789ABCDEF";
  std::string encoded;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letters64.find(letter) != letters64.npos || plain.find(letter) != plain.npos)
      encoded += letter;
    else
      encoded.append({'%', digits[byte >> 4], digits[byte & 15]});
  }
  return encoded;
}

}  // namespace formats
