// Arbitrary messages: a length, then that many octets of leader and text, sent to a live NCP with open connections.
#include "fuzz_ncp.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  if (size > 4096) return 0;
  fuzz::Bench bench;
  while (size != 0) {
    const std::size_t n = std::min<std::size_t>(data[0], size - 1);
    bench.give(Message::of(BitString::ofOctets({data + 1, n})));
    if (n % 2 == 0) bench.answer();
    bench.run(n % 7 == 0 ? seconds(21) : milliseconds(1));
    data += n + 1;
    size -= n + 1;
  }
  bench.check();
  bench.run(seconds(400));
  return 0;
}
