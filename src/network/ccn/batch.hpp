// A modelled 360/91 behind RJS: jobs wait, execute for their time and leave print and punched cards.
//
// What a job computes is not modelled: it prints a listing of its deck and as many lines as its cards ask for
// (deck.hpp). Everything happens in virtual time; the owner calls run() at the instant that due() returns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "network/ccn/deck.hpp"
#include "utah10/machine/archive.hpp"

namespace utah10 {

enum class CcnPaper : std::uint8_t { Print, Punch };

// Spooled: waits for an initiator (SPL in RJS's reports). Executing: XEQ. The output is PPT until it is fetched.
enum class CcnPhase : std::uint8_t { Spooled, Executing };

struct CcnJob {
  std::uint32_t number = 0;  // assigned on acceptance
  CcnJobCard card;
  std::string terminal;  // the terminal that submitted it
  std::string printTo;   // destination terminals
  std::string punchTo;
  bool deferred = false;   // holds its output in the Deferred queue
  bool separators = true;  // separator pages or cards before its output
  CcnWork work;
  std::vector<Octets> deck;  // EBCDIC
  CcnPhase phase = CcnPhase::Spooled;
  Instant due{};  // when it may begin; once executing, when it ends

  void state(Archive& a);
};

// A print or a deck of punched cards that waits to be fetched.
struct CcnOutput {
  std::uint32_t number = 0;
  CcnPaper paper = CcnPaper::Print;
  std::string job;
  std::string programmer;
  std::string terminal;  // its destination
  unsigned priority = 0;
  bool deferred = false;
  unsigned copies = 1;
  std::vector<Octets> records;  // EBCDIC; the first character of a line of print is its carriage control
  std::uint64_t position = 0;   // index of the next record to be sent

  void state(Archive& a);
};

class CcnBatch {
 public:
  explicit CcnBatch(const CcnBatchConfig& config) : config_(config) {}

  // Returns false and flushes the job if a job of this name is already in the system.
  bool accept(CcnJob job, Instant now);
  // Cancels a waiting or executing job.
  bool cancel(std::string_view name);
  // When run() has something to do next; kNever if nothing is pending.
  Instant due() const;
  // Does what is due by `now`; returns the numbers of the outputs produced.
  std::vector<std::uint32_t> run(Instant now);
  // Adds an output that no job produced, such as an echo of the reader.
  std::uint32_t add(CcnOutput output);

  const std::vector<CcnJob>& jobs() const { return jobs_; }
  std::vector<CcnJob>& jobs() { return jobs_; }
  const std::vector<CcnOutput>& outputs() const { return outputs_; }
  std::vector<CcnOutput>& outputs() { return outputs_; }
  CcnOutput* output(std::uint32_t number);
  void remove(std::uint32_t output);
  const CcnBatchConfig& config() const { return config_; }

  // Raw fields, inside a section that the owner opens.
  void state(Archive& a);

 private:
  unsigned executing() const;
  void finish(CcnJob& job, std::vector<std::uint32_t>& made);
  CcnBatchConfig config_;
  std::vector<CcnJob> jobs_;  // in order of acceptance
  std::vector<CcnOutput> outputs_;
  std::uint32_t jobCount_ = 0;
  std::uint32_t outputCount_ = 0;
};

// Lines of print with their carriage controls, and cards.
std::vector<Octets> printOf(const CcnJob& job, unsigned pageLines);
std::vector<Octets> punchOf(const CcnJob& job);
// `text` in letters five lines high, as on separator pages; a character that has no such letter is blank.
std::vector<std::string> blockLetters(std::string_view text);

}  // namespace utah10
