// The state of one remote terminal that has connected to CCN.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "network/ccn/batch.hpp"
#include "network/ccn/console.hpp"
#include "network/ccn/transaction.hpp"
#include "network/ncp/ncp.hpp"

namespace utah10::ccn {

// A data channel either waits for the user's RFC or is open, never both.
struct Channel {
  ConnectionId listening;
  ConnectionId open;
  bool closing = false;  // close() has been called
  Instant deadline = kNever;

  void state(Archive& a);
};

struct ReaderChannel : Channel {
  TransactionDecoder decoder;
  DeckText text;          // in place of the decoder, CcnDataForm::Text
  bool spooling = false;  // a JOB card has been read
  bool ignoring = false;  // after CANCEL, until the next JOB card
  CcnJob job;
  std::uint64_t flushed = 0;  // cards before a JOB card

  void state(Archive& a);
};

enum class Sending : std::uint8_t {
  Idle,   // nothing to send
  Data,   // a transaction is in transit
  Pause,  // between two transactions
  End     // X'FE' is in transit
};

struct OutputChannel : Channel {
  CcnPaper paper = CcnPaper::Print;
  Sending sending = Sending::Idle;
  std::uint32_t output = 0;    // the number of the output
  std::uint32_t sequence = 0;  // of the next transaction, as a full count
  std::uint64_t next = 0;      // the first record not yet sent
  std::uint64_t unsent = 0;    // bits, when last checked
  Instant resume = kNever;     // when the pause ends

  void state(Archive& a);
};

enum class Stage : std::uint8_t { Signon, Working, SigningOff, Closing };

struct TerminalSession {
  explicit TerminalSession(bool etx) : editor(etx) { punch.paper = CcnPaper::Punch; }
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
  Instant deadline = kNever;  // for SIGNON
  ReaderChannel reader;
  OutputChannel printer;
  OutputChannel punch;
  bool echoPrint = false;  // EAM
  bool echoPunch = false;
  std::uint64_t cardsRead = 0;
  std::uint64_t recordsSent = 0;

  OutputChannel& channel(CcnPaper paper) { return paper == CcnPaper::Print ? printer : punch; }
  void state(Archive& a, const CcnConfig& config);
  bool over() const { return !in && !out && !reader.open && !printer.open && !punch.open; }
};

// A terminal's settings, kept while it is signed off.
struct TerminalSettings {
  bool deferred = false;
  std::string printTo;  // empty: to the terminal itself
  std::string punchTo;
};

constexpr std::string_view nameOf(CcnPaper paper) { return paper == CcnPaper::Print ? "PRINTER" : "PUNCH"; }

}  // namespace utah10::ccn
