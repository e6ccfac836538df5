#include "command/several/member.hpp"

#include <utility>

#include "command/console/console.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/symbol_files.hpp"
#include "command/net/connections.hpp"
#include "command/prompt/assembly.hpp"
#include "command/prompt/departure.hpp"

namespace utah10 {

Member::Member(const TenexDescription& tenex, MachineDescription description, PackagedSystem packaged, Terminal& shared)
    : tenex_(tenex),
      packaged_(std::move(packaged)),
      description_(std::move(description)),
      machine_(description_.machine),
      devices_(machine_, description_.devices),
      terminal_(shared, tenex.name) {}

Member::~Member() = default;

Expected<std::unique_ptr<Member>> Member::make(const TenexDescription& tenex, MachineDescription description,
                                               PackagedSystem packaged, Terminal& shared, bool quiet) {
  std::unique_ptr<Member> m{new Member{tenex, std::move(description), std::move(packaged), shared}};
  equip(m->description_, m->machine_);
  auto network = ModelledNetwork::make(m->machine_, m->devices_, m->description_);
  if (!network) return tl::unexpected(network.error());
  m->network_ = std::move(*network);
  m->session_ = std::make_unique<Session>(m->machine_, m->devices_, m->terminal_);
  m->session_->console().quiet = quiet;
  m->session_->connections().pacer().set(m->description_.pace);
  return m;
}

void Member::join(const std::vector<Network*>& parts) {
  network_->join(session_->connections(), session_->debugger().recorder(), parts);
}

Expected<void> Member::prepare() {
  // One machine reports each medium; of several the list of machines is enough.
  bool& quiet = session_->console().quiet;
  const bool before = std::exchange(quiet, true);
  auto ready = prepareQuietly();
  quiet = before;
  return ready;
}

bool Member::hasUsers() { return keepsChanges(description_) || session_->connections().callers() != 0; }

void Member::leave() { depart(*session_, {description_.stop, keepsChanges(description_)}); }

Expected<void> Member::prepareQuietly() {
  if (auto done = mountAll(*session_, description_); !done) return done;
  if (description_.telnet)
    if (auto done = answerTelnet(*session_, *description_.telnet, !tenex_.port); !done) return done;
  if (auto done = loadMonitorSymbols(session_->debugger(), session_->console(), packaged_.symbols()); !done)
    return done;
  return attachOutside(*session_, description_, {});
}

}  // namespace utah10
