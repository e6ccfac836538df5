#include "experiments/rfc557.hpp"

#include <fmt/format.h>

#include "experiments/deck_maker.hpp"
#include "experiments/report_numbers.hpp"
#include "experiments/rfc557_ftp.hpp"
#include "experiments/rjs_desk.hpp"
#include "experiments/rjs_programs.hpp"

namespace utah10 {

namespace {

using Kind = ChainCondition::Kind;

constexpr const char* kJob = "MEGABIT";
constexpr Duration kCcnPatience = seconds(300);
constexpr Duration kPatienceForByte =
    milliseconds(40);  // time limit per byte; slower than any machine that the options allow
constexpr unsigned kBitsOfByte = 8;

// Measures one shape of RJS on a new machine.
Expected<ChainResult> sendDeck(const Rfc557Settings& settings, const LabFiles& host, const ChainCondition& c) {
  const std::uint64_t bytes = settings.bits / kBitsOfByte;
  const auto deck = deckOf(bytes, {.job = kJob, .work = "LIST=NO,LINES=1,TERM=LOCAL", .seed = settings.seed});
  if (!deck) return fail(c.name(), fmt::format("there is no deck of {} bytes", bytes));
  const auto files = stackFiles(kJob, *deck);
  if (!files) return tl::unexpected(files.error());
  auto desk = RjsDesk::make(settings.machine, rjsOfShape(c.shape), host, *files);
  if (!desk) return tl::unexpected(desk.error());
  if (auto open = desk->open(); !open) return tl::unexpected(open.error());

  ChainResult r;
  r.condition = c;
  TransferResult made;
  const Duration patience = kCcnPatience + kPatienceForByte * static_cast<std::int64_t>(bytes);
  const auto send = [&] { return desk->user->send(stackNames(kJob, deck->size()), patience); };
  if (auto sent = measureTransfer(*desk, send, made); !sent) return tl::unexpected(sent.error());
  r.done = made.done;
  r.trouble = made.trouble;
  r.bits = made.bytes * kBitsOfByte;
  r.stretch = std::move(made.stretch);
  r.chargedMs = r.stretch.chargedMs;
  const std::string wrong = compareStack(*desk->lab, kJob, *deck);
  r.intact = wrong.empty();
  if (r.done && !r.intact) r.trouble = wrong;
  return r;
}

}  // namespace

std::string ChainCondition::name() const {
  if (kind == Kind::Rjs) return fmt::format("RJS {}", shape);
  return fmt::format("FTP {} {}", byteBits, kind == Kind::FtpStore ? "store" : "retrieve");
}

double ChainResult::secondsPerMegabit() const {
  return per(1000.0 * static_cast<double>(chargedMs), static_cast<double>(bits));
}
double ChainResult::userPerMegabit() const {
  return per(usOf(stretch.split[ChargePart::User]), static_cast<double>(bits));
}
double ChainResult::realRate() const { return per(static_cast<double>(bits), msOf(stretch.elapsed())); }

std::vector<std::vector<ChainCondition>> rfc557Pieces() {
  std::vector<std::vector<ChainCondition>> pieces;
  for (const unsigned shape : {1u, 2u, 3u}) pieces.push_back({{.kind = Kind::Rjs, .shape = shape}});
  std::vector<ChainCondition> ftp;
  for (const unsigned bits : {8u, 32u, 36u})
    for (const Kind kind : {Kind::FtpStore, Kind::FtpRetrieve}) ftp.push_back({.kind = kind, .byteBits = bits});
  pieces.push_back(std::move(ftp));
  return pieces;
}

Expected<std::vector<ChainResult>> makeChain(const Rfc557Settings& settings, const LabFiles& host,
                                             const std::vector<ChainCondition>& steps, const ChainProgress& progress) {
  if (!steps.empty() && steps.front().kind != Kind::Rjs) return transferFiles(settings, host, steps, progress);
  std::vector<ChainResult> results;
  for (const ChainCondition& c : steps) {
    auto result = sendDeck(settings, host, c);
    if (!result) return tl::unexpected(result.error());
    results.push_back(std::move(*result));
    if (progress) progress(results.back());
  }
  return results;
}

}  // namespace utah10
