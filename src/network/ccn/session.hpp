// What CCN knows of one remote terminal that has called.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "network/ccn/batch.hpp"
#include "network/ccn/console.hpp"
#include "network/ccn/transaction.hpp"
#include "network/ncp/ncp.hpp"

namespace utah10::ccn {

// A data channel waits for the user's RFC or is open; never both.
struct Channel {
  ConnectionId listening;
  ConnectionId open;
  bool closing = false;  // close() has been called
  Instant deadline = kNever;
};

struct ReaderChannel : Channel {
  TransactionDecoder decoder;
  bool spooling = false;  // a JOB card has come
  bool ignoring = false;  // CANCEL: until the next JOB card
  CcnJob job;
  std::uint64_t flushed = 0;  // cards before a JOB card
};

enum class Sending : std::uint8_t {
  Idle,   // nothing to send
  Data,   // a transaction is on its way
  Pause,  // between two
  End     // X'FE' is on its way
};

struct OutputChannel : Channel {
  CcnPaper paper = CcnPaper::Print;
  Sending sending = Sending::Idle;
  std::uint32_t output = 0;    // its number
  std::uint32_t sequence = 0;  // of the next transaction, not reduced to its field
  std::uint64_t next = 0;      // record after those on their way
  std::uint64_t unsent = 0;    // bits, when last looked at
  Instant resume = kNever;     // the end of a pause
};

enum class Stage : std::uint8_t { Signon, Working, SigningOff, Closing };

struct Session {
  explicit Session(bool etx) : editor(etx) { punch.paper = CcnPaper::Punch; }
  unsigned line = 0;
  HostId host;
  CcnCharset charset = CcnCharset::Ascii68;
  Socket base;
  Socket user;
  ConnectionId in;
  ConnectionId out;
  Stage stage = Stage::Signon;
  CcnLineEditor editor;
  std::string terminal;
  Instant deadline = kNever;  // of SIGNON
  ReaderChannel reader;
  OutputChannel printer;
  OutputChannel punch;
  bool echoPrint = false;  // EAM
  bool echoPunch = false;
  std::uint64_t cardsRead = 0;
  std::uint64_t recordsSent = 0;

  OutputChannel& channel(CcnPaper paper) { return paper == CcnPaper::Print ? printer : punch; }
  bool over() const { return !in && !out && !reader.open && !printer.open && !punch.open; }
};

// Of a terminal, whether it is signed on or not.
struct TerminalSettings {
  bool deferred = false;
  std::string printTo;  // empty: to itself
  std::string punchTo;
};

constexpr std::string_view nameOf(CcnPaper paper) { return paper == CcnPaper::Print ? "PRINTER" : "PUNCH"; }

void saveSession(StateWriter& out, const Session& session);
Session restoreSession(StateReader& in, const CcnConfig& config);

}  // namespace utah10::ccn
