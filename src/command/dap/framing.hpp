// The frame of a message: `Content-Length: n`, an empty line, n bytes of JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "utah10/word/error.hpp"

namespace utah10 {

std::string framed(std::string_view body);

// Takes bytes as they come and gives whole messages.
class MessageReader {
 public:
  static constexpr std::size_t kLargest = std::size_t{16} << 20;

  void add(std::string_view bytes) { bytes_ += bytes; }
  // The next message; nothing: it is not whole yet. Error: this is not the protocol; nothing more can be read.
  Expected<std::optional<std::string>> next();

 private:
  std::string bytes_;
};

}  // namespace utah10
