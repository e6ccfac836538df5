#include "command/debug/breakpoints.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace utah10 {

bool Breakpoint::standsAt(VirtualAddress pc, const Ka10& cpu) const {
  switch (where) {
    case Where::Exec:
      return !cpu.userMode() && covers(pc.bits());
    case Where::User:
      return cpu.userMode() && covers(pc.bits());
    case Where::Physical: {
      const auto real = cpu.physical(cpu.userMode() ? Space::User : Space::Exec, pc);
      return real && covers(real->bits());
    }
    default:
      return covers(pc.bits());
  }
}

namespace {

std::string countText(Breakpoint::Counting counting, std::uint64_t count) {
  switch (counting) {
    case Breakpoint::Counting::Only:
      return fmt::format(", the {}. time only", count);
    case Breakpoint::Counting::Every:
      return fmt::format(", every {}. time", count);
    default:
      return fmt::format(", from the {}. time on", count);
  }
}

}  // namespace

std::string Breakpoint::text() const {
  std::string line = fmt::format("{}: {}", number, what);
  if (process) line += fmt::format(", process {:o}", *process);
  if (whose) line += whose->text();
  if (count != 1 || counting == Counting::Only) line += countText(counting, count);
  if (condition) line += fmt::format(", if {}", condition->text);
  if (!commands.empty()) line += fmt::format(", do {}", commands);
  if (!message.empty()) line += fmt::format(", prints \"{}\"", message);
  if (!owner.empty()) line += fmt::format(", of the {}", owner);
  if (temporary) line += ", once";
  if (!enabled) line += ", disabled";
  if (passed != 0) line += fmt::format(" (passed {}. times)", passed);
  return line;
}

bool Breakpoint::applies(const Ka10& cpu) const {
  if (process && *process != cpu.process()) return false;
  if (whose && !whose->holds(cpu)) return false;
  return !condition || condition->holds(cpu);
}

bool Breakpoint::passes(const Ka10& cpu) {
  if (!applies(cpu)) return false;
  ++passed;
  switch (counting) {
    case Counting::Only:
      return passed == count;
    case Counting::Every:
      return passed % count == 0;
    default:
      return passed >= count;
  }
}

unsigned Breakpoints::set(Breakpoint b) {
  const auto same = std::ranges::find_if(all_, [&](const Breakpoint& o) {
    return o.what == b.what && o.trigger == b.trigger && o.process == b.process && o.whose == b.whose &&
           o.owner == b.owner;
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
    if (!b.enabled || b.trigger != Breakpoint::Trigger::Address || !b.standsAt(pc, cpu)) continue;
    if (b.passes(cpu) && stopping == nullptr) stopping = &b;
  }
  return stopping;
}

}  // namespace utah10
