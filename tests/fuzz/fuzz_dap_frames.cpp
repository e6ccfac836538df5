// Frames of the Debug Adapter Protocol: arbitrary bytes. What comes out does not depend on how the bytes are divided, and
// each message comes back when it is framed again.
#include <string>
#include <string_view>
#include <vector>

#include "command/dap/framing.hpp"
#include "fuzz_check.hpp"

namespace {

using namespace utah10;

struct Read {
  std::vector<std::string> messages;
  bool broken = false;
  bool operator==(const Read&) const = default;
};

void take(MessageReader& reader, Read& read) {
  while (!read.broken) {
    auto message = reader.next();
    read.broken = !message;
    if (!message || !*message) return;
    read.messages.push_back(std::move(**message));
  }
}

Read readIn(std::string_view bytes, std::size_t piece) {
  MessageReader reader;
  Read read;
  for (; !bytes.empty() && !read.broken; bytes.remove_prefix(std::min(piece, bytes.size()))) {
    reader.add(bytes.substr(0, piece));
    take(reader, read);
  }
  return read;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes{reinterpret_cast<const char*>(data), size};
  const Read whole = readIn(bytes, bytes.size() + 1);
  const Read divided = readIn(bytes, 3);
  FUZZ_CHECK(whole == divided);
  for (const std::string& message : whole.messages) {
    const Read again = readIn(framed(message), framed(message).size());
    FUZZ_CHECK(again.messages.size() == 1 && again.messages.front() == message && !again.broken);
  }
  return 0;
}
