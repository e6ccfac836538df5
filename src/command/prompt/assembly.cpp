#include "command/prompt/assembly.hpp"

#include <algorithm>

#include "command/console/console.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/media.hpp"
#include "command/net/connections.hpp"
#include "command/prompt/session.hpp"

namespace utah10 {

void equip(const MachineDescription& d, Machine& machine) {
  machine.cpu().switches().fastMemory = d.fastMemory;
  machine.cpu().history().resize(d.historyEntries);
}

Expected<void> mountAll(Session& session, const MachineDescription& d) {
  for (const Mount& m : d.mounts) {
    MediaSlot* slot = session.debugger().devices().slot(m.slot);
    if (slot == nullptr) return fail(m.slot, "there is no such drive", "describe it in the machine file");
    if (auto done = mount(session.console(), *slot, m.file, m.options); !done) return done;
  }
  return {};
}

Expected<void> answerTelnet(Session& session, TelnetConfig config, bool anyPort) {
  auto server = TelnetServer::open(config, session.debugger().recorder().ports());
  if (!server && anyPort) {
    config.port = 0;
    server = TelnetServer::open(config, session.debugger().recorder().ports());
  }
  if (!server) return tl::unexpected(server.error());
  const std::size_t lines = session.debugger().devices().ports().size();
  if (lines == 0) return fail("telnet", "the machine has no terminal lines", "add [dc10] to the machine file");
  session.console().say("telnet: {}. lines answer at {} port {}", lines, config.address, (*server)->port());
  session.connections().answerCalls(std::move(*server));
  return {};
}

Expected<void> attachOutside(Session& session, const MachineDescription& d, const std::string& replayFile) {
  const auto attach = [&](const std::string& name, const UdpLink& link) -> Expected<void> {
    if (replayFile.empty()) return session.connections().attachUdp(name, link.address, link.settings);
    session.console().say("{}: not attached; its input is replayed from {}", name, replayFile);
    return {};
  };
  if (d.impUdp)
    if (auto done = attach("imp", *d.impUdp); !done) return done;
  for (const HostOutside& h : d.hostLinks)
    if (auto done = attach(fmt::format("host{:o}", h.host.octet()), h.link); !done) return done;
  return {};
}

bool keepsChanges(const MachineDescription& d) {
  return std::ranges::any_of(
      d.mounts, [](const Mount& m) { return m.slot.starts_with("dsk") && !m.options.readOnly && !m.options.overlay; });
}

}  // namespace utah10
