#include "command/machine_file/machine_schema.hpp"

#include <fmt/format.h>

namespace utah10 {

std::vector<Table> machineTables() {
  return {
      {"machine", false, nullptr, "The machine as a whole."},
      {"processor", false, nullptr, "The KA10."},
      {"pager", false, &addPager,
       "The BBN pager. The table, even without a key, puts a pager into the machine; TENEX needs one."},
      {"memory", true, &addMemory,
       "Boxes of core of one kind. Write one table for each kind. `read`, `write` and `cycle` replace the times of "
       "`kind`."},
      {"tty", false, nullptr, "The console Teletype."},
      {"ptr", false, nullptr, "The paper tape reader."},
      {"ptp", false, nullptr, "The paper tape punch."},
      {"clocks", false, nullptr, "Clocks that a machine can have."},
      {"dc10", false, &addScanner,
       "The scanner for terminal lines. The table, even without a key, puts a scanner into the machine."},
      {"line", true, &setLine, "One line of the scanner. Lines without a table have the defaults."},
      {"telnet", false, &addTelnet,
       "Terminal lines over TCP. The table, even without a key, makes free lines answer telnet calls."},
      {"lpt", false, &addPrinter, "The line printer. The table, even without a key, puts a printer into the machine."},
      {"disk", true, &addDisk,
       "A drive on the RP10. Drives with lower numbers exist even if they have no table of their own."},
      {"drum", true, &addDrum, "A swapping drum, of one kind or the other: a monitor is assembled for one kind."},
      {"remote-memory", false, &addRemoteMemory,
       "A paging adapter, device 470, and the host across a network that keeps its pages. The table, even without a key, "
       "puts the adapter into the machine. Our monitor swaps to it if there is no Bryant drum."},
      {"dectape", true, &addDecTape, "A DECtape transport on the TD10."},
      {"magtape", true, &addMagTape, "A magnetic tape transport on the TM10."},
      {"imp", false, &addImp,
       "The IMP interface and its cable. The table, even without a key, puts the interface into the machine. The keys "
       "that begin with `udp` put a simulated IMP at the end of the cable."},
      {"network", false, &addNetwork,
       "A modelled subnet of IMPs at the end of the cable. Needs `[imp]`. Every `[[host]]` is a host on this subnet."},
      {"site", true, &addSite, "One IMP of a map of your own (`map = \"own\"`)."},
      {"modem-line", true, &addModemLine, "One line between two IMPs of a map of your own."},
      {"host", true, &addHost,
       "A host on the modelled subnet. It is modelled, too, unless `udp` says where a real one sends and receives."},
      {"tenex", true, &addTenex,
       "A TENEX on the network, with a console, a telnet port and a pack of its own. With this table the file describes "
       "a network, for `utah10 net`; it has no other tables of a machine then."},
      {"start", false, &addStart,
       "How the system is started: `boot` does it, and every experiment. Dialogues are lines of the commands `type`, "
       "`expect` and `run`; write them as a text in three quotes (`\'\'\'`)."},
      {"stop", false, nullptr,
       "How the system is stopped when `quit`, a signal or a closed terminal ends the session, so that its files are on "
       "the disk. The packaged systems need no such table."},
      {"system", false, &addSystem,
       "The TENEX system on the machine's media. With this table the file is a system file, on which experiments run "
       "(`--system`). Names of files in it are relative to its own folder."},
      {"user", true, &addUser, "An account of another user, for experiments under load."},
      {"history", false, nullptr, "The instructions that the command `history` shows."}};
}

std::vector<Key> machineKeys() {
  std::vector<Key> keys = processorKeys();
  for (auto* more :
       {&pagerKeys, &memoryKeys, &deviceKeys, &driveKeys, &remoteKeys, &impKeys, &networkKeys, &tenexKeys, &systemKeys})
    for (Key& k : more()) keys.push_back(std::move(k));
  return keys;
}

std::string_view unitText(KeyUnit unit) {
  switch (unit) {
    case KeyUnit::Text:
      return "text";
    case KeyUnit::Choice:
      return "name";
    case KeyUnit::Flag:
      return "true or false";
    case KeyUnit::Time:
      return "duration (\"610ns\", \"1us\")";
    case KeyUnit::Rate:
      return "rate (\"300 cps\")";
    case KeyUnit::BitRate:
      return "rate (\"100000 bps\")";
    case KeyUnit::Words:
      return "words (\"16K\")";
    case KeyUnit::Octal:
      return "octal number (\"040000\")";
    case KeyUnit::Count:
      return "number";
  }
  return "";
}

namespace {

// A number as it is written in the file.
std::string written(KeyUnit unit, std::int64_t n) {
  constexpr std::int64_t kBlock = 1024;
  switch (unit) {
    case KeyUnit::Time:
      return writtenDuration(Duration{n});
    case KeyUnit::Rate:
      return fmt::format("{} cps", n);
    case KeyUnit::BitRate:
      return fmt::format("{} bps", n);
    case KeyUnit::Words:
      return fmt::format("{}K", n / kBlock);
    case KeyUnit::Octal:
      return fmt::format("{:o}", n);
    default:
      return fmt::format("{}", n);
  }
}

}  // namespace

std::string writtenDuration(Duration d) {
  const std::int64_t nanoseconds = d.count();
  struct Unit {
    std::int64_t length;
    std::string_view name;
  };
  constexpr Unit kUnits[] = {{1'000'000'000, "s"}, {1'000'000, "ms"}, {1'000, "us"}};
  for (const Unit& u : kUnits)
    if (nanoseconds != 0 && nanoseconds % u.length == 0) return fmt::format("{}{}", nanoseconds / u.length, u.name);
  return fmt::format("{}ns", nanoseconds);
}

std::string rangeText(const Key& key) {
  if (key.unit == KeyUnit::Text || key.unit == KeyUnit::Choice || key.unit == KeyUnit::Flag) return {};
  return fmt::format("{} to {}", written(key.unit, key.least), written(key.unit, key.most));
}

}  // namespace utah10
