// The subcommands that run experiments, and their options. Private to the command layer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command/host/interruption.hpp"
#include "command/lab/lab_choice.hpp"
#include "command/lab/report_writer.hpp"
#include "experiments/ctss/uses.hpp"
#include "experiments/remote/paging.hpp"
#include "experiments/rfc392/transfers.hpp"
#include "experiments/rfc415/samples.hpp"
#include "experiments/rfc508/streams.hpp"
#include "experiments/rfc557/chain.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// Divisor of the number of bits for --quick.
constexpr std::uint64_t kQuickPart = 10;

// The options common to all experiments; `machine` chooses that of `settings`.
template <class Settings>
struct ExperimentOptions {
  Settings settings;
  LabChoice machine{.system = settings.machine.system};
  bool quick = false;  // fewer transfers, or a tenth of the bits
  ReportOptions report;
};
using Rfc415Options = ExperimentOptions<Rfc415Settings>;
// Without a system the rows of RJS and those of FTP have that of their measurement.
struct Rfc557Options : ExperimentOptions<Rfc557Settings> {
  Rfc557Options() { machine.system.clear(); }
};
struct Rfc508Options : ExperimentOptions<Rfc508Settings> {
  bool map = false;     // find where gaps begin
  bool device = false;  // without the program on TENEX
  // Durations; empty: not chosen.
  std::string reaction, stallInterval, stallLength;
};
struct CtssOptions : ExperimentOptions<CtssSettings> {
  std::string think;   // a duration; empty: not chosen
  bool range = false;  // run the baseline and what differs from it in one factor
};

struct RemoteOptions : ExperimentOptions<RemoteSettings> {
  // Durations; empty: not chosen.
  std::string latency, protocol;
};
struct Rfc392Options : ExperimentOptions<Rfc392Settings> {
  std::vector<std::string> only;    // names of rows; all if empty
  bool alone = false;               // without other users
  bool tables = false;              // all transfers on each monitor and with each hypothesis, alone and among others
  bool range = false;               // run the baseline and its variants
  bool receiving = false;           // run the hypotheses on receiving
  bool quoted = false;              // measure the costs that the paper quotes, on each of our monitors
  bool proposals = false;           // run what the paper proposed, next to the programs as they were
  std::string proposal;             // one of them; empty: all
  std::optional<unsigned> repeats;  // runs, each with a seed of its own
  bool pageFaults = false;          // compare page faults of programs; the following are its options
  std::vector<unsigned> users;      // empty: not chosen
  std::string think;                // a duration; empty: not chosen

  bool proposes() const { return proposals || !proposal.empty(); }
};

struct RjsOptions {
  LabChoice machine;
  std::string program = "RJS";
  std::string deck;                   // host file
  std::string folder = "utah10-rjs";  // JOB.deck for a deck that CCN has read; JOB.listing once it has been fetched
  ReportOptions report;
};

struct TenexProgramOptions {
  LabChoice machine;
  bool on = false;                 // --tenex
  std::vector<std::string> files;  // sources, relocatable files or an image
  std::string limit;               // virtual time; empty: not chosen
  ReportOptions report;
};
// utah10 run --tenex: assembles and links a program, runs it on TENEX and prints what it printed. 0 if it ended by
// HALTF.
Expected<int> tenexProgramCommand(const TenexProgramOptions& options);

// utah10 rjs send: sends a deck to CCN and keeps it in the folder. utah10 rjs fetch: fetches the listing of each deck
// in the folder.
Expected<int> rjsSendCommand(const RjsOptions& options);
Expected<int> rjsFetchCommand(const RjsOptions& options);

// utah10 rfc392. Returns the exit code: 0 if every transfer arrived intact.
Expected<int> rfc392Command(const Rfc392Options& options);
// A report may be named by a word: "rfc392 pagefaults" is "rfc392 --page-faults". The arguments with the option in
// place of the word; others are as they were. And the words: "tables, range, ...".
std::vector<std::string> withReportOptions(std::vector<std::string> arguments);
std::string rfc392ReportWords();
// The same with --page-faults, on variants of a machine.
Expected<int> pageFaultsCommand(const Rfc392Options& options, const LabOptions& machine);
// utah10 ctss. 0 if all answers are right.
Expected<int> ctssCommand(const CtssOptions& options);
// utah10 remote, utah10 rfc415, utah10 rfc508, utah10 rfc557. Return the same exit codes.
Expected<int> remoteCommand(const RemoteOptions& options);
Expected<int> rfc415Command(const Rfc415Options& options);
Expected<int> rfc508Command(const Rfc508Options& options);
Expected<int> rfc557Command(const Rfc557Options& options);

}  // namespace utah10
