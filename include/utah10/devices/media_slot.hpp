// A place where an operator puts a medium: a drive, a reader, the printer's paper tray. What a medium is, its device
// knows; the prompt, a machine file and a script only need this.
//
// Errors: `slot: file: what; hint`, one line. A failed attach leaves the slot and the file as they were; a failed flush
// or detach leaves the medium where it is, with nothing lost.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "utah10/word/error.hpp"

namespace utah10 {

struct AttachOptions {
  bool readOnly = false;  // the write-protect key or ring; the host file is then never opened for writing
  bool create = false;    // an empty medium if there is no such file
  // Changes go to this file and the medium's own file is only read (copy on write). Disks and drums only.
  std::optional<std::filesystem::path> overlay{};
};

class MediaSlot {
 public:
  virtual ~MediaSlot() = default;
  // What the operator calls it: "ptr", "dta3", "dsk0". Lower case, unique in a machine.
  virtual std::string_view slot() const = 0;
  // What is mounted and how it stands, in a line without the slot's name: "tenex.dsk, RP02, block 1203"; "" for
  // nothing.
  virtual std::string mounted() const = 0;
  // Takes the place of what was mounted, which is flushed first. Says what was found: "RP02, 4060. blocks".
  virtual Expected<std::string> attach(const std::filesystem::path& file, const AttachOptions& options = {}) = 0;
  // Says what was done, "" if there is nothing to say.
  virtual Expected<std::string> detach() = 0;
  // Everything the guest has written is in the host's file when this returns.
  virtual Expected<void> flush() = 0;
};

}  // namespace utah10
