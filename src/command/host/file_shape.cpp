#include "command/host/file_shape.hpp"

#include <fmt/format.h>

#include "word/whole_number.hpp"

namespace utah10 {

namespace {
constexpr std::string_view kHead = "utah10 file 1";

// FNV-1a, 64 bits.
std::uint64_t checkSum(const std::vector<std::uint8_t>& octets) {
  std::uint64_t sum = 0xCBF29CE484222325u;
  for (const std::uint8_t o : octets) sum = (sum ^ o) * 0x100000001B3u;
  return sum;
}

std::string_view cutLine(std::string_view& text) {
  const auto end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// "word number"
std::optional<std::uint64_t> numberAfter(std::string_view word, std::string_view line, int base = 10) {
  if (!line.starts_with(word) || line.size() <= word.size() || line[word.size()] != ' ') return std::nullopt;
  return wholeNumber(line.substr(word.size() + 1), base);
}
}  // namespace

bool needsShape(const StoredFile& file) {
  return file.byteSize != 8 || file.bits.size() % 8 != 0 || !file.recordEnds.empty();
}

std::string shapeText(const StoredFile& file) {
  std::string out = fmt::format("{}\noctets {}\ncheck {:x}\nbits {}\nbyte {}\n", kHead, file.bits.octets().size(),
                                checkSum(file.bits.octets()), file.bits.size(), file.byteSize);
  for (const std::uint64_t end : file.recordEnds) out += fmt::format("record {}\n", end);
  return out;
}

std::optional<StoredFile> shaped(std::string_view text, const BitString& octets) {
  if (cutLine(text) != kHead) return std::nullopt;
  const auto length = numberAfter("octets", cutLine(text));
  const auto sum = numberAfter("check", cutLine(text), 16);
  const auto bits = numberAfter("bits", cutLine(text));
  const auto byteSize = numberAfter("byte", cutLine(text));
  if (!length || !sum || !bits || !byteSize || *byteSize < 1 || *byteSize > 255) return std::nullopt;
  if (*length != octets.octets().size() || *sum != checkSum(octets.octets())) return std::nullopt;
  if (*bits > octets.size() || *bits + 7 < octets.size()) return std::nullopt;
  StoredFile out{octets, static_cast<unsigned>(*byteSize), {}};
  out.bits.resize(*bits);
  while (!text.empty()) {
    const auto end = numberAfter("record", cutLine(text));
    if (!end) return std::nullopt;
    out.recordEnds.push_back(*end);
  }
  return isSound(out) ? std::optional{std::move(out)} : std::nullopt;
}

}  // namespace utah10
