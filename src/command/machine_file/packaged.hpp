// The systems that come with the program: a TENEX pack, the paper tape that loads its monitor, and a machine file.
// Private to the command layer.
//
// They are in the folder named by the environment variable UTAH10_ROMS if it is set; else in the folder `roms` next to
// the program, where the build leaves them, or in ../share/utah10, where the installation does. They are never written:
// the guest's changes go to temporary files, which are removed at exit, unless the user names a pack.
#pragma once

#include <filesystem>
#include <string>

#include "command/host/temporary_folder.hpp"
#include "command/machine_file/machine_file.hpp"

namespace utah10 {

class PackagedSystem {
 public:
  static constexpr const char* kPaper = "printer.txt";
  static bool names(const std::string& name);  // "tenex72", "tenex131", "tenex73"
  static Expected<PackagedSystem> find(const std::string& name);
  // The system file of experiments for utah72, utah131 or utah73 among the packaged files; any other name is the user's
  // file.
  static bool hasSystemFile(const std::string& name);
  static Expected<std::filesystem::path> systemFile(const std::string& name);
  // The file of a network with several TENEXes: "arpanet1972" or "arpanet1972.toml" among the packaged files unless the
  // user has a file of that name; any other name is the user's file.
  static Expected<std::filesystem::path> networkFile(const std::string& name);
  // The packaged folder of programs that systems lack; empty if nothing is installed.
  static std::filesystem::path programsFolder();
  const std::filesystem::path& machine() const { return machine_; }
  const std::filesystem::path& tape() const { return tape_; }
  const std::filesystem::path& pack() const { return pack_; }
  // Symbol file of the packaged monitor; empty if there is none.
  const std::filesystem::path& symbols() const { return symbols_; }
  // Mounts tape, pack and drum on the drives that the machine file leaves empty, and gives a printer without paper the
  // file `paper` of the current folder. `pack` is the user's pack, created if the file does not exist; if it is empty,
  // changes are temporary. Returns a message about the pack for the user.
  Expected<std::string> mount(MachineDescription& machine, const std::filesystem::path& pack,
                              const std::string& paper = kPaper);

 private:
  PackagedSystem() = default;

  std::string name_;
  std::filesystem::path machine_, tape_, pack_, symbols_;
  TemporaryFolder own_;  // files of this run
};

}  // namespace utah10
