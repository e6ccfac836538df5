// The media of a laboratory: copies of the system's, and among them the one that carries the experiment's files - a
// pack on which they are written before the start, or a DECtape from which a user copies them (LabCourier).
//
// No file of the system is written to. Errors: those of the host's files and of the TENEX file system.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/laboratory/lab_system.hpp"
#include "utah10/toolchain/tenex_pack.hpp"

namespace utah10 {

// A file that comes with an experiment.
struct LabFile {
  std::string name;  // "<GUEST>DECK.CRD"
  FileContents contents;
};
// labText: 7-bit text with CR LF. labWords: a core image or other words from a host file in any packing.
Expected<LabFile> labText(std::string name, std::string_view text);
Expected<LabFile> labWords(std::string name, const std::filesystem::path& hostFile);

// A file on the tape: {tape}, {name} and {bits} of the courier's steps.
struct CarriedFile {
  std::string tape, name;
  unsigned bits = 0;
  LabValues values() const;
};

class LabMedia {
 public:
  // `scratch`: where copies and changes are kept.
  LabMedia(const LabSystem& system, std::filesystem::path scratch);

  // Mounts the media, with the files written on theirs.
  Expected<void> mount(DeviceSet& devices, std::span<const LabFile> files);
  // What the user has to copy from the tape.
  const std::vector<CarriedFile>& carried() const { return carried_; }
  // The files to be copied to the tape for read().
  std::vector<CarriedFile> toCollect(std::span<const std::string> names) const;
  // Unmounts the medium and reads the files, an error in place of each that is not there.
  Expected<std::vector<Expected<FileContents>>> read(DeviceSet& devices, std::span<const std::string> names) const;

 private:
  Expected<void> writeFiles(const LabMedium& medium, std::span<const LabFile> files);
  Expected<void> writePack(const LabMedium& medium, std::span<const LabFile> files) const;
  Expected<void> writeTape(std::span<const LabFile> files);
  Expected<void> attach(DeviceSet& devices, const LabMedium& medium) const;
  std::filesystem::path carrier() const { return scratch_ / (system_.files + ".image"); }

  const LabSystem& system_;
  std::filesystem::path scratch_;
  std::vector<CarriedFile> carried_;
};

}  // namespace utah10
