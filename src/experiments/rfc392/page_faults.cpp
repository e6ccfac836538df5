#include "experiments/rfc392/page_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "experiments/laboratory/background.hpp"
#include "experiments/report/report_numbers.hpp"
#include "experiments/rjs/deck_maker.hpp"
#include "experiments/rjs/rjs_desk.hpp"
#include "word/chance.hpp"

namespace utah10 {

namespace {

constexpr std::array<std::string_view, 2> kShapes = {"RJS0", "RJS"};
constexpr std::array<std::string_view, 2> kEditors = {"LED", "EDIT"};
constexpr std::size_t kPrograms = kShapes.size() + kEditors.size();
constexpr Duration kTransferPatience = seconds(7200);
constexpr Duration kTyping = milliseconds(500);    // in which a line is echoed
constexpr unsigned kEssayLines = 120, kMark = 10;  // one line in ten can be found by its number
constexpr unsigned kMostUsers = 14;                // lines of the scanner, less those of the measured user and of RJS

// A text of four pages; every tenth line has a mark, MARK10, MARK20, ...
std::string essay() {
  Chance chance(1);
  std::string text;
  for (unsigned n = 1; n <= kEssayLines; ++n) {
    std::string line = n % kMark == 0 ? fmt::format("MARK{} ", n) : std::string{};
    while (line.size() < 60)
      line += chance.below(6) == 0 && line.back() != ' ' ? ' ' : static_cast<char>('A' + chance.below(26));
    text += line + "\n";
  }
  return text;
}

// A line that is typed to an editor, and what it prints before the next one.
struct EditLine {
  std::string keys, until;
};

// The same session with either editor: opens the file, finds and changes lines, adds three, deletes one, goes back to
// the top.
std::vector<EditLine> sessionOf(std::string_view editor, const std::string& file, const std::string& prompt) {
  const bool small = editor == "LED";
  const auto finds = [&](const char* mark) {
    return EditLine{small ? fmt::format("F {}", mark) : fmt::format("F/{}/", mark), "\n*"};
  };
  return {{small ? file : "L " + file, "\n*"},
          finds("MARK20"),
          {"S/MARK20/FIRST/", "\n*"},
          finds("MARK40"),
          {small ? "P 5" : ".,.+4P", "\n*"},
          {"A", "\n"},
          {"A LINE THAT WAS NOT THERE BEFORE", "\n"},
          {"AND ANOTHER ONE", "\n"},
          {".", "\n*"},
          finds("MARK70"),
          {"D", "\n*"},
          finds("MARK90"),
          {"S/MARK90/SECOND/", "\n*"},
          {small ? "T" : "1P", "\n*"},
          finds("MARK30"),
          {"S/MARK30/THIRD/", "\n*"},
          {"A", "\n"},
          {"A THIRD LINE", "\n"},
          {".", "\n*"},
          {small ? "E" : "W " + file, small ? prompt : "\n*"}};
}

// What the file must be after the session.
std::string editedEssay() {
  std::string text = essay();
  const auto replace = [&](std::string_view from, std::string_view to) {
    text.replace(text.find(from), from.size(), to);
  };
  const auto endOf = [&](std::size_t at) { return text.find('\n', at) + 1; };
  replace("MARK20", "FIRST");
  std::size_t at = text.find("MARK40");
  for (unsigned n = 0; n < 5; ++n) at = endOf(at);
  text.insert(at, "A LINE THAT WAS NOT THERE BEFORE\nAND ANOTHER ONE\n");
  at = text.find("MARK70");
  text.erase(at, endOf(at) - at);
  replace("MARK90", "SECOND");
  at = text.find("MARK30");
  replace("MARK30", "THIRD");
  text.insert(endOf(at), "A THIRD LINE\n");
  return text;
}

// The measured user of one machine.
class FaultDesk {
 public:
  FaultDesk(const PageFaultSettings& settings, const PageFaultCondition& condition)
      : settings_(settings), condition_(condition), think_(condition.seed) {
    result_.condition = condition;
  }
  Expected<PageFaultResult> run(const LabSite& site);

 private:
  Expected<void> open(const LabSite& site);
  Expected<std::vector<LabFile>> files(const LabSite& site);
  Expected<void> one(std::size_t program);
  Expected<void> transfers(std::string_view program);
  Expected<void> transfer(RjsDesk& desk, std::string_view program, FaultWork work);
  Expected<void> edit(std::string_view editor);
  Expected<Duration> command(const EditLine& line);
  Expected<void> compare();
  Laboratory& lab() const { return *desk_.lab; }
  LabLine& user() const { return lab().line(lab().measuredLine()); }
  static std::string jobOf(std::string_view program) { return fmt::format("Q{}", program); }
  static std::string textOf(std::string_view editor) { return fmt::format("{}.TXT", editor); }
  void finish(ProgramRun run);

