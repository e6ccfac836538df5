#include "network/servers/ftp_content.hpp"

#include <algorithm>

#include "network/servers/ebcdic.hpp"

namespace utah10 {

namespace {
constexpr std::string_view kLineEnd = "\r\n";

bool marksRecords(const FtpForm& form) { return form.structure == 'R' && form.mode != 'S'; }

std::string charactersOfWords(const BitString& bits) {
  std::string text;
  for (std::size_t word = 0; word + 36 <= bits.size(); word += 36) {
    for (std::size_t n = 0; n < 5; ++n) {
      const std::uint64_t c = bits.field(word + n * 7, 7);
      if (c != 0) text += static_cast<char>(c);
    }
  }
  return text;
}

StoredFile characters(std::string_view text, bool ebcdic) {
  std::vector<std::uint8_t> octets(text.begin(), text.end());
  if (ebcdic) std::transform(octets.begin(), octets.end(), octets.begin(), ebcdicOf);
  StoredFile out;
  out.bits = BitString::ofOctets(octets);
  return out;
}

StoredFile linesAsRecords(std::string_view text, bool ebcdic) {
  std::string without;
  std::vector<std::uint64_t> ends;
  while (!text.empty()) {
    const auto end = text.find(kLineEnd);
    without += text.substr(0, end);
    if (end == std::string_view::npos) break;
    ends.push_back(without.size());
    text.remove_prefix(end + kLineEnd.size());
  }
  StoredFile out = characters(without, ebcdic);
  out.recordEnds = std::move(ends);
  return out;
}

std::string recordsAsLines(std::string_view text, const std::vector<std::uint64_t>& ends) {
  std::string out;
  std::size_t at = 0;
  for (const std::uint64_t end : ends) {
    out += text.substr(at, end - at);
    out += kLineEnd;
    at = end;
  }
  out += text.substr(at);
  return out;
}

StoredFile imageToWire(const StoredFile& file, const FtpForm& form) {
  const unsigned size = form.connectionByteSize();
  StoredFile out;
  out.byteSize = size;
  out.bits = file.bits;
  out.bits.resize((file.bits.size() + size - 1) / size * size);
  if (!marksRecords(form)) return out;
  for (const std::uint64_t end : file.recordEnds) out.recordEnds.push_back((end * file.byteSize + size - 1) / size);
  return out;
}
}  // namespace

StoredFile textFile(std::string_view text) { return characters(text, false); }

std::string textOf(const StoredFile& file) {
  if (file.byteSize == 36) return charactersOfWords(file.bits);
  return {file.bits.octets().begin(), file.bits.octets().end()};
}

StoredFile toWire(const StoredFile& file, const FtpForm& form) {
  if (!form.isText()) return imageToWire(file, form);
  const std::string text = textOf(file);
  return marksRecords(form) ? linesAsRecords(text, form.isEbcdic()) : characters(text, form.isEbcdic());
}

StoredFile fromWire(const StoredFile& wire, const FtpForm& form) {
  if (!form.isText()) {
    StoredFile out = wire;
    if (!marksRecords(form)) out.recordEnds.clear();
    return out;
  }
  std::string text = textOf(wire);
  if (form.isEbcdic())
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return static_cast<char>(asciiOf(static_cast<std::uint8_t>(c))); });
  return textFile(marksRecords(form) ? recordsAsLines(text, wire.recordEnds) : text);
}

bool fitsMode(const StoredFile& wire, const FtpForm& form) {
  if (form.mode != 'T') return true;
  const auto& octets = wire.bits.octets();
  return std::none_of(octets.begin(), octets.end(), [](std::uint8_t c) { return c >= 128; });
}

void appendFile(StoredFile& to, const StoredFile& more) {
  if (to.bits.empty() && to.recordEnds.empty()) {
    to = more;
    return;
  }
  const std::uint64_t before = to.bits.size() / to.byteSize;
  to.bits.append(more.bits);
  if (more.byteSize != to.byteSize) return;
  for (const std::uint64_t end : more.recordEnds) to.recordEnds.push_back(before + end);
}

}  // namespace utah10
