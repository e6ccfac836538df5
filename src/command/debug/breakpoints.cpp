#include "command/debug/breakpoints.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace utah10 {

namespace {

bool there(const Breakpoint& b, VirtualAddress pc, const Ka10& cpu) {
  switch (b.where) {
    case Breakpoint::Where::Exec:
      return !cpu.userMode() && b.covers(pc.bits());
    case Breakpoint::Where::User:
      return cpu.userMode() && b.covers(pc.bits());
    case Breakpoint::Where::Physical: {
      const auto real = cpu.physical(cpu.userMode() ? Space::User : Space::Exec, pc);
      return real && b.covers(real->bits());
    }
    default:
      return b.covers(pc.bits());
  }
}

}  // namespace

std::string Breakpoint::text() const {
  std::string line = fmt::format("{}: {}", number, what);
  if (process) line += fmt::format(", process {:o}", *process);
  if (whose) line += whose->text();
  if (count != 1) line += fmt::format(", from the {}. time on", count);
  if (condition) line += fmt::format(", if {}", condition->text);
  if (!commands.empty()) line += fmt::format(", do {}", commands);
  if (temporary) line += ", once";
  if (!enabled) line += ", disabled";
  if (passed != 0) line += fmt::format(" (passed {}. times)", passed);
  return line;
}

bool Breakpoint::passes(const Ka10& cpu) {
  if (process && *process != cpu.process()) return false;
  if (whose && !whose->holds(cpu)) return false;
  if (condition && !condition->holds(cpu)) return false;
  return ++passed >= count;
}

unsigned Breakpoints::set(Breakpoint b) {
  const auto same = std::ranges::find_if(all_, [&](const Breakpoint& o) {
    return o.what == b.what && o.trigger == b.trigger && o.process == b.process && o.whose == b.whose;
  });
  b.number = same != all_.end() ? same->number : next_++;
  const unsigned number = b.number;
  if (same != all_.end())
    *same = std::move(b);
  else
    all_.push_back(std::move(b));
  note();
  return number;
}

bool Breakpoints::remove(VirtualAddress a) {
  const auto gone = std::erase_if(
      all_, [a](const Breakpoint& b) { return b.trigger == Breakpoint::Trigger::Address && b.covers(a.bits()); });
  note();
  return gone != 0;
}

bool Breakpoints::removeNumber(unsigned number) {
  const auto gone = std::erase_if(all_, [number](const Breakpoint& b) { return b.number == number; });
  note();
  return gone != 0;
}

Breakpoint* Breakpoints::numbered(unsigned number) {
  const auto b = std::ranges::find(all_, number, &Breakpoint::number);
  return b == all_.end() ? nullptr : &*b;
}

void Breakpoints::enable(Breakpoint& b, bool enabled) {
  b.enabled = enabled;
  note();
}

void Breakpoints::enableAll(bool enabled) {
  for (Breakpoint& b : all_) b.enabled = enabled;
  note();
}

void Breakpoints::clear() {
  all_.clear();
  note();
}

bool Breakpoints::needProbe() const {
  return std::ranges::any_of(
      all_, [](const Breakpoint& b) { return b.enabled && b.trigger != Breakpoint::Trigger::Address; });
}

void Breakpoints::note() {
  here_.reset();
  physical_ = false;
  for (const Breakpoint& b : all_) {
    if (!b.enabled || b.trigger != Breakpoint::Trigger::Address) continue;
    if (b.where == Breakpoint::Where::Physical) {
      physical_ = true;
      continue;
    }
    for (std::uint32_t a = b.first; a <= b.last; ++a) here_.set(a);
  }
}

Breakpoint* Breakpoints::passing(VirtualAddress pc, const Ka10& cpu) {
  Breakpoint* stopping = nullptr;
  for (Breakpoint& b : all_) {
    if (!b.enabled || b.trigger != Breakpoint::Trigger::Address || !there(b, pc, cpu)) continue;
    if (b.passes(cpu) && stopping == nullptr) stopping = &b;
  }
  return stopping;
}

}  // namespace utah10
