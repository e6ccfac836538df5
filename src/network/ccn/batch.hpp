// A modelled 360/91 behind RJS: jobs that wait, execute for their time and leave print and punched cards.
//
// What a job computes is not modelled: it prints a listing of its deck and lines of the size asked for (deck.hpp). All
// in virtual time; the owner asks when something is due and says when it is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "network/ccn/deck.hpp"
#include "utah10/machine/state_stream.hpp"

namespace utah10 {

enum class CcnPaper : std::uint8_t { Print, Punch };

// Spooled: waits for an initiator (SPL in RJS's reports). Executing: XEQ. What it leaves is PPT until it is fetched.
enum class CcnPhase : std::uint8_t { Spooled, Executing };

struct CcnJob {
  std::uint32_t number = 0;  // given when it is accepted
  CcnJobCard card;
  std::string terminal;  // it came from
  std::string printTo;   // terminals
  std::string punchTo;
  bool deferred = false;   // its output
  bool separators = true;  // before its output
  CcnWork work;
  std::vector<Octets> deck;  // EBCDIC
  CcnPhase phase = CcnPhase::Spooled;
  Instant due{};  // when it may begin; when it ends
};

// One print or deck of cards that waits to be fetched.
struct CcnOutput {
  std::uint32_t number = 0;
  CcnPaper paper = CcnPaper::Print;
  std::string job;
  std::string programmer;
  std::string terminal;  // it goes to
  unsigned priority = 0;
  bool deferred = false;
  unsigned copies = 1;
  std::vector<Octets> records;  // EBCDIC; the first character of a line of print is its carriage control
  std::uint64_t position = 0;   // of the next record to be sent
};

class CcnBatch {
 public:
  explicit CcnBatch(const CcnBatchConfig& config) : config_(config) {}

  // False: a job of this name is in the system already, this one is flushed.
  bool accept(CcnJob job, Instant now);
  // Cancels a job that waits or executes.
  bool cancel(std::string_view name);
  // When something will happen; kNever if nothing.
  Instant due() const;
  // What is due. The numbers of the outputs that have come of it.
  std::vector<std::uint32_t> run(Instant now);
  // An output that no job makes: an echo of the reader, say.
  std::uint32_t add(CcnOutput output);

  const std::vector<CcnJob>& jobs() const { return jobs_; }
  std::vector<CcnJob>& jobs() { return jobs_; }
  const std::vector<CcnOutput>& outputs() const { return outputs_; }
  std::vector<CcnOutput>& outputs() { return outputs_; }
  CcnOutput* output(std::uint32_t number);
  void remove(std::uint32_t output);
  const CcnBatchConfig& config() const { return config_; }

  // Raw fields, within a section of the owner's.
  void save(StateWriter& out) const;
  void restore(StateReader& in);

 private:
  unsigned executing() const;
  void finish(CcnJob& job, std::vector<std::uint32_t>& made);
  CcnBatchConfig config_;
  std::vector<CcnJob> jobs_;  // in the order of acceptance
  std::vector<CcnOutput> outputs_;
  std::uint32_t jobCount_ = 0;
  std::uint32_t outputCount_ = 0;
};

// Lines of print with their carriage controls, and cards.
std::vector<Octets> printOf(const CcnJob& job, unsigned pageLines);
std::vector<Octets> punchOf(const CcnJob& job);
// A text in letters five lines high, as on separator pages; what has no such letter is blank.
std::vector<std::string> blockLetters(std::string_view text);

}  // namespace utah10
