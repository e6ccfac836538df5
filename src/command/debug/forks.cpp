#include "command/debug/forks.hpp"

#include <fmt/format.h>

#include "command/console/console.hpp"
#include "command/debug/debugger.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t kMostForks = 0777;

std::optional<VirtualAddress> addressOf(const SymbolMap& symbols, std::string_view name) {
  const auto value = symbols.value(name);
  return value ? std::optional{VirtualAddress{value->right()}} : std::nullopt;
}

Word36 word(const Ka10& cpu, VirtualAddress table, std::uint32_t n = 0) {
  return cpu.peek(Space::Exec, table.plus(n)).value_or(Word36{});
}

// The line of a job, from the left half of its word in JOBPT.
std::string lineText(const Ka10& cpu, const std::optional<VirtualAddress>& jobpt, std::uint32_t job) {
  const HalfWord line = jobpt ? word(cpu, *jobpt, job).left() : HalfWord{0777777};
  return line.sign() ? ", detached" : fmt::format(", line {:o}", line.bits());
}

// The core page of a special page; nothing if the pager's table SPT says that it is elsewhere.
std::optional<std::uint32_t> inCore(const Ka10& cpu, const SymbolMap& symbols, HalfWord special) {
  const auto spt = addressOf(symbols, "SPT");
  const auto elsewhere = symbols.value("ANYA");
  if (!spt || !elsewhere || special.bits() == 0) return std::nullopt;
  const Word36 entry = word(cpu, *spt, special.bits());
  if ((entry.left().bits() & elsewhere->right().bits()) != 0) return std::nullopt;
  return entry.right().bits();
}

}  // namespace

Expected<ForkTables> ForkTables::of(const SymbolMap& monitor) {
  const auto forkx = addressOf(monitor, "FORKX");
  const auto fkjob = addressOf(monitor, "FKJOB");
  if (forkx && fkjob) return ForkTables{*forkx, *fkjob, addressOf(monitor, "INSKED")};
  return fail("", "the symbols of TENEX's tables FORKX and FKJOB are not loaded",
              "boot loads them for its systems; symbols FILE loads those of another monitor");
}

std::optional<std::uint32_t> ForkTables::running(const Ka10& cpu) const {
  if (cpu.level() != 0 || (insked && !word(cpu, *insked).zero())) return std::nullopt;
  const Word36 fork = word(cpu, forkx);
  return fork.sign() ? std::nullopt : std::optional{fork.right().bits()};
}

std::uint32_t ForkTables::jobOf(const Ka10& cpu, std::uint32_t fork) const {
  return word(cpu, fkjob, fork).left().bits();
}

bool ForkLimit::holds(const Ka10& cpu) const {
  const auto present = tables.running(cpu);
  if (!present || (fork && *fork != *present)) return false;
  return !job || tables.jobOf(cpu, *present) == *job;
}

std::string ForkLimit::text() const {
  return (job ? fmt::format(", job {}", *job) : "") + (fork ? fmt::format(", fork {:o}", *fork) : "");
}

Expected<std::vector<ForkStatus>> forksOf(Debugger& debugger) {
  const SymbolMap& symbols = debugger.symbols().exec;
  const auto tables = ForkTables::of(symbols);
  if (!tables) return tl::unexpected(tables.error());
  const auto pages = addressOf(symbols, "FKPGS");
  const auto count = symbols.value("NFKS");
  const auto jobpt = addressOf(symbols, "JOBPT");
  const Ka10& cpu = debugger.cpu();
  const auto running = tables->running(cpu);
  const std::uint32_t last = count ? count->right().bits() : kMostForks;
  std::vector<ForkStatus> forks;
  for (std::uint32_t fork = 0; fork < last; ++fork) {
    const Word36 special = pages ? word(cpu, *pages, fork) : Word36{};
    if (word(cpu, tables->fkjob, fork).zero() || (pages && special.zero())) continue;
    const std::uint32_t job = tables->jobOf(cpu, fork);
    forks.push_back({fork, job, lineText(cpu, jobpt, job), running == fork, inCore(cpu, symbols, special.right())});
  }
  return forks;
}

Expected<void> showForks(Debugger& debugger, Console& console) {
  const auto forks = forksOf(debugger);
  if (!forks) return tl::unexpected(forks.error());
  for (const ForkStatus& f : *forks)
    console.print("fork {:o}: job {}{}{}", f.fork, f.job, f.line, f.runs ? ", runs" : "");
  return {};
}

}  // namespace utah10
