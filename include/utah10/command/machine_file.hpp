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

#include "utah10/devices/device_set.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

struct MachineDescription {
  std::string name = "utah10";
  MachineConfig machine;
  DeviceConfig devices;
  bool fastMemory = true;
  std::size_t historyEntries = History::kDefaultEntries;
  std::optional<std::filesystem::path> readerTape;
  std::optional<std::filesystem::path> punchTape;
};

// `name` stands for the file in messages. The result has passed Machine::check().
Expected<MachineDescription> parseMachineFile(const std::string& name, std::string_view text);
Expected<MachineDescription> loadMachineFile(const std::filesystem::path& file);

// One setting, or one fixed value with its source.
struct Setting {
  std::string key;
  std::string unit;
  std::string value;  // default
  std::string source;
  std::string meaning;
};
std::vector<Setting> allSettings();

enum class ReportForm { Text, Csv, Json };
std::string explainConfig(ReportForm form);

}  // namespace utah10
