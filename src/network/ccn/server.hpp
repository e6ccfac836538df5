// UCLA-CCN's NETRJS: remote batch terminals call it by ICP, send decks to a modelled 360/91 and fetch prints and cards.
//
// Source: RFC 189, 338, 589, 599 (docs/sources/netrjs.md). The server is a program of a modelled host and runs in
// virtual time. Sessions end with their connections; jobs, outputs and what a terminal has SET stay.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "network/ccn/batch.hpp"
#include "network/ccn/config.hpp"
#include "network/ccn/files.hpp"
#include "network/ncp/ncp.hpp"
#include "network/servers/host_service.hpp"
#include "network/servers/telnet_hello.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

// What of CCN's software runs.
enum class CcnService : std::uint8_t {
  Up,
  RjsDown,  // callers are told and sent away
  NoCore    // ICP is refused
};

struct CcnSessionView {
  unsigned line = 0;
  HostId host;
  std::string terminal;  // empty before SIGNON
  std::string charset;
  std::string stage;                   // "signon", "working", "signing off", "closing"
  std::string reader, printer, punch;  // "closed", "open", or the job that is under way
  std::uint64_t cardsRead = 0;
  std::uint64_t recordsSent = 0;
};

struct CcnCounts {
  std::uint64_t sessions = 0, refusals = 0, jobs = 0, cards = 0, outputs = 0, records = 0;
  std::uint64_t streamErrors = 0, timeouts = 0, aborts = 0;
};

// The last things out of the ordinary.
struct CcnEvent {
  Instant at;
  std::string text;
};

class CcnServer final : public HostService, public LoggedService {
 public:
  // The configuration must have passed check(). `files` may be null. Enrols in `ncp`; open() begins to listen.
  CcnServer(Scheduler& clock, Ncp& ncp, const CcnConfig& config, CcnFiles* files = nullptr);
  ~CcnServer() override;

  std::string_view name() const override { return "netrjs"; }
  void open() override;
  // "2 sessions, 1 job, 3 outputs, 17 jobs accepted"
  std::string status() const override;
  // The name of a contact socket, typed at the Telnet logger, is a call of that socket.
  unsigned loggedSockets() const override;
  bool takesOver(std::string_view word, const IcpPair& pair) override;
  // Up to what is down ends all sessions, with a message.
  void setService(CcnService service);
  // The central operator: alert lines (none: no alert), a message to a terminal, the end of a session.
  void alert(const std::vector<std::string>& lines);
  bool tell(std::string_view terminal, std::string_view text);
  bool abortSession(unsigned line);
  // A deck, ASCII lines, as if CCN's own card reader had read it. Output goes to `terminal`, which need not be there:
  // it is printed at CCN then. How many jobs were accepted.
  unsigned readDeck(std::string_view hostFile, std::string_view terminal = "LOCAL");

  std::vector<CcnSessionView> sessions() const;
  const CcnBatch& batch() const;
  CcnCounts counts() const;
  const std::vector<CcnEvent>& events() const;
  const CcnConfig& config() const;

  // Raw fields, within a section of the host's. The NCP is saved by its owner.
  void save(StateWriter& out) const override;
  void restore(StateReader& in) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace utah10
