// What a system file says besides describing a machine: how the system is started and used.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "command/machine_file/dialogue.hpp"
#include "utah10/word/address.hpp"

namespace utah10 {

// How the machine is started, other than by hand.
struct StartDescription {
  std::optional<DeviceCode> readIn;  // the READ IN key, with this device selected
  std::filesystem::path load;        // a core image
  std::optional<VirtualAddress> at;  // where it starts, if not at its own start address
  Dialogue dialogue;                 // at the console
};

// How the system is stopped, so that its files are on the disk.
struct StopDescription {
  std::vector<std::pair<std::string, std::string>> deposits;  // cells of the monitor and their values: expressions
  Dialogue dialogue;                                          // at the console, after the deposits
  std::string says;                                           // on the console, when it is done
  Duration within = seconds(300);                             // the longest wait for that
};

struct SystemUser {
  std::string name, password;
};

// The TENEX system on the machine's media, for experiments (src/experiments/laboratory/lab_system.hpp).
struct SystemDescription {
  std::string name;
  std::filesystem::path symbols;
  std::string places;  // NAME=OTHER NAME=OTHER ...
  std::int64_t leastWords = 0;
  std::string line = "0";
  SystemUser user;
  std::vector<SystemUser> others;
  std::string prompt;
  Dialogue logIn, run, deliver, collect;
  std::string files;
  std::string without;  // names of files
  bool bringsPrograms = false;
  bool ftp = true;
};

}  // namespace utah10
