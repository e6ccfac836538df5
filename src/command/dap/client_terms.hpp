// What a client has said of itself in its initialize request.
#pragma once

#include <cstdint>
#include <string>

namespace utah10 {

struct ClientTerms {
  int firstLine = 1, firstColumn = 1;  // as it counts
  bool refreshes = false;              // it knows the event `invalidated`
  std::string initialize;              // the request, for another adapter

  // From its lines to those of a file, which begin with 1, and back.
  std::uint32_t lineOfFile(int line) const { return static_cast<std::uint32_t>(line + 1 - firstLine); }
  int lineForClient(std::uint32_t line) const { return static_cast<int>(line) - 1 + firstLine; }
};

}  // namespace utah10
