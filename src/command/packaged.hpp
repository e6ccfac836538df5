// The systems that come with the program: a pack with a TENEX on it, the paper tape that brings its monitor in, and a
// machine for them. Private to the command layer.
//
// They stand in a folder `roms` beside the program, as the build leaves them, or in `share/utah10` beside the folder
// the program is in, or where the environment's UTAH10_ROMS says. Nothing there is ever written: what the guest writes
// goes to files of the run's own, which are gone when it ends, unless a pack of the user's is named.
#pragma once

#include <filesystem>
#include <string>

#include "command/machine_file.hpp"
#include "command/temporary_folder.hpp"

namespace utah10 {

class PackagedSystem {
 public:
  static bool names(const std::string& name);  // "tenex72", "tenex73"
  static Expected<PackagedSystem> find(const std::string& name);
  const std::filesystem::path& machine() const { return machine_; }
  const std::filesystem::path& tape() const { return tape_; }
  const std::filesystem::path& pack() const { return pack_; }
  // Folder of programs that are not on the pack.
  const std::filesystem::path& programs() const { return programs_; }
  // Of the packaged monitor; empty if they are not there.
  const std::filesystem::path& symbols() const { return symbols_; }
  // Puts tape, pack and drum on the drives of a machine, where its file leaves them empty. `pack` is kept, and made if
  // there is no such file; empty: none. Returns what to say about the pack.
  Expected<std::string> mount(MachineDescription& machine, const std::filesystem::path& pack);

 private:
  PackagedSystem() = default;

  std::string name_;
  std::filesystem::path machine_, tape_, pack_, symbols_, programs_;
  TemporaryFolder own_;  // files of this run
};

}  // namespace utah10
