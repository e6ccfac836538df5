// What was found about the costs that RFC 392 quotes: every number of the report, computed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace utah10 {

// A byte sent and received, us.
struct PairCost {
  std::string monitor;
  unsigned byteBits = 36;
  double all = 0, loop = 0;  // BOUT, BIN and the program's loops; the loops
  double calls() const { return all - loop; }
};

// A string that MTOPR sends whole, us: sent and received.
struct MessageCost {
  std::string monitor;
  unsigned byteBits = 36, length = 0;
  double all = 0;       // the run time of both processes
  double own = 0;       // of it, the program and its calls
  double pairs = 0;     // of these, `length` pairs
  double messages = 0;  // that the string has become
  double calls() const { return own - pairs; }
  double rest() const { return all - own; }
  double callsOfAMessage() const { return messages == 0 ? 0 : calls() / messages; }
};

struct QuotedFindings {
  std::string machine;
  std::uint64_t bits = 0;  // per sample
  std::vector<PairCost> pairs;
  std::vector<MessageCost> messages;
  double paperPair = 0, paperMessage = 0, paperUnpacked = 0;
};

}  // namespace utah10
