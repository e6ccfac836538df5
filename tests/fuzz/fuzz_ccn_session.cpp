// A complete session: the input determines what a user types, sends, closes and waits for over two NCPs. CCN must stay
// consistent, and a snapshot at the end must restore and save again unchanged.
#include <string>

#include "../network/direct_wire.hpp"
#include "fuzz_check.hpp"
#include "network/ccn/netrjs_client.hpp"
#include "network/ccn/server.hpp"

namespace {

using namespace utah10;

CcnConfig configuration(bool old) {
  CcnConfig c = CcnConfig::of(old ? CcnGeneration::Of1972 : CcnGeneration::Of1973);
  c.terminals = {{.id = "T"}, {.id = "U", .form = RecordForm::Compressed}};
  return c;
}

NetrjsClientConfig caller() {
  NetrjsClientConfig c;
  c.terminal = "T";
  return c;
}

struct Rig {
  explicit Rig(bool old)
      : wire(clock, milliseconds(20)),
        utah(clock, wire.port(HostId{4}), "utah.ncp"),
        ccn(clock, wire.port(HostId{65}), "ccn.ncp"),
        server(clock, ccn, configuration(old)),
        user(utah, caller()) {
    utah.comeUp();
    ccn.comeUp();
    server.open();
  }
  Scheduler clock;
  test::DirectWire wire;
  Ncp utah, ccn;
  CcnServer server;
  NetrjsClient user;
};

// The first octet selects the action, the second says how many of the following octets belong to it.
void perform(Rig& rig, std::uint8_t what, const Octets& rest) {
  switch (what % 9) {
    case 0:
      return rig.user.type(std::string(rest.begin(), rest.end()));
    case 1:
      return rig.user.sendRaw(rest);
    case 2:
      return rig.user.send({rest, rest});
    case 3:
      return rig.user.fetch(rest.size() % 2 == 0 ? CcnPaper::Print : CcnPaper::Punch);
    case 4:
      return rig.user.abortReader();
    case 5:
      return rig.user.abortFetch(rest.size() % 2 == 0 ? CcnPaper::Print : CcnPaper::Punch);
    case 6:
      return rig.user.hangUp();
    case 7:
      return rig.user.call();
    default:
      (void)rig.server.readDeck(std::string(rest.begin(), rest.end()), "T");
  }
}

std::vector<std::byte> saved(CcnServer& server) {
  Archive out = Archive::writer();
  out.section("netrjs", [&] { server.state(out); });
  return out.take();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > 1000) return 0;
  const bool old = (data[0] & 1) != 0;
  Rig rig(old);
  rig.user.call();
  for (std::size_t at = 1; at + 1 < size;) {
    const std::uint8_t what = data[at];
    const std::size_t count = std::min<std::size_t>(data[at + 1], size - at - 2);
    perform(rig, what, {data + at + 2, data + at + 2 + count});
    at += 2 + count;
    rig.clock.idleUntil(rig.clock.now() + milliseconds(what * 4));
  }
  const std::vector<std::byte> state = saved(rig.server);
  Rig again(old);
  Archive in = Archive::reader(state);
  in.section("netrjs", [&] { again.server.state(in); });
  FUZZ_CHECK(in.good());
  FUZZ_CHECK(saved(again.server) == state);
  return 0;
}
