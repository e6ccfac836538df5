#include "utah10/command/breakpoints.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace utah10 {

std::string Breakpoint::text() const {
  std::string line = fmt::format("{:06o}", address.bits());
  if (count != 1) line += fmt::format(", from the {}. time on", count);
  if (condition) line += fmt::format(", if {}", condition->text);
  if (passed != 0) line += fmt::format(" (passed {}. times)", passed);
  return line;
}

void Breakpoints::set(Breakpoint b) {
  remove(b.address);
  here_.set(b.address.bits());
  const auto after = [](const Breakpoint& x, const Breakpoint& y) { return x.address < y.address; };
  all_.insert(std::upper_bound(all_.begin(), all_.end(), b, after), std::move(b));
}

bool Breakpoints::remove(VirtualAddress a) {
  here_.reset(a.bits());
  return std::erase_if(all_, [a](const Breakpoint& b) { return b.address == a; }) != 0;
}

void Breakpoints::clear() {
  all_.clear();
  here_.reset();
}

bool Breakpoints::passes(VirtualAddress pc, const Ka10& cpu) {
  for (Breakpoint& b : all_) {
    if (b.address != pc) continue;
    if (b.condition && !b.condition->holds(cpu)) return false;
    return ++b.passed >= b.count;
  }
  return false;
}

}  // namespace utah10
