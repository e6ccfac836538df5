// Machine-file keys of the console devices, the clocks and the terminal lines. Drives: drive_keys.cpp.
#include <fmt/format.h>

#include "command/console/console.hpp"
#include "command/machine_file/machine_file.hpp"
#include "command/machine_file/machine_schema.hpp"
#include "devices/calendar_clock.hpp"
#include "devices/data_line.hpp"
#include "devices/dk10.hpp"

namespace utah10 {

namespace {
using D = MachineDescription;
using T = TableEntry;
using V = KeyValue;

Dc10Config& scanner(D& d) {
  if (!d.devices.scanner) d.devices.scanner.emplace();
  return *d.devices.scanner;
}

std::string setCalendar(D& d, T&, const V& v) {
  if (v.text == "host" || v.text == "pack") {
    d.date = v.text;
    d.devices.calendar = CalendarClock::kStart;
    return {};
  }
  const auto start = DayAndSecond::parse(v.text);
  if (!start) return start.error().text();
  d.devices.calendar = *start;
  return {};
}

std::string setFlavour(D& d, T&, const V& v) {
  if (v.text != "dec" && v.text != "bbn") return fmt::format("no scanner flavour \"{}\"; use dec or bbn", v.text);
  scanner(d).flavour = v.text == "bbn" ? ScannerFlavour::Bbn : ScannerFlavour::Dec;
  return {};
}

std::vector<Key> consoleKeys() {
  return {
      {"tty", "speed", KeyUnit::Rate, 1, 100000, "10 cps", "Model 33 and 35 Teletype, 110 baud",
       "speed of the console Teletype",
       [](D& d, T&, const V& v) {
         d.devices.console.tty = static_cast<int>(v.number);
         return std::string();
       }},
      {"ptr", "speed", KeyUnit::Rate, 1, 100000, "300 cps", "SRM, Paper Tape Reader", "speed of the paper tape reader",
       [](D& d, T&, const V& v) {
         d.devices.console.ptr = static_cast<int>(v.number);
         return std::string();
       }},
      {"ptr", "tape", KeyUnit::Text, 0, 0, "", "", "host file in the reader at power-on",
       [](D& d, T&, const V& v) {
         d.mounts.push_back({"ptr", v.text, {}});
         return std::string();
       }},
      {"ptp", "speed", KeyUnit::Rate, 1, 100000, "50 cps", "SRM, Paper Tape Punch", "speed of the paper tape punch",
       [](D& d, T&, const V& v) {
         d.devices.console.ptp = static_cast<int>(v.number);
         return std::string();
       }},
      {"ptp", "tape", KeyUnit::Text, 0, 0, "", "", "host file for the punched tape",
       [](D& d, T&, const V& v) {
         d.mounts.push_back({"ptp", v.text, {}});
         return std::string();
       }},
  };
}

std::vector<Key> clockKeys() {
  return {
      {"clocks", "millisecond", KeyUnit::Flag, 0, 1, "false", "BBN's change to the processor; TENEX PARAMS, BBNCLK",
       "enables the 1 ms clock, device 020",
       [](D& d, T&, const V& v) {
         d.devices.millisecondClock = v.number != 0;
         return std::string();
       }},
      {"clocks", "dk10", KeyUnit::Flag, 0, 1, "false", "TENEX PARAMS, DK10F",
       "enables the DK10 real-time clock, device 070",
       [](D& d, T&, const V& v) {
         if (v.number != 0) d.devices.realTimeClock = Dk10::Source::Crystal;
         return std::string();
       }},
      {"clocks", "calendar", KeyUnit::Text, 0, 0, "", "BBN; TENEX PARAMS, RTICLK",
       "enables the calendar clock, device 600, and sets its time at power-on: \"1972-10-01 12:00:00\"; "
       "\"pack\": where the pack on drive 0 was left, \"host\": today, in 1972 (both by `boot` only)",
       &setCalendar},
      {"clocks", "microsecond", KeyUnit::Flag, 0, 1, "false", "BBN; TENEX PARAMS, RTISW",
       "enables the microsecond timer, device 610",
       [](D& d, T&, const V& v) {
         d.devices.microsecondTimer = v.number != 0;
         return std::string();
       }},
  };
}

std::vector<Key> lineKeys() {
  return {
      {"dc10", "lines", KeyUnit::Count, 1, 64, "16", "DC10: up to 64 lines, modems included",
       "number of terminal lines on the scanner, device 240",
       [](D& d, T&, const V& v) {
         scanner(d).lines.resize(static_cast<std::size_t>(v.number));
         return std::string();
       }},
      {"dc10", "baud", KeyUnit::Count, DataLine::kSlowest, DataLine::kFastest, "300", "usual in 1972",
       "speed of all lines, in signal units per second",
       [](D& d, T&, const V& v) {
         for (DataLineConfig& l : scanner(d).lines) l.baud = static_cast<int>(v.number);
         return std::string();
       }},
      {"dc10", "flavour", KeyUnit::Choice, 0, 0, "dec", "TENEX PARAMS, DECDLS or BBNDLS",
       "variant of the scanner: dec or bbn", &setFlavour},
      {"dc10", "modem-base", KeyUnit::Count, 0, 63, "0", "DC10E; TENEX PARAMS, DC10Gx",
       "scanner line of the first modem; 0: no modems",
       [](D& d, T&, const V& v) {
         scanner(d).modemBase = static_cast<int>(v.number);
         return std::string();
       }},
      {"line", "number", KeyUnit::Count, 0, 63, "0", "", "number of the terminal line that this [[line]] describes",
       [](D&, T& t, const V& v) {
         t.unit = v.number;
         return std::string();
       }},
      {"line", "baud", KeyUnit::Count, DataLine::kSlowest, DataLine::kFastest, "300", "usual in 1972",
       "speed of the line in signal units per second",
       [](D&, T& t, const V& v) {
         t.line.baud = static_cast<int>(v.number);
         return std::string();
       }},
      {"line", "loopback", KeyUnit::Flag, 0, 1, "false", "", "test plug: returns what the line sends",
       [](D&, T& t, const V& v) {
         t.line.loopback = v.number != 0;
         return std::string();
       }},
      {"telnet", "port", KeyUnit::Count, 0, 65535, "0", "",
       "TCP port of the host at which the terminal lines answer; 0: any free port",
       [](D& d, T&, const V& v) {
         if (!d.telnet) d.telnet.emplace();
         d.telnet->port = static_cast<std::uint16_t>(v.number);
         return std::string();
       }},
      {"telnet", "address", KeyUnit::Text, 0, 0, "127.0.0.1", "",
       "address to listen at; must be on the host's loopback network",
       [](D& d, T&, const V& v) {
         if (!d.telnet) d.telnet.emplace();
         d.telnet->address = v.text;
         return std::string();
       }},
  };
}

}  // namespace

// The table alone, without keys, adds the device.
std::string addScanner(MachineDescription& d, TableEntry&) {
  scanner(d);
  return {};
}
std::string addTelnet(MachineDescription& d, TableEntry&) {
  if (!d.telnet) d.telnet.emplace();
  return {};
}

std::string setLine(MachineDescription& d, TableEntry& t) {
  auto& lines = scanner(d).lines;
  if (t.unit >= std::ssize(lines)) return fmt::format("there is no line {}; [dc10] has {} lines", t.unit, lines.size());
  lines[static_cast<std::size_t>(t.unit)] = t.line;
  return {};
}

std::vector<Key> deviceKeys() {
  std::vector<Key> keys = consoleKeys();
  for (auto* more : {&clockKeys, &lineKeys})
    for (Key& k : more()) keys.push_back(std::move(k));
  return keys;
}

}  // namespace utah10
