// Valid commands in an arbitrary order: sockets, links and sizes come from small sets, so that calls get far.
//
// Every three octets are a command or data: the action, then two octets that choose its parameters.
#include "fuzz_ncp.hpp"

namespace {

using namespace utah10;

ControlCommand commandOf(const std::uint8_t* d) {
  static constexpr std::uint32_t kOurs[] = {1,    7,    9,     13,    15,    19,    0x20,  0x21,
                                            0x40, 0x41, 0x100, 0x102, 0x103, 0x104, 0x105, 0x106};
  ControlCommand c;
  c.op = static_cast<ControlOp>(d[0] % kControlOps);
  c.yours = Socket{kOurs[d[1] % 16]};
  c.mine = Socket{0x200u + (d[2] & 7u)};
  if ((d[2] & 8) != 0) c.mine = Socket{d[2] & 16 ? 0x31u : 0x30u};
  if ((d[2] & 32) != 0) c.mine = Socket{13};
  c.link = static_cast<std::uint8_t>(2 + d[1] / 16);
  c.byteSize = static_cast<std::uint8_t>(d[1] / 16 * 4);
  c.messages = static_cast<std::uint16_t>(d[2] * (d[1] & 1 ? 257 : 1));
  c.bits = d[2] * (d[1] & 2 ? 16'843'009u : 64u);
  c.data = d[1];
  return c;
}

void step(fuzz::Bench& bench, const std::uint8_t* d) {
  const unsigned what = d[0] >> 5;
  if (what < 5) {
    bench.give(controlMessage(fuzz::kOther, encode(commandOf(d))));
  } else if (what == 5) {
    BitString bytes;
    bytes.resize((d[2] & 15u) * (d[1] & 31u) * 4);
    if (bytes.size() >= 32)
      bytes = [&] {
        BitString s;
        s.append(0x100u + d[2], 32);
        s.append(bytes.from(32));
        return s;
      }();
    bench.give(dataMessage(fuzz::kOther, static_cast<std::uint8_t>(2 + (d[1] >> 5)), (d[1] & 31u) * 4, bytes));
  } else if (what == 6) {
    bench.answer();
  } else {
    static constexpr ToHost kTypes[] = {ToHost::DestinationDead, ToHost::Incomplete, ToHost::Rfnm, ToHost::Reset};
    Leader leader;
    leader.type = code(kTypes[d[1] & 3]);
    leader.host = fuzz::kOther;
    leader.link = d[2] & 7;
    bench.give({leader, {}});
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 3000) return 0;
  fuzz::Bench bench;
  for (; size >= 3; size -= 3, data += 3) {
    step(bench, data);
    bench.run((data[2] & 64) != 0 ? seconds(25) : milliseconds(1));
  }
  bench.check();
  bench.run(seconds(400));
  return 0;
}
