// The state of a busy host with arbitrary octets changed: either rejected, or a host that continues without harm.
//
// Every three octets: an offset (two) and the new octet there.
#include "fuzz_ncp.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace utah10;
  fuzz::Bench bench;
  Archive out = Archive::writer();
  bench.host.state(out);
  out.section("client", [&] { bench.client.state(out); });
  std::vector<std::byte> state = out.take();
  for (; size >= 3; size -= 3, data += 3) {
    const std::size_t at = data[0] * std::size_t{256} + data[1];
    state[at % state.size()] = std::byte{data[2]};
  }
  fuzz::Bench again;
  Archive in = Archive::reader(state);
  again.host.state(in);
  in.section("client", [&] { again.client.state(in); });
  if (!in.good()) return 0;
  again.answer();
  again.say({.op = ControlOp::Eco, .data = 1});
  again.run(seconds(1));
  again.say({.op = ControlOp::Rst});
  again.run(seconds(400));
  return 0;
}
