// Writes intervals of virtual time to a file of lines.
#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "trace/ledger_lines.hpp"

namespace utah10 {

Expected<std::unique_ptr<LedgerSeries>> LedgerSeries::open(const std::filesystem::path& file, LedgerNames names) {
  std::FILE* f = std::fopen(file.c_str(), "wx");
  if (f == nullptr) {
    const bool there = errno == EEXIST;
    return fail(file.string(), there ? "already exists" : std::strerror(errno),
                there ? "give a new name, or remove it" : "");
  }
  std::unique_ptr<LedgerSeries> series{new LedgerSeries{file, std::move(names), f}};
  if (!series->json_) series->write("from_ns,to_ns,dimension,mode,process,level,symbol,name,count,time_ns\n");
  return series;
}

LedgerSeries::LedgerSeries(std::filesystem::path path, LedgerNames names, std::FILE* file)
    : path_(std::move(path)), names_(std::move(names)), file_(file) {
  json_ = path_.extension() == ".json" || path_.extension() == ".jsonl";
}

void LedgerSeries::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) failed_ = true;
}

// Lines are ordered by place, then bucket, so that equal runs write equal files.
void LedgerSeries::sample(const Ledger& ledger, const LedgerTable& table, Instant from, Instant to) {
  const std::string when = fmt::format("{},{},", (from - kPowerOn).count(), (to - kPowerOn).count());
  std::string text;
  table.eachInOrder([&](std::uint64_t key, LedgerBucket b, const LedgerCell& c) {
    const LedgerDimension d = dimensionOf(b);
    const LedgerLine line = ledgerLine(ledger.split(), ledger.place(key), bucketName(b, names_), c);
    if (json_)
      text += fmt::format("{{\"from_ns\":{},\"to_ns\":{},\"dimension\":\"{}\",{}}}\n", (from - kPowerOn).count(),
                          (to - kPowerOn).count(), dimensionName(d), ledgerJsonFields(ledger.split(), line));
    else
      text += when + ledgerCsvLine(d, line);
  });
  write(text);
  ++samples_;
}

Expected<void> LedgerSeries::flush() {
  if (std::fflush(file_.get()) != 0) failed_ = true;
  if (failed_) return fail(path_.string(), "could not be written completely", "is the disk full?");
  return {};
}

}  // namespace utah10
