// Reports of the ledger: one dimension as text, CSV or JSON, with its sum and the time elapsed; and intervals of
// virtual time as a file of CSV or JSON lines.
//
// CSV columns: dimension, mode, process, level, symbol ("all" where the ledger is not split; processes octal), name,
// count, time in ns. JSON has the same names.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "trace/ledger.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct LedgerLine {
  std::string mode = "all", process = "all", level = "all", symbol = "all";
  std::string name;
  std::uint64_t count = 0;
  Duration time{};
};

struct LedgerReport {
  LedgerDimension dimension = LedgerDimension::Instruction;
  LedgerSplit split;
  std::vector<LedgerLine> lines;  // longest time first
  Duration sum{};
  Duration elapsed{};
  // Data that cannot be split: one line per monitor call or page fault, with the values named in `columns`, in ns or
  // counts.
  std::vector<std::string> columns;
  struct Extra {
    std::string name;
    std::vector<std::int64_t> values;
  };
  std::vector<Extra> extras;
};

LedgerReport ledgerReport(const Ledger& ledger, LedgerDimension d, const LedgerNames& names);
std::string ledgerText(const LedgerReport& report);
std::string ledgerCsv(const LedgerReport& report);
std::string ledgerJson(const LedgerReport& report);  // one object

// Writes each interval when it is complete; every line begins with its start and end in ns. JSON lines if the name ends
// in .json or .jsonl, otherwise CSV.
class LedgerSeries final : public LedgerSampler {
 public:
  // Creates a new file; an existing file is left untouched. Errors: `file: what`.
  static Expected<std::unique_ptr<LedgerSeries>> open(const std::filesystem::path& file, LedgerNames names);
  void sample(const Ledger& ledger, const LedgerTable& table, Instant from, Instant to) override;
  std::uint64_t samples() const { return samples_; }
  const std::filesystem::path& path() const { return path_; }
  // Writes everything received so far to the file; gives an error if any write failed.
  Expected<void> flush();

 private:
  struct Close {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  LedgerSeries(std::filesystem::path path, LedgerNames names, std::FILE* file);
  void write(std::string_view text);

  std::filesystem::path path_;
  LedgerNames names_;
  std::unique_ptr<std::FILE, Close> file_;
  bool json_ = false;
  bool failed_ = false;
  std::uint64_t samples_ = 0;
};

}  // namespace utah10
