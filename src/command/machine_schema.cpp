#include "command/machine_schema.hpp"

namespace utah10 {

std::vector<Table> machineTables() {
  return {{"machine"},
          {"processor"},
          {"pager", false, &addPager},
          {"memory", true, &addMemory},
          {"tty"},
          {"ptr"},
          {"ptp"},
          {"clocks"},
          {"dc10", false, &addScanner},
          {"line", true, &setLine},
          {"telnet", false, &addTelnet},
          {"lpt", false, &addPrinter},
          {"disk", true, &addDisk},
          {"drum", true, &addDrum},
          {"dectape", true, &addDecTape},
          {"magtape", true, &addMagTape},
          {"imp", false, &addImp},
          {"network", false, &addNetwork},
          {"site", true, &addSite},
          {"modem-line", true, &addModemLine},
          {"host", true, &addHost},
          {"history"}};
}

std::vector<Key> machineKeys() {
  std::vector<Key> keys = processorKeys();
  for (auto* more : {&pagerKeys, &memoryKeys, &deviceKeys, &driveKeys, &impKeys, &networkKeys})
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
      return "octal address (\"040000\")";
    case KeyUnit::Count:
      return "number";
  }
  return "";
}

}  // namespace utah10
