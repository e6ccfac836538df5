#include "command/dap/framing.hpp"

#include <fmt/format.h>

#include "word/letters.hpp"
#include "word/whole_number.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kEnd = "\r\n\r\n";
constexpr std::string_view kLength = "content-length:";
constexpr std::size_t kLongestHeader = 4096;

std::string_view withoutBlanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Other fields than the length are ignored.
std::optional<std::size_t> lengthIn(std::string_view header) {
  while (!header.empty()) {
    const std::size_t end = std::min(header.find("\r\n"), header.size());
    const std::string_view line = header.substr(0, end);
    if (sameWord(line.substr(0, kLength.size()), kLength))
      return wholeNumber<std::size_t>(withoutBlanks(line.substr(kLength.size())));
    header.remove_prefix(std::min(end + 2, header.size()));
  }
  return std::nullopt;
}

}  // namespace

std::string framed(std::string_view body) { return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body); }

Expected<std::optional<std::string>> MessageReader::next() {
  const std::size_t header = bytes_.find(kEnd);
  if (header == std::string::npos) {
    if (bytes_.size() >= kLongestHeader + kEnd.size())
      return fail("dap", "the client does not speak the Debug Adapter Protocol");
    return std::nullopt;
  }
  if (header >= kLongestHeader) return fail("dap", "a message has a header that is too long");
  const auto length = lengthIn(std::string_view{bytes_}.substr(0, header));
  if (!length) return fail("dap", "a message has no Content-Length");
  if (*length > kLargest) return fail("dap", fmt::format("a message of {} bytes is too long", *length));
  const std::size_t from = header + kEnd.size();
  if (bytes_.size() - from < *length) return std::nullopt;
  std::string body = bytes_.substr(from, *length);
  bytes_.erase(0, from + *length);
  return body;
}

}  // namespace utah10
