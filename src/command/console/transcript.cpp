#include "command/console/transcript.hpp"

#include <algorithm>

namespace utah10 {

void Transcript::print(char c) {
  text_ += c;
  if (text_.size() >= 2 * kKept) {
    dropped_ += text_.size() - kKept;
    text_.erase(0, text_.size() - kKept);
  }
  if (told_) told_();
}

void Transcript::shorten(std::size_t length) {
  dropped_ = std::min(dropped_, length);
  text_.resize(std::min(text_.size(), length - dropped_));
}

std::string_view Transcript::since(std::size_t from) const {
  const std::size_t start = std::clamp(from, dropped_, length()) - dropped_;
  return std::string_view{text_}.substr(start);
}

std::size_t Transcript::find(std::string_view what, std::size_t from) const {
  const std::string_view recent = since(from);
  const std::size_t at = recent.find(what);
  return at == std::string_view::npos ? npos : length() - recent.size() + at + what.size();
}

}  // namespace utah10
