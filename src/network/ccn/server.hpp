// UCLA-CCN's NETRJS: remote batch terminals connect by ICP, send decks to a modelled 360/91 and fetch prints and
// cards.
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

// Which parts of CCN's software are running.
enum class CcnService : std::uint8_t {
  Up,
  RjsDown,  // callers get a message and are disconnected
  NoCore    // the ICP is refused
};

struct CcnSessionView {
  unsigned line = 0;
  HostId host;
  std::string terminal;  // empty before SIGNON
  std::string charset;
  std::string stage;                   // "signon", "working", "signing off", "closing"
  std::string reader, printer, punch;  // "closed", "open", or the name of the job in progress
  std::uint64_t cardsRead = 0;
  std::uint64_t recordsSent = 0;
};

struct CcnCounts {
  std::uint64_t sessions = 0, refusals = 0, jobs = 0, cards = 0, outputs = 0, records = 0;
  std::uint64_t streamErrors = 0, timeouts = 0, aborts = 0;
};

// The most recent unusual events.
struct CcnEvent {
  Instant at;
  std::string text;
};

class CcnServer final : public HostService, public LoggedService {
 public:
  // `config` must have passed check(). `files` may be null. Registers with `ncp`; open() begins to listen.
  CcnServer(Scheduler& clock, Ncp& ncp, const CcnConfig& config, CcnFiles* files = nullptr);
  ~CcnServer() override;

  std::string_view name() const override { return "netrjs"; }
  void open() override;
  // "2 sessions, 1 job, 3 outputs, 17 jobs accepted"
  std::string status() const override;
  // Typing the name of a contact socket at the Telnet logger connects to that socket.
  unsigned loggedSockets() const override;
  bool takesOver(std::string_view word, const IcpPair& pair) override;
  // A change from up to down ends all sessions with a message.
  void setService(CcnService service);
  // Actions of the central operator: alert lines (none clears the alert), a message to a terminal, the end of a
  // session.
  void alert(const std::vector<std::string>& lines);
  bool tell(std::string_view terminal, std::string_view text);
  bool abortSession(unsigned line);
  // Reads a deck of ASCII lines as CCN's own card reader would. Output goes to `terminal`; if that is not configured,
  // it is printed at CCN. Returns the number of jobs accepted.
  unsigned readDeck(std::string_view hostFile, std::string_view terminal = "LOCAL");

  std::vector<CcnSessionView> sessions() const;
  const CcnBatch& batch() const;
  CcnCounts counts() const;
  const std::vector<CcnEvent>& events() const;
  const CcnConfig& config() const;

  // Raw fields, inside a section that the host opens. The NCP is saved by its owner.
  void state(Archive& a) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace utah10
