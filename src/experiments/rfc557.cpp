#include "utah10/experiments/rfc557.hpp"

#include <fmt/format.h>

#include "rfc557_ftp.hpp"
#include "utah10/experiments/charge_meter.hpp"
#include "utah10/experiments/deck_maker.hpp"
#include "utah10/experiments/rjs_operator.hpp"

namespace utah10 {

namespace {

using Kind = ChainCondition::Kind;

constexpr const char* kUser = "HICKS";
constexpr const char* kPassword = "GREG";
constexpr const char* kJob = "MEGABIT";
constexpr Duration kCcnPatience = seconds(300);
constexpr Duration kPatienceForByte = milliseconds(40);  // slower than any machine that can be asked for
constexpr unsigned kBitsOfByte = 8;

double per(double a, double b) { return b == 0 ? 0 : a / b; }

// RJS, one shape, one machine.
Expected<ChainResult> sendDeck(const Rfc557Settings& settings, const LabFiles& host, const ChainCondition& c) {
  const std::uint64_t bytes = settings.bits / kBitsOfByte;
  const auto deck = deckOf(bytes, {.job = kJob, .work = "LIST=NO,LINES=1,TERM=LOCAL", .seed = settings.seed});
  if (!deck) return fail(c.name(), fmt::format("there is no deck of {} bytes", bytes));
  std::vector<LabFile> files;
  std::string names, text;
  for (std::size_t n = 0; n < deck->size(); ++n) {
    const std::string name = fmt::format("{}.{}", kJob, n + 1);
    auto file = labText(fmt::format("<{}>{}", kUser, name), (*deck)[n]);
    if (!file) return tl::unexpected(file.error());
    files.push_back(std::move(*file));
    names += (n == 0 ? "" : ",") + name;
    text += (*deck)[n];
  }
  auto lab = Laboratory::make(settings.machine, host, files);
  if (!lab) return tl::unexpected(lab.error());
  Laboratory& l = **lab;
  const auto places = ChargePlaces::of(l.monitor());
  if (!places) return tl::unexpected(places.error());
  if (auto up = l.boot(); !up) return tl::unexpected(up.error());
  RjsOperator user(l, 0, kUser, kPassword, c.shape);
  if (auto in = user.logIn(); !in) return tl::unexpected(in.error());
  if (auto on = user.signOn(1); !on) return tl::unexpected(on.error());

  ChainResult r;
  r.condition = c;
  ChargeMeter meter(l.machine(), l.monitor(), *places, l.jobOf(user.line()));
  const auto sent = user.send(names, kCcnPatience + kPatienceForByte * static_cast<std::int64_t>(bytes));
  if (!sent) return tl::unexpected(sent.error());
  r.done = sent->done;
  if (!sent->done) r.trouble = sent->message;
  r.bits = sent->bytes * kBitsOfByte;
  if (meter.stretches().size() == 1)
    r.stretch = meter.stretches().front();
  else if (r.done)
    r.trouble = fmt::format("{} stretches were measured", meter.stretches().size());
  r.chargedMs = r.stretch.chargedMs;
  const auto read = [&] { return l.record().last(CcnFile::Kind::Deck, kJob); };
  (void)l.runWhile([&] { return read() == nullptr; }, kCcnPatience, "the deck at CCN");
  r.intact = read() != nullptr && textOf(*read()) == text;
  if (r.done && !r.intact) r.trouble = read() == nullptr ? "CCN has read no deck" : "CCN has read another deck";
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
  return per(static_cast<double>(stretch.split[ChargePart::User].count()) / 1000, static_cast<double>(bits));
}
double ChainResult::realRate() const {
  return per(static_cast<double>(bits), static_cast<double>(stretch.elapsed().count()) / 1e6);
}

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
