// Globals: definitions, requests, and the programs that mention them.
#include <fmt/format.h>

#include <algorithm>

#include "toolchain/link10/link_state.hpp"
#include "toolchain/octal.hpp"
#include "toolchain/radix50.hpp"

namespace utah10 {

namespace {
// Symbol codes as the top six bits, LOADER V.057 at SYMPT.
constexpr unsigned kDeferredRight = 020;
constexpr unsigned kSuppressedOrDeferredLeft = 040;
constexpr std::size_t kMostNamed = 20;  // files listed in one message
}  // namespace

std::string Program::label() const {
  const std::string own = radix50Name(name);
  return own.empty() ? file : fmt::format("{} ({})", file, own);
}

void Program::loadedAbsolute(link::Address first, link::Address end) {
  if (!absolute.empty() && absolute.back().second == first)
    absolute.back().second = end;
  else
    absolute.emplace_back(first, end);
}

bool Program::hasAbsolute(Word36 address) const {
  return std::ranges::any_of(
      absolute, [&](const auto& run) { return address.bits() >= run.first && address.bits() < run.second; });
}

void Linker::State::addError(std::string where, std::string what, std::string hint) {
  errors.push_back({std::move(where), std::move(what), std::move(hint)});
}

void Linker::State::mention(std::uint32_t name) {
  if (programs.empty()) return;
  const auto program = static_cast<std::uint32_t>(programs.size() - 1);
  auto& list = globals[name].mentions;
  if (list.empty() || list.back() != program) list.push_back(program);
}

std::string Linker::State::mentionedIn(std::uint32_t name) const {
  const auto found = globals.find(name);
  if (found == globals.end() || found->second.mentions.empty()) return "";
  std::string text;
  const auto& list = found->second.mentions;
  for (std::size_t i = 0; i < list.size() && i < kMostNamed; ++i)
    text += (i == 0 ? "" : ", ") + programs[list[i]].label();
  if (list.size() > kMostNamed) text += fmt::format(" and {} more", list.size() - kMostNamed);
  return "mentioned in " + text;
}

std::optional<Word36> Linker::State::valueOf(std::uint32_t name) const {
  const auto found = globals.find(name);
  if (found == globals.end() || !found->second.symbol) return std::nullopt;
  const LoadedSymbol& s = symbols[*found->second.symbol];
  return s.deferred() ? std::nullopt : std::optional{s.value};
}

void Linker::State::addSymbol(unsigned code, std::uint32_t name, Word36 value) {
  symbols.push_back({code, name, value, false, false, false, false});
}

// A 24 or 64 symbol has a name but no value yet, so requests for it wait (LOADER: SDEF does not match such a code).
// 44 alone is a suppressed global; only together with 20 does 40 mean that the left half is still to come.
void Linker::State::defineGlobal(unsigned code, std::uint32_t name, Word36 value, const std::string& place) {
  mention(name);
  Global& global = globals[name];
  const bool right = (code & kDeferredRight) != 0;
  const bool left = right && (code & kSuppressedOrDeferredLeft) != 0;
  if (global.symbol) {
    LoadedSymbol& first = symbols[*global.symbol];
    if (first.deferred() || right) {
      seconds.push_back({*global.symbol, symbols.size(), place});
      symbols.push_back({code, name, value, right, left, true, false});
    } else if (first.value == value) {
      first.code |= code & kSuppressedOrDeferredLeft;
    } else {
      multiplyDefined(first, value, place);
    }
    return;
  }
  global.symbol = symbols.size();
  symbols.push_back({code, name, value, right, left, false, false});
  if (!right) satisfy(name);
}

void Linker::State::multiplyDefined(const LoadedSymbol& first, Word36 value, const std::string& place) {
  addError(
      place,
      fmt::format("global {} is multiply defined: {} here, {} in {}, which is used", radix50Name(first.name),
                  octalHalves(value), octalHalves(first.value), programs[globals[first.name].mentions.front()].label()),
      mentionedIn(first.name));
}

// Runs when all computed values are known. A value still missing is reported as an undefined global.
void Linker::State::compareSeconds() {
  for (const SecondDefinition& s : seconds) {
    const LoadedSymbol& first = symbols[s.first];
    const LoadedSymbol& second = symbols[s.second];
    if (first.deferred() || second.deferred() || first.value == second.value) continue;
    multiplyDefined(first, second.value, s.place);
  }
}

void Linker::State::want(std::uint32_t name) {
  mention(name);
  globals[name].wanted = true;
}

void Linker::State::request(std::uint32_t name, Fixup fixup) {
  want(name);
  if (const auto value = valueOf(name)) {
    apply(fixup, *value);
  } else {
    globals[name].waiting.push_back(fixup);
  }
}

}  // namespace utah10
