#include "experiments/rjs/rjs_desk.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/rjs/rjs_programs.hpp"

namespace utah10 {

namespace {

constexpr Duration kAccepted = seconds(60);  // from RJS's message that a deck has been sent until CCN has read it

std::string programNames() {
  std::string names;
  for (const RjsProgram& p : rjsPrograms()) names += (names.empty() ? "" : ", ") + std::string{p.name};
  return names;
}

}  // namespace

Expected<RjsDesk> RjsDesk::make(const LabOptions& options, const std::string& program, const LabSite& site,
                                const std::vector<LabFile>& files) {
  const RjsProgram* known = findRjsProgram(program);
  if (known == nullptr) return fail("RJS", "there is no program " + program, programNames());
  std::vector<LabFile> all = files;
  if (site.system.bringsPrograms || !known->onPack) {
    auto image = labProgram(site, program);
    if (!image) return tl::unexpected(image.error());
    all.push_back(std::move(*image));
  }
  RjsDesk desk;
  LabOptions machine = options;
  machine.ccnData = known->data;
  if (!known->monitor.empty()) machine.monitor = known->monitor;
  auto lab = Laboratory::make(machine, site, all);
  if (!lab) return tl::unexpected(lab.error());
  desk.lab = std::move(*lab);
  desk.user = std::make_unique<RjsTypist>(*desk.lab, program);
  return desk;
}

Expected<void> RjsDesk::open() {
  if (auto up = lab->boot(); !up) return up;
  if (auto in = lab->logIn(); !in) return in;
  return user->signOn(kRjsTerminal);
}

Expected<std::vector<LabFile>> stackFiles(const LabUser& user, std::string_view name,
                                          const std::vector<std::string>& stack) {
  std::vector<LabFile> files;
  for (const std::string& deck : stack) {
    auto file = labText(fmt::format("<{}>{}.{}", user.name, name, files.size() + 1), deck);
    if (!file) return tl::unexpected(file.error());
    files.push_back(std::move(*file));
  }
  return files;
}

std::string stackNames(std::string_view name, std::size_t files) {
  std::string names;
  for (std::size_t n = 1; n <= files; ++n) names += fmt::format("{}{}.{}", n == 1 ? "" : ",", name, n);
  return names;
}

std::string compareStack(Laboratory& lab, const std::string& job, const std::vector<std::string>& stack) {
  const auto read = [&] { return lab.record().last(CcnFileKind::Deck, job); };
  (void)lab.runWhile([&] { return read() == nullptr; }, kAccepted, "the deck at CCN");
  if (read() == nullptr) return "CCN has read no deck";
  std::string sent;
  for (const std::string& deck : stack) sent += deck;
  return textOf(*read()) == sent ? "" : "the deck that CCN has read differs";
}

Expected<void> printAtCcn(Laboratory& lab, const std::string& job, std::uint64_t bytes) {
  const auto waits = [&] {
    return std::ranges::any_of(lab.ccn().batch().outputs(), [&](const CcnOutput& o) { return o.job == job; });
  };
  if (waits()) return {};
  lab.ccn().readDeck(fmt::format("//{} JOB (UTAH),{}\n//*UTAH10 BYTES={}\n", job, lab.system().user.name, bytes),
                     ccnTerminal(kRjsTerminal));
  return lab.runWhile([&] { return !waits(); }, kCcnPatience, "the print at CCN");
}

std::string comparePrint(Laboratory& lab, const std::string& job, const Expected<FileContents>& file) {
  const CcnFile* print = lab.record().last(CcnFileKind::Print, job);
  if (!file || print == nullptr) return "there is no such file";
  const std::string expected = fmt::format("{:<8},{}\n", job, lab.system().user.name) + textOf(*print);
  return hostText(*file, false) == expected ? "" : "the file differs from CCN's print";
}

ChargedStretch onlyStretch(const StretchMeter& meter, bool done, std::string& trouble) {
  if (meter.stretches().size() == 1) return meter.stretches().front();
  if (done) trouble = fmt::format("{} stretches were measured", meter.stretches().size());
  return {};
}

Expected<void> measureTransfer(RjsDesk& desk, const std::function<Expected<RjsTransfer>()>& transfer,
                               TransferResult& result) {
  ++result.attempts;
  const int job = desk.lab->jobOf(desk.user->line());
  const auto runTime = [&] { return desk.lab->word("JOBRT", static_cast<std::uint32_t>(job)).bits(); };
  const auto meter = meterOf(*desk.lab);
  const std::uint64_t before = job < 0 ? 0 : runTime();
  result.loadBefore = desk.lab->load();
  const auto made = transfer();
  if (!made) return tl::unexpected(made.error());
  if (job >= 0) {
    result.commandMs = runTime() - before;
    result.job = meter->job();
  }
  result.done = made->done;
  result.bytes = made->bytes;
  result.records = made->records;
  result.load = desk.lab->load();
  result.trouble = made->done ? "" : made->message;
  result.stretch = onlyStretch(*meter, result.done, result.trouble);
  if (result.done && !result.trouble.empty()) return fail("RJS", result.trouble, "its cost is not known");
  return {};
}

}  // namespace utah10
