// Every table and key of a machine file. The reader, its error messages and `config --explain` use this one table.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "command/machine_file/machine_file.hpp"

namespace utah10 {

enum class KeyUnit { Text, Choice, Flag, Time, Rate, BitRate, Words, Octal, Count };

// One table being read: values collected from its keys for use at its end.
struct TableEntry {
  std::size_t which = 0;  // index in a repeated table, from 0
  MemoryBoxConfig box{*findMemoryKind("MA10")};
  std::int64_t count = 1;
  std::int64_t unit = 0;  // number of a drive
  std::string type;
  Mount mount;  // medium of the drive, if a file is named
  DataLineConfig line;
  std::int64_t tracks = 9;
  std::int64_t turns = 0;   // revolutions per second
  std::int64_t device = 0;  // code of the drum, 0 if not given
  // Network.
  ImpSite site;
  LineConfig modemLine;
  NetworkHostConfig host;
  CcnBatchConfig batch;
  std::string services, terminals, compressed, generation;
  bool restart = false;
  SystemUser user;
  std::filesystem::path decks, files;
  TenexDescription tenex;
  UdpLink udp;  // peer on the IMP's cable
  bool udpSaid = false;
  bool udpAddressed = false;
};

// A value as read: a number in the base unit (ns, per second, words, count, 0 or 1), or text.
struct KeyValue {
  std::int64_t number = 0;
  std::string text;
};

struct Key {
  std::string_view table;
  std::string_view name;
  KeyUnit unit;
  std::int64_t least;
  std::int64_t most;
  std::string value;  // default
  std::string source;
  std::string_view meaning;
  // Applies the value; returns an error text, or nothing.
  std::string (*apply)(MachineDescription&, TableEntry&, const KeyValue&);
};

struct Table {
  std::string_view name;
  bool repeated = false;  // written [[name]], once for each entry
  // Called at the end of the table; returns an error text, or nothing.
  std::string (*finish)(MachineDescription&, TableEntry&) = nullptr;
  std::string_view meaning{};  // a sentence or two, in Markdown
};

std::vector<Table> machineTables();
std::vector<Key> machineKeys();
std::string_view unitText(KeyUnit unit);
// "610ns", "3600s": in the largest unit that takes a whole number.
std::string writtenDuration(Duration d);
// "100 bps to 10000000 bps", as the values are written; nothing for keys that take no number.
std::string rangeText(const Key& key);

// The parts of machineKeys(), one file each.
std::vector<Key> processorKeys();
std::vector<Key> memoryKeys();
std::vector<Key> deviceKeys();
std::vector<Key> driveKeys();
std::vector<Key> remoteKeys();
std::vector<Key> pagerKeys();
std::vector<Key> networkKeys();
// Applies a key `udp`; returns an error text, or nothing.
std::string takeUdpAddress(TableEntry& t, const std::string& text);
std::vector<Key> impKeys();
std::vector<Key> systemKeys();
std::vector<Key> tenexKeys();
// Table::finish of the tables.
std::string addMemory(MachineDescription&, TableEntry&);
std::string addPager(MachineDescription&, TableEntry&);
std::string addPrinter(MachineDescription&, TableEntry&);
std::string addDisk(MachineDescription&, TableEntry&);
std::string addDrum(MachineDescription&, TableEntry&);
std::string addRemoteMemory(MachineDescription&, TableEntry&);
std::string addMagTape(MachineDescription&, TableEntry&);
std::string addDecTape(MachineDescription&, TableEntry&);
std::string addScanner(MachineDescription&, TableEntry&);
std::string addTelnet(MachineDescription&, TableEntry&);
std::string addImp(MachineDescription&, TableEntry&);
std::string setLine(MachineDescription&, TableEntry&);
std::string addNetwork(MachineDescription&, TableEntry&);
std::string addSite(MachineDescription&, TableEntry&);
std::string addModemLine(MachineDescription&, TableEntry&);
std::string addHost(MachineDescription&, TableEntry&);
std::string addTenex(MachineDescription&, TableEntry&);
std::string addSystem(MachineDescription&, TableEntry&);
std::string addUser(MachineDescription&, TableEntry&);
std::string addStart(MachineDescription&, TableEntry&);
Expected<void> checkSystem(const MachineDescription& d);
Expected<void> checkNetwork(const MachineDescription& d);
Expected<void> checkTenexes(const MachineDescription& d);

}  // namespace utah10
