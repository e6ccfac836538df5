// What UCLA-CCN is configured to be: its generation, terminals, lines and what its jobs take.
//
// Source: RFC 189 as of 1972, RFC 589 and 599 as of autumn 1973 (docs/sources/netrjs.md 3, 4). Whatever they leave open
// is a field here; a comment marks each inferred default.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "network/ccn/charset.hpp"
#include "network/ccn/transaction.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

enum class CcnGeneration : std::uint8_t { Of1972, Of1973 };

// One terminal id as CCN has assigned it.
struct CcnTerminal {
  std::string id{};                     // up to 8 characters
  std::optional<CcnCharset> charset{};  // of its data; without, that of the socket it calls
  RecordForm form = RecordForm::Truncated;
  bool separators = true;         // pages and cards before output
  bool automaticRestart = false;  // interrupted output begins again at its start
  std::string password{};         // inferred: the second word of SIGNON; none if empty
};

// A contact socket and the terminals that call it.
struct CcnContact {
  std::uint32_t socket = 0;
  CcnCharset charset = CcnCharset::Ascii68;
  std::string name;  // "ARJS": also the command of the Telnet logger
};

// The modelled 360/91.
struct CcnBatchConfig {
  unsigned initiators = 4;           // jobs that execute at a time
  Duration wait = seconds(5);        // from acceptance until a job may begin
  Duration execution = seconds(10);  // of a job that does not say
  unsigned lines = 20;               // that it prints, after the listing of its deck
  unsigned columns = 60;             // of each of them
  bool listDeck = true;
  std::uint64_t cardsMore = 0;  // RFC 307 reports one card more than were sent
  unsigned printPriority = 30;
  unsigned punchPriority = 60;
};

struct CcnConfig {
  CcnGeneration generation = CcnGeneration::Of1972;
  std::vector<CcnContact> contacts;
  std::vector<CcnTerminal> terminals;
  CcnBatchConfig batch;
  unsigned lines = 8;         // sessions at a time
  unsigned buffers = 16;      // open data channels at a time (2048 octets of core each)
  Duration signonPatience{};  // none if zero
  Duration transferPatience{};
  bool rejectEndsSession = true;  // an invalid SIGNON
  bool controlCAborts = false;
  bool keepsUntilConfirmed = false;  // output, until the RFNM of its end has come
  bool enforcesUserSockets = false;  // RFC 189's offsets; RFC 599 D.3: the server does not look
  Duration transactionTime{};        // from the RFNM of one transaction to the next
  std::size_t consoleWidth = 72;
  std::size_t pageLines = 60;  // how far output backs up at most
  std::size_t longestRecord = TransactionDecoder::kLongestRecord;

  // Timeouts, sockets and manners of the generation; no terminals.
  static CcnConfig of(CcnGeneration generation);
  // Says what is wrong, if anything: ids, sockets.
  Expected<void> check() const;
};

}  // namespace utah10
