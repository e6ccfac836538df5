// A TENEX system that experiments run on, as a system file describes it: the machine and its media, how it is started,
// and how a user logs in and runs a program. The files of roms/systems describe our own; docs/guide/systems.md, others.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/laboratory/lab_step.hpp"
#include "network/network.hpp"
#include "utah10/devices/device_set.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

struct LabUser {
  std::string name, password;
};

// A medium in a drive at the start. Its file is only read: what the machine writes goes to files of the laboratory.
struct LabMedium {
  std::string slot;  // "dsk0"
  std::filesystem::path file;
  bool readOnly = false;
  bool create = false;  // an empty one if the file does not exist
};

// How the machine is started: by the READ IN key, or from a core image.
struct LabStart {
  std::optional<DeviceCode> readIn;
  std::filesystem::path image;
  std::optional<VirtualAddress> at;  // the image's own start address if not given
  // At the console, until the system is in operation and reaches other hosts.
  LabSteps dialogue;
};

// The line at which the user whose work is measured sits: one of the scanner, or the console.
struct LabPlace {
  bool console = false;
  unsigned line = 0;
};

// How files come to a system whose packs cannot be written from outside: on a DECtape that the laboratory makes. The
// steps take {tape}, the name of the file on it, {name}, on the disk, and {bits}, its byte size.
struct LabCourier {
  LabSteps deliver;  // from the tape to the disk
  LabSteps collect;  // from the disk to the tape
};

struct LabSystem {
  std::string name;  // for reports: "monitor of 1972"
  MachineConfig machine;
  bool fastMemory = true;
  DeviceConfig devices;
  NetworkConfig network;
  unsigned leastK = 96;  // core that the monitor needs, in K words
  std::vector<LabMedium> media;
  std::filesystem::path symbols;  // debug file of the monitor; without it, charged time is not divided into parts
  // What this monitor calls the places that the charge meter watches, where the names differ from ours.
  std::map<std::string, std::string> places;
  LabStart start;

  LabPlace place;
  LabUser user;                 // whose work is measured
  std::vector<LabUser> others;  // accounts of other users, for experiments under load
  std::string prompt = "\n@";   // printed when a program has ended
  LabSteps logIn;               // takes {user} and {password}
  LabSteps run;                 // takes {program}

  std::string files;                 // slot of the pack or the tape on which an experiment's files come
  std::vector<std::string> without;  // files that the pack loses first
  bool filesOnTape() const { return files.starts_with("dta"); }
  LabCourier courier;
  bool bringsPrograms = false;  // the programs come with the files, as NAME.SAV; if false, the system has them
  bool ftp = true;              // the system has FTP, or runs ours, and the network has a host to reach by it
};

}  // namespace utah10
