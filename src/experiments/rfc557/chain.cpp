#include "experiments/rfc557/chain.hpp"

#include <fmt/format.h>

#include "experiments/report/report_numbers.hpp"
#include "experiments/rfc557/ftp.hpp"
#include "experiments/rjs/deck_maker.hpp"
#include "experiments/rjs/rjs_desk.hpp"
#include "experiments/rjs/rjs_programs.hpp"

namespace utah10 {

namespace {

constexpr const char* kJob = "MEGABIT";

// Measures one shape of RJS on a new machine.
Expected<ChainResult> sendByRjs(const Rfc557Settings& settings, const LabSite& site, const ChainCondition& c) {
  const std::uint64_t bytes = settings.bits / kNetworkByteBits;
  const auto deck = deckOf(bytes, {.job = kJob, .work = kNoOutput, .seed = settings.seed});
  if (!deck) return fail(c.name(), fmt::format("there is no deck of {} bytes", bytes));
  const auto files = stackFiles(site.system.user, kJob, *deck);
  if (!files) return tl::unexpected(files.error());
  auto desk = RjsDesk::make(settings.machine, rjsOfShape(c.shape), site, *files);
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
  r.bits = made.bytes * kNetworkByteBits;
  r.stretch = std::move(made.stretch);
  r.chargedMs = r.stretch.chargedMs;
  const std::string wrong = compareStack(*desk->lab, kJob, *deck);
  r.intact = wrong.empty();
  if (r.done && !r.intact) r.trouble = wrong;
  return r;
}

}  // namespace

std::string ChainCondition::name() const {
  if (operation == ChainOperation::RjsSend) return fmt::format("RJS {}", shape);
  return fmt::format("{} {} {}", byBytes ? "FTPB" : "FTP", byteBits,
                     operation == ChainOperation::FtpStore ? "store" : "retrieve");
}

double ChainResult::secondsPerMegabit() const {
  return per(1000.0 * static_cast<double>(chargedMs), static_cast<double>(bits));
}
double ChainResult::userPerMegabit() const {
  return per(usOf(stretch.split[ChargePart::User]), static_cast<double>(bits));
}
double ChainResult::realRate() const { return per(static_cast<double>(bits), msOf(stretch.elapsed())); }

std::string progressText(const ChainResult& r) {
  return fmt::format("{:<15}: {} bits, {} s/Mb, {} of them in the program{}", r.condition.name(), r.bits,
                     fixed(r.secondsPerMegabit(), 2), fixed(r.userPerMegabit(), 2),
                     r.done ? "" : ", not done: " + r.trouble);
}

std::vector<std::vector<ChainCondition>> rfc557Pieces(bool ftp) {
  std::vector<std::vector<ChainCondition>> pieces;
  for (const unsigned shape : {1u, 2u, 3u}) pieces.push_back({{.shape = shape}});
  if (!ftp) return pieces;
  for (const bool byBytes : {false, true}) {
    std::vector<ChainCondition> files;
    for (const unsigned bits : {8u, 32u, 36u})
      for (const ChainOperation operation : {ChainOperation::FtpStore, ChainOperation::FtpRetrieve})
        files.push_back({.operation = operation, .byteBits = bits, .byBytes = byBytes});
    pieces.push_back(std::move(files));
  }
  return pieces;
}

Expected<std::vector<ChainResult>> makeChain(const Rfc557Settings& settings, const LabSite& site,
                                             const std::vector<ChainCondition>& steps, const ChainProgress& progress) {
  if (!steps.empty() && steps.front().operation != ChainOperation::RjsSend)
    return transferFiles(settings, site, steps, progress);
  std::vector<ChainResult> results;
  for (const ChainCondition& c : steps) {
    auto result = sendByRjs(settings, site, c);
    if (!result) return tl::unexpected(result.error());
    results.push_back(std::move(*result));
    if (progress) progress(results.back());
  }
  return results;
}

}  // namespace utah10
