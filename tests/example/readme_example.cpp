#include <fmt/core.h>

#include "utah10/devices/console_set.hpp"
#include "utah10/machine/machine.hpp"
#include "utah10/toolchain/symbolic.hpp"

int main() {
  using namespace utah10;
  Machine machine;              // 256K words of MA10, SRM timing
  ConsoleSet console{machine};  // TTY 120, PTR 104, PTP 100
  console.onPrint([](char c) { fmt::print("{}", c); });

  std::uint32_t at = 0100;
  for (const char* line : {"MOVEI 1,101", "DATAO TTY,1", "CONSZ TTY,20", "JRST 102", "CAIE 1,132", "AOJA 1,101",
                           "HALT 107"})  // prints the alphabet
    machine.core().poke(PhysicalAddress{at++}, assembleLine(line).value());

  machine.cpu().setStart(VirtualAddress{0100});
  machine.cpu().run({.until = kPowerOn + seconds(10)});

  const Counters& counters = machine.cpu().counters();
  fmt::print("\n{} instructions, {} memory cycles, {} ns\n", counters.totalInstructions(), counters.totalCycles(),
             counters.totalTime().count());
}
