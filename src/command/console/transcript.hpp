// The output of the guest's console, for expect and for conditions on output.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace utah10 {

class Transcript {
 public:
  void print(char c);
  // Sets a callback for each character; an empty one removes it.
  void onPrint(std::function<void()> told) { told_ = std::move(told); }
  // The machine has gone back to where only `length` characters had been printed.
  void shorten(std::size_t length);
  // Characters printed since power-on.
  std::size_t length() const { return dropped_ + text_.size(); }
  // Offset just past the first `what` at or after `from`, or npos.
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
  std::size_t find(std::string_view what, std::size_t from) const;
  // True if the output ends with `what`, and all of it lies at or after `from`.
  bool endsWith(std::string_view what, std::size_t from) const { return since(from).ends_with(what); }
  // The characters from `from` on, as far as they are still kept.
  std::string_view since(std::size_t from) const;

 private:
  static constexpr std::size_t kKept = std::size_t{1} << 20;
  std::string text_;
  std::size_t dropped_ = 0;
  std::function<void()> told_;
};

}  // namespace utah10
