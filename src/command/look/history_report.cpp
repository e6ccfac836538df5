// The command history: the last instructions, oldest first.
#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/look/commands.hpp"

namespace utah10 {

namespace {

constexpr std::uint64_t kUsual = 20;

std::string contextText(const HistoryEntry& e) {
  std::string s;
  if ((e.context & kHistoryXct) != 0) s += " xct";
  if ((e.context & kHistoryPi) != 0) s += " pi";
  if ((e.context & kHistoryTrap) != 0) s += " trap";
  if (e.pcWord.user()) s += " user";
  return s;
}

void showEntry(Debugger& debugger, Console& console, const HistoryEntry& e, bool csv) {
  const VirtualAddress pc = e.pcWord.pc();
  const bool user = e.pcWord.user();
  const std::string name = disassembled(debugger, e.instruction.word(), pc, user);
  const bool named = !csv && !debugger.symbols().of(user).empty();
  const std::string place = named ? fmt::format("{:<16}", placeName(debugger, pc, user)) : octal(pc);
  if (csv) {
    console.print("{},{},{},\"{}\",{:06o},{},{},{}", (e.began - kPowerOn).count(), octal(pc),
                  octal(e.instruction.word()), name, e.e, octal(e.accumulator), octal(e.data), e.context);
    return;
  }
  console.print("{:>14} us  {}/ {}  {:<20} e {:06o}  ac {}  data {}{}", microsecondsText(e.began), place,
                octal(e.instruction.word()), name, e.e, octal(e.accumulator), octal(e.data), contextText(e));
}

}  // namespace

Expected<void> historyCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  History& history = debugger.cpu().history();
  if (arguments.take("clear")) {
    if (auto end = arguments.finish(); !end) return end;
    history.clear();
    return {};
  }
  std::uint64_t wanted = kUsual;
  const bool csv = arguments.take("--csv");
  if (!arguments.atEnd()) {
    const auto n = parseCount(arguments.takeRest());
    if (!n) return tl::unexpected(n.error());
    wanted = *n;
  }
  if (csv) console.print("ns,pc,word,instruction,e,ac,data,context");
  if (history.size() == 0 && !csv) console.print("no instruction has been executed");
  for (std::size_t i = std::min<std::size_t>(wanted, history.size()); i-- > 0;)
    showEntry(debugger, console, history.ago(i), csv);
  return {};
}

}  // namespace utah10
