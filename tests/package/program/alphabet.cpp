// Assembles a program with MACRO-10, links it, runs it on a KA10 with a console and a DC10, and takes a snapshot.
#include <cstdio>
#include <string>

#include "utah10/devices/device_set.hpp"
#include "utah10/machine/machine.hpp"
#include "utah10/toolchain/assembler.hpp"
#include "utah10/toolchain/linker.hpp"
#include "utah10/toolchain/symbolic.hpp"
#include "utah10/trace/snapshot_file.hpp"

int main() {
  using namespace utah10;
  Machine machine;
  DeviceConfig config;
  config.scanner.emplace();  // a DC10 with 16 lines
  DeviceSet devices{machine, config};
  std::string printed;
  devices.console.onPrint([&](char c) { printed += c; });

  std::uint32_t at = 0100;
  for (const char* line :
       {"MOVEI 1,101", "DATAO TTY,1", "CONSZ TTY,20", "JRST 102", "CAIE 1,132", "AOJA 1,101", "HALT 107"})
    machine.core().poke(PhysicalAddress{at++}, assembleLine(line).value());
  machine.cpu().setStart(VirtualAddress{0100});
  machine.cpu().run({.until = kPowerOn + seconds(10)});

  const std::size_t lines = devices.ports().size();
  std::printf("%s, %zu lines, %zu bytes of state\n", printed.c_str(), lines, machine.save().size());
  return printed == "ABCDEFGHIJKLMNOPQRSTUVWXYZ" && lines == 16 ? 0 : 1;
}
