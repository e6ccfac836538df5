#include "experiments/rjs/rjs_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "experiments/rjs/deck_maker.hpp"
#include "experiments/rjs/rjs_desk.hpp"
#include "network/ccn/charset.hpp"
#include "network/ccn/deck.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kDeck = "DECK.CRD", kPrint = "PRINT.LST";
constexpr Duration kJobPatience = seconds(3600);  // for a deck of any size

// A machine whose user has signed on.
Expected<RjsDesk> deskOf(const LabOptions& options, const std::string& program, const LabSite& site,
                         const std::vector<LabFile>& files) {
  auto desk = RjsDesk::make(options, program, site, files);
  if (!desk) return desk;
  if (auto open = desk->open(); !open) return tl::unexpected(open.error());
  return desk;
}

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace

Expected<std::string> jobOfDeck(std::string_view deck) {
  std::string job;
  unsigned n = 0;
  for (const std::string_view line : linesOf(deck)) {
    ++n;
    if (line.size() > kCardColumns)
      return fail(fmt::format("line {}", n), fmt::format("has more than {} characters", kCardColumns),
                  fmt::format("a card has {} columns", kCardColumns));
    const auto card = jobCard(ebcdic(line));
    if (card && job.empty()) job = card->name;
  }
  if (job.empty()) return fail("", "has no JOB card", "a deck begins with //NAME JOB (ACCOUNT),PROGRAMMER");
  return job;
}

Expected<RjsJob> sendDeck(const LabOptions& options, const std::string& program, const LabSite& site,
                          std::string_view deck) {
  auto job = jobOfDeck(deck);
  if (!job) return tl::unexpected(job.error());
  auto file = labText(fmt::format("<{}>{}", site.system.user.name, kDeck), deck);
  if (!file) return tl::unexpected(file.error());
  auto desk = deskOf(options, program, site, {*file});
  if (!desk) return tl::unexpected(desk.error());
  RjsJob sent{std::move(*job), {}, {}};
  sent.result.characters = file->contents.bytes;
  const auto send = [&] { return desk->user->send(kDeck, kJobPatience); };
  if (auto done = measureTransfer(*desk, send, sent.result); !done) return tl::unexpected(done.error());
  const auto read = [&] { return desk->lab->record().last(CcnFileKind::Deck, sent.job); };
  if (sent.result.done)
    if (auto done = desk->lab->runWhile([&] { return read() == nullptr; }, kCcnPatience, "the deck at CCN"); !done)
      return tl::unexpected(done.error());
  if (read() != nullptr) sent.text = textOf(*read());
  sent.result.intact = sent.result.done && !sent.text.empty();
  return sent;
}

Expected<RjsJob> fetchPrint(const LabOptions& options, const std::string& program, const LabSite& site,
                            std::string_view deck) {
  auto job = jobOfDeck(deck);
  if (!job) return tl::unexpected(job.error());
  auto desk = deskOf(options, program, site, {});
  if (!desk) return tl::unexpected(desk.error());
  RjsJob fetched{std::move(*job), {}, {}};
  fetched.result.condition.send = false;
  Laboratory& lab = *desk->lab;
  lab.ccn().readDeck(deck, ccnTerminal(kRjsTerminal));
  const auto printed = [&] { return lab.record().last(CcnFileKind::Print, fetched.job); };
  if (auto done = lab.runWhile([&] { return printed() == nullptr; }, kJobPatience, "the print at CCN"); !done)
    return tl::unexpected(done.error());
  const auto fetch = [&] { return desk->user->fetch(kPrint, kJobPatience); };
  if (auto done = measureTransfer(*desk, fetch, fetched.result); !done) return tl::unexpected(done.error());
  const std::string print = textOf(*printed());
  const std::vector<std::string> names = {desk->user->fileName(kPrint)};
  const auto files = lab.writtenFiles(names, desk->user->leaving());
  if (!files) return tl::unexpected(files.error());
  const Expected<FileContents>& file = files->front();
  if (!file) return tl::unexpected(file.error());
  fetched.text = hostText(*file, false);
  fetched.result.characters = file->bytes;
  fetched.result.intact = fetched.text.ends_with(print);
  return fetched;
}

}  // namespace utah10
