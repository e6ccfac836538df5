// The commands counters on, off, time and every, which use the ledger.
#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/suggestion.hpp"
#include "command/debug/debugger.hpp"
#include "command/look/commands.hpp"
#include "command/look/connected_ledger.hpp"
#include "command/look/probes.hpp"
#include "trace/jsys_names.hpp"
#include "trace/symbols.hpp"
#include "utah10/machine/timing_profile.hpp"

namespace utah10 {

namespace {

constexpr Duration kShortest = microseconds(1);

Error notOn() { return Error{"", "times are not being counted", "counters on"}; }

// The present labels.
LabelFinder labelsOf(Debugger& debugger) {
  if (debugger.symbols().exec.empty() && debugger.symbols().user.empty()) return {};
  const auto symbols = std::make_shared<Symbols>(debugger.symbols());
  return [symbols](bool user, VirtualAddress pc) -> std::optional<LedgerLabel> {
    const auto near = symbols->of(user).nearest(pc);
    if (!near) return std::nullopt;
    return LedgerLabel{std::string{near->name}, user, near->address};
  };
}

Expected<LedgerSplit> parseSplit(std::string_view text) {
  LedgerSplit split;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(", "), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (sameWord(word, "mode"))
      split.mode = true;
    else if (sameWord(word, "process"))
      split.process = true;
    else if (sameWord(word, "level"))
      split.level = true;
    else if (sameWord(word, "symbol"))
      split.symbol = true;
    else
      return fail("", fmt::format("cannot split by \"{}\"", word), "mode, process, level, symbol");
  }
  return split;
}

}  // namespace

Expected<void> countersOn(Debugger& debugger, Console& console, Probes& probes, Arguments& arguments) {
  LedgerSplit split;
  if (arguments.take("by")) {
    if (arguments.atEnd()) return fail("", "the split is missing", "counters on by mode,symbol");
    const auto by = parseSplit(arguments.takeRest());
    if (!by) return tl::unexpected(by.error());
    split = *by;
  }
  if (auto end = arguments.finish(); !end) return end;
  LabelFinder labels = split.symbol ? labelsOf(debugger) : LabelFinder{};
  if (split.symbol && !labels) return fail("", "there are no symbols to split by", "load a program with symbols");
  if (auto done = probes.countTime(split, std::move(labels)); !done) return done;
  console.say("counting time from here; counters time shows it");
  return {};
}

Expected<void> countersOff(Probes& probes, Arguments& arguments) {
  if (auto end = arguments.finish(); !end) return end;
  return probes.endCountingTime();
}

Expected<void> countersTime(Debugger& debugger, Console& console, Probes& probes, Arguments& arguments) {
  std::optional<LedgerDimension> only;
  if (!arguments.atEnd() && !arguments.peek().starts_with('-')) {
    const std::string what = arguments.next()->text;
    only = findDimension(lowerCase(what));
    if (!only)
      return fail("", fmt::format("there is no account of time by \"{}\"", what),
                  "instruction, cycle, pager, fault, interrupt, jsys, io");
  }
  const bool csv = arguments.take("--csv");
  const bool json = !csv && arguments.take("--json");
  if (auto end = arguments.finish(); !end) return end;
  if (probes.ledger() == nullptr) return tl::unexpected(notOn());
  const Ledger& ledger = probes.ledger()->ledger();
  std::string text;
  for (std::size_t d = 0; d < kLedgerDimensions; ++d) {
    const auto dimension = static_cast<LedgerDimension>(d);
    if (only.value_or(dimension) != dimension) continue;
    const LedgerReport report = ledgerReport(ledger, dimension, ledgerNames(debugger.machine().bus()));
    if (!text.empty()) text += json ? ",\n" : "\n\n";
    text += csv ? ledgerCsv(report) : json ? ledgerJson(report) : ledgerText(report);
  }
  console.print("{}", json && !only ? "[" + text + "]" : text);
  return {};
}

Expected<void> countersEvery(Debugger& debugger, Console& console, Probes& probes, Arguments& arguments) {
  if (arguments.take("off")) {
    if (auto end = arguments.finish(); !end) return end;
    return probes.endSamples();
  }
  const auto interval = parseDuration(arguments.peek());
  if (!interval) return tl::unexpected(interval.error());
  if (*interval < kShortest) return fail("", "the interval must be at least a microsecond", "counters every 10ms FILE");
  (void)arguments.next();
  const auto file = arguments.next();
  if (!file) return fail("", "a file name is missing", "counters every 10ms FILE");
  if (auto end = arguments.finish(); !end) return end;
  auto series = LedgerSeries::open(file->text, ledgerNames(debugger.machine().bus()));
  if (!series) return tl::unexpected(series.error());
  console.say("{}: a sample every {}", file->text, timeText(*interval));
  return probes.sampleCounters(*interval, std::move(*series));
}

}  // namespace utah10
