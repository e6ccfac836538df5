#include "toolchain/macro10/source/source_input.hpp"

#include "toolchain/macro10/source/character.hpp"

namespace utah10::macro10 {

namespace {

// Converts every line end to CR LF; must precede all scanning, since text constants contain the line ends they span.
std::string normalised(std::string_view host) {
  std::string text;
  text.reserve(host.size() + host.size() / 16);
  for (std::size_t i = 0; i < host.size(); ++i) {
    const char c = static_cast<char>(host[i] & 0177);
    if (c == 0) continue;
    if (c != kReturn && c != kLineFeed) {
      text += c;
      continue;
    }
    text += "\r\n";
    if (c == kReturn && i + 1 < host.size() && host[i + 1] == kLineFeed) ++i;
  }
  // Host editors may omit the last line end.
  if (!text.empty() && !isLineEnd(text.back()) && text.back() != kControlZ) text += "\r\n";
  return text;
}

}  // namespace

SourceInput::SourceInput(std::span<const SourceText> sources) {
  for (const SourceText& s : sources) files_.push_back({s.name, normalised(s.text)});
}

void SourceInput::rewind() {
  place_ = {};
  position_ = 0;
  lineEnded_ = pageEnded_ = false;
  changed_ = true;
}

std::optional<int> SourceInput::next() {
  while (place_.file < files_.size() && position_ >= files_[place_.file].text.size()) skipFile();
  if (place_.file >= files_.size()) return std::nullopt;
  if (lineEnded_) ++place_.line;
  if (pageEnded_) ++place_.page;
  const int c = files_[place_.file].text[position_++];
  last_ = place_;
  lineEnded_ = c == kLineFeed;
  pageEnded_ = c == kFormFeed;
  return c == kControlZ ? kLineFeed : c;
}

std::optional<int> SourceInput::peek() const {
  if (place_.file >= files_.size() || position_ >= files_[place_.file].text.size()) return std::nullopt;
  const int c = files_[place_.file].text[position_];
  return c == kControlZ ? kLineFeed : c;
}

void SourceInput::skipFile() {
  if (place_.file >= files_.size()) return;
  place_ = {place_.file + 1, 1, 1};
  position_ = 0;
  lineEnded_ = pageEnded_ = false;
  changed_ = true;
}

bool SourceInput::newFile() {
  const bool was = changed_;
  changed_ = false;
  return was;
}

std::optional<unsigned> SourceInput::headerVersion(unsigned file) const {
  if (file >= files_.size()) return std::nullopt;
  const std::string_view text = files_[file].text;
  const std::string_view head = text.substr(0, text.find('\r'));
  if (head.empty() || head[0] != ';') return std::nullopt;
  const std::size_t mark = head.find(';', 1);
  if (mark == std::string_view::npos) return std::nullopt;
  unsigned n = 0;
  std::size_t i = mark + 1;
  for (; i < head.size() && head[i] >= '0' && head[i] <= '9' && n < 1000000; ++i)
    n = n * 10 + static_cast<unsigned>(head[i] - '0');
  if (i == mark + 1) return std::nullopt;
  return n;
}

}  // namespace utah10::macro10
