// The scopes: registers, flags, interrupts, pager, devices, symbols, and the storage blocks of TENEX's processes.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "command/console/numbers.hpp"
#include "command/dap/variables.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "trace/io_names.hpp"
#include "utah10/machine/pager.hpp"

namespace utah10 {

namespace {

// A group with more symbols is divided by their first letters.
constexpr std::size_t kMostInOneList = 100;
// Of a storage block; the words behind them are its maps.
constexpr std::uint32_t kPsbWords = 0600, kJsbWords = 0640;

Variable plain(std::string name, std::string value) {
  Variable v;
  v.name = std::move(name);
  v.value = std::move(value);
  return v;
}

std::vector<Variable> accumulators(Debugger& debugger, const Place& first) {
  std::vector<Variable> all;
  const SymbolMap& map = debugger.symbols().of(debugger.cpu().userMode());
  for (std::uint32_t n = 0; n < 020; ++n) {
    Place place = first;
    place.first = place.last = first.first + n;
    const auto name = map.valueName(Word36{n});
    all.push_back(wordVariable(debugger, fmt::format("ac{:o}{}", n, name ? fmt::format(" {}", *name) : ""), place));
  }
  return all;
}

struct FlagName {
  std::uint32_t bit;
  std::string_view name;
};
constexpr FlagName kFlags[] = {{kPcOverflow, "overflow"},
                               {kPcCarry0, "carry 0"},
                               {kPcCarry1, "carry 1"},
                               {kPcFloatOverflow, "floating overflow"},
                               {kPcByteIncrement, "first part done"},
                               {kPcUser, "user"},
                               {kPcUserIo, "user in-out"},
                               {kPcFloatUnderflow, "floating underflow"},
                               {kPcNoDivide, "no divide"}};

std::vector<Variable> pcWord(Debugger& debugger) {
  const Ka10& cpu = debugger.cpu();
  std::vector<Variable> all;
  Variable pc = wordVariable(debugger, "pc", {.kind = PlaceKind::Pc});
  pc.value = placeName(debugger, cpu.pc(), cpu.userMode());
  pc.children = {};
  pc.form = WordForm::Octal;
  all.push_back(std::move(pc));
  for (const FlagName& f : kFlags) {
    Variable v = plain(std::string{f.name}, (cpu.flags() & f.bit) != 0 ? "1" : "0");
    v.flag = f.bit;
    all.push_back(std::move(v));
  }
  return all;
}

std::string levels(std::uint8_t mask) {
  std::string text;
  for (unsigned n = 1; n <= 7; ++n)
    if ((mask & PiSystem::maskOf(n)) != 0) text += static_cast<char>('0' + n);
  return text.empty() ? "none" : text;
}

std::vector<Variable> interrupts(Debugger& debugger) {
  const PiSystem& pi = debugger.machine().pi();
  return {plain("system", pi.active() ? "on" : "off"), plain("level held", fmt::format("{}", debugger.cpu().level())),
          plain("held", levels(pi.held())), plain("requested", levels(pi.requests())),
          plain("enabled", levels(pi.enabled()))};
}

std::vector<Variable> pager(Debugger& debugger) {
  const auto* device = dynamic_cast<const Pager*>(debugger.machine().bus().at(Pager::kDevice));
  if (device == nullptr) return {plain("pager", "none")};
  // The words that the monitor gave it last.
  const Place base{.kind = PlaceKind::Physical, .first = 071, .last = 071};
  const Place age{.kind = PlaceKind::Physical, .first = 072, .last = 072};
  return {plain("mapping", device->on() ? "on" : "off"),
          plain("process (core page of its PSB)", fmt::format("{:o}", debugger.cpu().process())),
          wordVariable(debugger, "71: user page table,,AC base and PSB", base),
          wordVariable(debugger, "72: age and use", age)};
}

std::vector<Variable> devices(Debugger& debugger) {
  std::vector<Variable> all;
  for (const IoBus::Connection& c : debugger.machine().bus().connections()) {
    const Word36 status = c.device->coni();
    const std::string names = bitNames(status, c.device->coniBits());
    all.push_back(plain(fmt::format("{} {:03o}", c.device->name(), c.code.asWritten()),
                        octal(status) + (names.empty() ? "" : "  " + names)));
  }
  return all;
}

using Named = std::map<std::string, std::uint32_t>;

std::vector<Variable> wordsNamed(Debugger& debugger, const Named& names, const Place& space) {
  std::vector<Variable> all;
  for (const auto& [name, address] : names) {
    Place place = space;
    place.first = place.last = address;
    Variable v = wordVariable(debugger, name, place);
    v.value = octal(VirtualAddress{address}) + "/ " + v.value;
    all.push_back(std::move(v));
  }
  return all;
}

std::vector<Variable> grouped(Debugger& debugger, const Named& names, const Place& space) {
  if (names.size() <= kMostInOneList) return wordsNamed(debugger, names, space);
  std::map<char, Named> groups;
  for (const auto& [name, address] : names) groups[name.front()].emplace(name, address);
  std::vector<Variable> all;
  for (const auto& [letter, group] : groups) {
    Variable v = plain(fmt::format("{}...", letter), counted(group.size(), "symbol"));
    v.children = [&debugger, group = group, space] { return wordsNamed(debugger, group, space); };
    all.push_back(std::move(v));
  }
  return all;
}

std::vector<Variable> labels(Debugger& debugger, bool user) {
  Named names;
  for (const auto& [name, symbol] : debugger.symbols().of(user).all())
    if (symbol.kind == SymbolKind::Label) names.emplace(name, symbol.value.right().bits());
  return grouped(debugger, names, {.kind = user ? PlaceKind::User : PlaceKind::Exec});
}

// The fields of a storage block: the monitor's symbols whose values are addresses in it.
Named fieldsOf(const SymbolMap& monitor, std::string_view block, std::uint32_t words) {
  Named names;
  const auto base = monitor.value(block);
  if (!base) return names;
  const std::uint64_t first = base->bits();
  for (const auto& [name, symbol] : monitor.all())
    if (symbol.value.bits() >= first && symbol.value.bits() < first + words && name.front() != '%' && name != block)
      names.emplace(name, symbol.value.right().bits());
  return names;
}

void addBlocks(Debugger& debugger, const Place& space, std::vector<Scope>& scopes) {
  const SymbolMap& monitor = debugger.symbols().exec;
  for (const auto& [block, words] : {std::pair{"PSB", kPsbWords}, std::pair{"JSB", kJsbWords}}) {
    Named names = fieldsOf(monitor, block, words);
    if (names.empty()) continue;
    scopes.push_back(
        {block, "", true, [&debugger, names = std::move(names), space] { return grouped(debugger, names, space); }});
  }
}

Scope scope(std::string name, Debugger& debugger, std::vector<Variable> (*list)(Debugger&)) {
  return {std::move(name), "", false, [&debugger, list] { return list(debugger); }};
}

// The registers of a fork that does not run, where the monitor has saved them.
std::vector<Scope> scopesOfSaved(Debugger& debugger, const SavedProcess& saved) {
  std::vector<Scope> scopes;
  const Place psb{.kind = PlaceKind::Psb, .table = saved.psb};
  const SymbolMap& monitor = debugger.symbols().exec;
  if (const auto pac = monitor.value("PAC")) {
    Place first = psb;
    first.first = pac->right().bits();
    scopes.push_back(
        {"Accumulators", "registers", false, [&debugger, first] { return accumulators(debugger, first); }});
  }
  if (const auto ppc = monitor.value("PPC")) {
    Place word = psb;
    word.first = word.last = ppc->right().bits();
    scopes.push_back(
        {"PC word", "", false, [&debugger, word] { return std::vector{wordVariable(debugger, "pc word", word)}; }});
  }
  addBlocks(debugger, psb, scopes);
  return scopes;
}

}  // namespace

std::vector<Scope> scopesOf(Debugger& debugger, std::optional<SavedProcess> saved) {
  if (saved) return scopesOfSaved(debugger, *saved);
  std::vector<Scope> scopes;
  scopes.push_back(
      {"Accumulators", "registers", false, [&debugger] { return accumulators(debugger, {.kind = PlaceKind::Ac}); }});
  scopes.push_back(scope("PC word", debugger, pcWord));
  const bool user = debugger.cpu().userMode();
  if (!debugger.symbols().of(user).empty())
    scopes.push_back({"Symbols", "", true, [&debugger, user] { return labels(debugger, user); }});
  scopes.push_back(scope("Interrupts", debugger, interrupts));
  if (debugger.machine().bus().at(Pager::kDevice) != nullptr) scopes.push_back(scope("Pager", debugger, pager));
  if (debugger.symbols().monitor) addBlocks(debugger, {.kind = PlaceKind::Exec}, scopes);
  scopes.push_back(scope("Devices", debugger, devices));
  return scopes;
}

}  // namespace utah10
