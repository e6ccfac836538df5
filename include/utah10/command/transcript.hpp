// What the guest's console has printed, for expect and for conditions on output.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace utah10 {

class Transcript {
 public:
  void print(char c);
  // The machine has gone back: only so many characters have been printed.
  void shorten(std::size_t length);
  // Characters printed since power-on.
  std::size_t length() const { return dropped_ + text_.size(); }
  // Offset just past the first `what` at or after `from`, or npos.
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
  std::size_t find(std::string_view what, std::size_t from) const;
  // The characters from `from` on that are still kept.
  std::string_view since(std::size_t from) const;

 private:
  static constexpr std::size_t kKept = std::size_t{1} << 20;
  std::string text_;
  std::size_t dropped_ = 0;
};

}  // namespace utah10
