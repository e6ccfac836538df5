// A machine described in a TOML file, and the explanation of every setting.
//
//   [processor]  timing = "srm"          # or "gate"
//                fast-memory = true
//   [[memory]]   kind = "MA10"           # or read, write, cycle = "610ns" ...
//                base = "0"  size = "16K"  count = 16  interleave = 1  ports = 4
//   [tty] speed = "10 cps"   [ptr] speed, tape = "file"   [ptp] speed, tape   [history] entries = 65536
//
// Units are written out: durations as text with ns, us, ms or s; rates as "300 cps"; sizes as "16K" (K = 1024 words);
// addresses as octal text. Errors: an unknown key, a wrong type or unit, a value out of range: file(line): what; hint.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command/pacer.hpp"
#include "command/telnet_server.hpp"
#include "command/udp_port.hpp"
#include "network/network.hpp"
#include "utah10/devices/device_set.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

// A host file to be put on a drive before anything runs.
struct Mount {
  std::string slot;
  std::filesystem::path file;
  AttachOptions options;
};

// A key as the file gives it.
struct GivenKey {
  std::string table;
  std::size_t entry = 0;  // of a repeated table: which one, from 0
  std::string key;
  std::string value;  // as written
  std::string place;  // file(line)
};

// Folders of the user's that a modelled host keeps files in; empty: none.
struct HostFolders {
  HostId host;
  std::filesystem::path decks;  // netrjs
  std::filesystem::path files;  // ftp
};

// Who is at the other end of the IMP interface's cable.
struct UdpLink {
  UdpAddress address;
  DatagramSettings settings;
};

// A host on one of our IMPs that is somebody else's: a daemon, another utah10.
struct HostOutside {
  HostId host;
  UdpLink link;
};

struct MachineDescription {
  std::string name = "utah10";
  MachineConfig machine;
  DeviceConfig devices;
  bool fastMemory = true;
  std::size_t historyEntries = History::kDefaultEntries;
  std::vector<Mount> mounts;
  std::optional<TelnetConfig> telnet;
  std::optional<NetworkConfig> network;
  std::vector<HostFolders> hostFolders;
  std::vector<HostOutside> hostLinks;
  std::optional<UdpLink> impUdp;
  PaceSetting pace;
  std::vector<GivenKey> given;  // everything the file says
};

// `name` stands for the file in messages. The result has passed Machine::check().
Expected<MachineDescription> parseMachineFile(const std::string& name, std::string_view text);
Expected<MachineDescription> loadMachineFile(const std::filesystem::path& file);

// One setting, or one fixed value with its source.
struct Setting {
  std::string key;
  std::string unit;
  std::string preset;  // default
  std::string value;   // in the machine described; the default if its file does not say
  std::string place;   // file(line) that says so; empty: the default
  std::string source;
  std::string meaning;
};
// A repeated table has a row for each of its entries, `memory[1].kind`, and one of the bare name without any.
std::vector<Setting> allSettings(const MachineDescription* description = nullptr);

enum class ReportForm { Text, Csv, Json };
std::string explainConfig(ReportForm form, const MachineDescription* description = nullptr);

}  // namespace utah10
