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

#include "command/host/pacer.hpp"
#include "command/host/telnet_server.hpp"
#include "command/host/udp_port.hpp"
#include "command/machine_file/system_description.hpp"
#include "network/network.hpp"
#include "trace/report_form.hpp"
#include "utah10/devices/device_set.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

// A host file to be mounted on a drive before anything runs.
struct Mount {
  std::string slot;
  std::filesystem::path file;
  AttachOptions options;
};

// A key in the machine file.
struct GivenKey {
  std::string table;
  std::size_t entry = 0;  // index in a repeated table, from 0
  std::string key;
  std::string value;  // as written
  std::string place;  // file(line)
};

// Host folders in which a modelled host keeps files; empty: none.
struct HostFolders {
  HostId host;
  std::filesystem::path decks;  // netrjs
  std::filesystem::path files;  // ftp
};

// The UDP peer at the other end of a cable.
struct UdpLink {
  UdpAddress address;
  DatagramSettings settings;
};

// An external host on a modelled IMP: an NCP daemon or another utah10.
struct HostOutside {
  HostId host;
  UdpLink link;
};

// A TENEX of a file that describes several on one network (`utah10 net`).
struct TenexDescription {
  std::string name;
  HostId host;
  std::string system = "tenex72";     // a packaged one
  std::filesystem::path machine;      // its machine file; empty: the packaged one
  std::filesystem::path pack;         // where its changes are kept; empty: nowhere
  std::optional<std::uint16_t> port;  // for telnet
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
  std::optional<HostId> hostNumber;  // the machine's own, if the file gives it; `boot` tells it to the monitor
  std::vector<HostFolders> hostFolders;
  std::vector<HostOutside> hostLinks;
  std::optional<UdpLink> impUdp;
  std::vector<TenexDescription> tenexes;  // not empty: the file describes a network with machines, not one machine
  PaceSetting pace;
  std::string date;  // with which the calendar begins: "pack" or "host"; empty: as devices.calendar says
  std::optional<StartDescription> start;
  std::optional<StopDescription> stop;
  std::optional<SystemDescription> system;
  std::vector<GivenKey> given;  // all keys in the file
};

// `name` is the file's name in error messages. The result has passed Machine::check().
Expected<MachineDescription> parseMachineFile(const std::string& name, std::string_view text);
// In a file that describes a system, the names of files are relative to its own folder; else to the current one.
Expected<MachineDescription> loadMachineFile(const std::filesystem::path& file);

// One setting, or one fixed value, with its source.
struct Setting {
  std::string key;
  std::string unit;
  std::string preset;  // default
  std::string value;   // value in the described machine, or the default
  std::string place;   // file(line) that sets it; empty: the default applies
  std::string source;
  std::string meaning;
  bool fixed = false;  // no key of a machine file sets it
};
// A repeated table has a row for each of its entries, `memory[1].kind`, or one row without index if it has none.
std::vector<Setting> allSettings(const MachineDescription* description = nullptr);

// Key, value and unit of every setting.
std::string listConfig(ReportForm form, const MachineDescription* description = nullptr);
// Default, source and meaning, too.
std::string explainConfig(ReportForm form, const MachineDescription* description = nullptr);

}  // namespace utah10