  const PageFaultSettings& settings_;
  PageFaultCondition condition_;
  Chance think_;
  RjsDesk desk_;
  std::optional<Background> others_;
  std::vector<std::string> deck_;  // a stack of one or two files
  PageFaultResult result_;
};

Expected<std::vector<LabFile>> FaultDesk::files(const LabSite& site) {
  std::vector<LabFile> files = backgroundFiles(site.system.others);
  auto programs = broughtPrograms(site, {"RJS0", "RJS", "EDIT"});
  if (!programs) return programs;
  auto led = labProgram(site, settings_.program);
  if (!led) return tl::unexpected(led.error());
  programs->push_back(std::move(*led));
  std::ranges::move(*programs, std::back_inserter(files));
  auto deck = deckOf(settings_.sent, {.job = "QDECK", .work = kNoOutput, .seed = condition_.seed});
  if (!deck) return fail("--page-faults", fmt::format("there is no deck of {} bytes", settings_.sent));
  auto stack = stackFiles(site.system.user, "QDECK", *deck);
  if (!stack) return stack;
  std::ranges::move(*stack, std::back_inserter(files));
  deck_ = std::move(*deck);
  for (const std::string_view editor : kEditors) {
    auto text = labText(fmt::format("<{}>{}", site.system.user.name, textOf(editor)), essay());
    if (!text) return tl::unexpected(text.error());
    files.push_back(std::move(*text));
  }
  return files;
}

Expected<void> FaultDesk::open(const LabSite& site) {
  LabOptions machine = settings_.machine;
  machine.coreK = condition_.coreK;
  machine.swapping = condition_.swapping;
  const auto files = this->files(site);
  if (!files) return tl::unexpected(files.error());
  auto lab = Laboratory::make(machine, site, *files);
  if (!lab) return tl::unexpected(lab.error());
  desk_.lab = std::move(*lab);
  if (auto up = desk_.lab->boot(); !up) return up;
  if (auto in = desk_.lab->logIn(); !in) return in;
  others_.emplace(*desk_.lab, condition_.seed);
  if (auto in = others_->employ(condition_.users - 1, settings_.think, Background::Work::Large); !in) return in;
  return desk_.lab->runFor(settings_.warmUp);
}

void FaultDesk::finish(ProgramRun run) {
  run.load = lab().load().value_or(0);
  if (result_.trouble.empty() && !run.trouble.empty()) result_.trouble = run.program + ": " + run.trouble;
  result_.runs.push_back(std::move(run));
}

Expected<void> FaultDesk::transfer(RjsDesk& desk, std::string_view program, FaultWork work) {
  const bool send = work == FaultWork::Send;
  const std::string job = jobOf(program);
  if (!send)
    if (auto there = printAtCcn(*desk.lab, job, settings_.received); !there) return there;
  const auto balance = BalanceMeter::of(*desk.lab);
  TransferResult made;
  const auto transfer = [&] {
    return send ? desk.user->send(stackNames("QDECK", deck_.size()), kTransferPatience)
                : desk.user->fetch(job + ".PRT", kTransferPatience);
  };
  if (auto done = measureTransfer(desk, transfer, made); !done) return done;
  const ChargedStretch& s = made.stretch;
  ProgramRun run{.program = std::string{program},
                 .work = work,
                 .bytes = made.bytes,
                 .elapsed = s.elapsed(),
                 .chargedMs = s.chargedMs,
                 .divided = s.divided,
                 .faults = s.pageTraps,
                 .drumReads = s.reads.drum,
                 .diskReads = s.reads.disk,
                 .stay = {},
                 .trouble = made.trouble};
  if (balance) run.stay = balance->stay(s.fork);
  if (send && run.trouble.empty()) run.trouble = compareStack(*desk.lab, "QDECK", deck_);
  finish(std::move(run));
  return {};
}

Expected<void> FaultDesk::transfers(std::string_view program) {
  desk_.user = std::make_unique<RjsTypist>(*desk_.lab, std::string{program});
  if (auto on = desk_.user->signOn(kRjsTerminal); !on) return on;
  for (const FaultWork work : {FaultWork::Send, FaultWork::Receive})
    if (auto done = transfer(desk_, program, work); !done) return done;
  return desk_.user->quit();
}

// The line is typed, the user thinks, and types the return; the time from then until the answer is printed.
Expected<Duration> FaultDesk::command(const EditLine& line) {
  user().add({line.keys});
  if (auto done = lab().runFor(kTyping + think_.exponential(settings_.think)); !done)
    return tl::unexpected(done.error());
  const Instant from = lab().now();
  const LabStep step{"\r", line.until};
  if (auto done = lab().converse(lab().measuredLine(), {&step, 1}); !done) return tl::unexpected(done.error());
  return user().ready() - from;
}

Expected<void> FaultDesk::edit(std::string_view editor) {
  const bool small = editor == "LED";
  const std::string file = textOf(editor);
  const LabSteps start = lab().run(editor, {{}, small ? "FILE: " : "\n*"});
  if (auto done = lab().converse(lab().measuredLine(), start); !done) return done;
  ProgramRun run{.program = std::string{editor}, .work = FaultWork::Edit, .stay = {}, .trouble = {}};
  {
    const auto meter = meterOf(lab());
    const auto balance = BalanceMeter::of(lab());
    think_ = Chance{condition_.seed};  // the same pauses for either
    for (const EditLine& line : sessionOf(editor, file, lab().system().prompt)) {
      const auto time = command(line);
      if (!time) return tl::unexpected(time.error());
      run.elapsed += *time;
    }
    run.chargedMs = meter->job().takenMs;
    run.faults = meter->job().pageTraps;
    run.drumReads = meter->job().reads.drum;
    run.diskReads = meter->job().reads.disk;
    run.divided = balance != nullptr;
    if (balance) run.stay = balance->stay();
  }
  finish(std::move(run));
  if (small) return {};
  const LabStep quit{"Q\r", lab().system().prompt};
  return lab().converse(lab().measuredLine(), {&quit, 1});
}

// Prints and texts on the pack, byte for byte.
Expected<void> FaultDesk::compare() {
  std::vector<std::string> names;
  const auto nameOf = [&](const std::string& file) { return fmt::format("<{}>{}", lab().system().user.name, file); };
  for (const std::string_view program : kShapes) names.push_back(nameOf(jobOf(program) + ".PRT"));
  for (const std::string_view editor : kEditors) names.push_back(nameOf(textOf(editor)));
  const auto files = lab().writtenFiles(names, {});
  if (!files) return tl::unexpected(files.error());
  auto next = files->begin();
  for (const std::string_view program : kShapes)
    if (const std::string wrong = comparePrint(lab(), jobOf(program), *next++); !wrong.empty())
      result_.trouble = fmt::format("{}: {}", program, wrong);
  for (const std::string_view editor : kEditors) {
    const Expected<FileContents>& file = *next++;
    if (!file || hostText(*file, false) != editedEssay()) result_.trouble = fmt::format("{}: the text differs", editor);
  }
  return {};
}

Expected<void> FaultDesk::one(std::size_t program) {
  return program < kShapes.size() ? transfers(kShapes[program]) : edit(kEditors[program - kShapes.size()]);
}

// The order of the programs depends on the seed, so that no program is always the first.
Expected<PageFaultResult> FaultDesk::run(const LabSite& site) {
  if (auto up = open(site); !up) return tl::unexpected(up.error());
  for (std::size_t n = 0; n < kPrograms; ++n)
    if (auto done = one((n + condition_.seed - 1) % kPrograms); !done) return tl::unexpected(done.error());
  others_->rest();
  if (auto done = compare(); !done) return tl::unexpected(done.error());
  return std::move(result_);
}

}  // namespace

std::string PageFaultCondition::name() const {
  return fmt::format("{}K, {}, {} users, seed {}", coreK, nameOf(swapping), users, seed);
}

Expected<void> PageFaultSettings::check() const {
  if (think < milliseconds(100) || think > seconds(600)) return fail("--think", "out of range", "100ms to 600s");
  if (users.empty()) return fail("--users", "no number of users");
  for (const unsigned n : users)
    if (n < 1 || n > kMostUsers) return fail("--users", fmt::format("{} users", n), fmt::format("1 to {}", kMostUsers));
  if (repeats < 1 || repeats > 100) return fail("--repeat", fmt::format("{} repeats", repeats), "1 to 100");
  return {};
}

std::vector<PageFaultCondition> pageFaultConditions(const PageFaultSettings& s) {
  std::vector<PageFaultCondition> all;
  for (const Swapping swapping : s.swapping)
    for (const unsigned k : s.cores) {
      LabOptions machine = s.machine;
      machine.coreK = k;
      if (!machine.check()) continue;
      for (const unsigned users : s.users)
        for (unsigned n = 0; n < s.repeats; ++n) all.push_back({k, swapping, users, s.seed + n});
    }
  return all;
}

std::string progressText(const PageFaultResult& r) {
  std::string text = r.condition.name() + ":";
  for (const ProgramRun& run : r.runs) text += fmt::format(" {} {} faults", run.program, run.faults);
  return r.trouble.empty() ? text : text + ", " + r.trouble;
}

Expected<std::vector<PageFaultResult>> measurePageFaults(const PageFaultSettings& settings, const LabSite& site,
                                                         const std::vector<PageFaultCondition>& conditions,
                                                         const PageFaultProgress& progress) {
  std::vector<PageFaultResult> results;
  for (const PageFaultCondition& c : conditions) {
    auto result = FaultDesk{settings, c}.run(site);
    if (!result)
      return tl::unexpected(Error{c.name() + ": " + result.error().where, result.error().what, result.error().hint});
    results.push_back(std::move(*result));
    if (progress) progress(results.back());
  }
  return results;
}

}  // namespace utah10
