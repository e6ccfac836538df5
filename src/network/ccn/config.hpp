// Configuration of UCLA-CCN: its generation, terminals, lines, and the defaults for its jobs.
//
// Source: RFC 189 as of 1972, RFC 589 and 599 as of autumn 1973 (docs/sources/netrjs.md 3, 4). Whatever they leave open
// is a field here; a comment marks each inferred default.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "network/ccn/charset.hpp"
#include "network/ccn/data_form.hpp"
#include "network/ccn/transaction.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

enum class CcnGeneration : std::uint8_t { Of1972, Of1973 };

// A terminal id assigned by CCN.
struct CcnTerminal {
  std::string id{};                     // up to 8 characters
  std::optional<CcnCharset> charset{};  // of its data; if empty, that of the contact socket it calls
  RecordForm form = RecordForm::Truncated;
  bool separators = true;         // separator pages and cards before output
  bool automaticRestart = false;  // interrupted output is sent again from its start
  std::string password{};         // inferred: the second word of SIGNON; none if empty
};

// A contact socket and the terminals that call it.
struct CcnContact {
  std::uint32_t socket = 0;
  CcnCharset charset = CcnCharset::Ascii68;
  std::string name;  // e.g. "ARJS": also its command at the Telnet logger
};

// The modelled 360/91.
struct CcnBatchConfig {
  unsigned initiators = 4;           // jobs that execute at the same time
  Duration wait = seconds(5);        // from acceptance until a job may begin
  Duration execution = seconds(10);  // of a job whose cards give none
  unsigned lines = 20;               // lines of print after the listing of the deck
  unsigned columns = 60;             // columns in each line
  bool listDeck = true;
  std::uint64_t cardsMore = 0;  // added to reported card counts: RFC 307 reports one card more than were sent
  unsigned printPriority = 30;
  unsigned punchPriority = 60;
};

struct CcnConfig {
  CcnGeneration generation = CcnGeneration::Of1972;
  std::vector<CcnContact> contacts;
  std::vector<CcnTerminal> terminals;
  CcnBatchConfig batch;
  unsigned lines = 8;         // sessions at the same time
  unsigned buffers = 16;      // open data channels at the same time (2048 octets of core each)
  Duration signonPatience{};  // unlimited if zero
  Duration transferPatience{};
  bool rejectEndsSession = true;  // an invalid SIGNON ends the session
  bool controlCAborts = false;
  bool keepsUntilConfirmed = false;       // keeps output until the RFNM for its end has arrived
  CcnDataForm data = CcnDataForm::Bytes;  // on the data channels
  bool enforcesUserSockets = false;       // checks RFC 189's offsets; RFC 599 D.3: the server does not check them
  Duration transactionTime{};             // from the RFNM of one transaction to the next
  std::size_t consoleWidth = 72;
  std::size_t pageLines = 60;  // the most that output backs up
  std::size_t longestRecord = TransactionDecoder::kLongestRecord;

  // The timeouts, sockets and conventions of a generation; no terminals.
  static CcnConfig of(CcnGeneration generation);
  // Reports the first invalid id or socket.
  Expected<void> check() const;
};

}  // namespace utah10
