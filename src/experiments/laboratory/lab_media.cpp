#include "experiments/laboratory/lab_media.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "toolchain/host_form.hpp"
#include "toolchain/input_file.hpp"
#include "toolchain/tenexfs/tenex_tape.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

// The name of a file on the tape: its directory gives six characters, and files of an experiment may have more.
std::string tapeName(std::size_t n) { return fmt::format("FILE{}", n + 1); }

// In the directory of the user, in the highest version.
std::string shortName(const TenexName& name) {
  return name.extension.empty() ? name.name : name.name + "." + name.extension;
}

bool isDiskOrDrum(std::string_view slot) {
  return slot.starts_with("dsk") || slot.starts_with("drm") || slot.starts_with("ddc");
}

Expected<void> copied(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  if (!error) fs::permissions(to, fs::perms::owner_write, fs::perm_options::add, error);
  return error ? fail(from.string(), "cannot be copied: " + error.message()) : Expected<void>{};
}

Expected<void> attached(DeviceSet& devices, const std::string& slot, const fs::path& file, const AttachOptions& o) {
  MediaSlot* drive = devices.slot(slot);
  if (drive == nullptr) return fail(slot, "the machine has no such drive");
  auto done = drive->attach(file, o);
  if (!done) return tl::unexpected(done.error());
  return {};
}

}  // namespace

Expected<LabFile> labText(std::string name, std::string_view text) {
  auto contents = tenexText(text, false);
  if (!contents) return tl::unexpected(contents.error());
  return LabFile{std::move(name), std::move(*contents)};
}

Expected<LabFile> labWords(std::string name, const fs::path& hostFile) {
  const auto bytes = readFileWhole(hostFile);
  if (!bytes) return tl::unexpected(bytes.error());
  auto words = readWords(hostFile.string(), *bytes, HostForm::packed(Packing::Data8));
  if (!words) return tl::unexpected(words.error());
  const std::uint64_t size = words->words.size();
  return LabFile{std::move(name), FileContents{std::move(words->words), 36, size}};
}

LabValues CarriedFile::values() const { return {{"tape", tape}, {"name", name}, {"bits", fmt::format("{}", bits)}}; }

LabMedia::LabMedia(const LabSystem& system, fs::path scratch) : system_(system), scratch_(std::move(scratch)) {}

Expected<void> LabMedia::mount(DeviceSet& devices, std::span<const LabFile> files) {
  const LabMedium none{system_.files, {}};
  const auto own = std::ranges::find(system_.media, system_.files, &LabMedium::slot);
  if (auto done = writeFiles(own == system_.media.end() ? none : *own, files); !done) return done;
  for (const LabMedium& m : system_.media)
    if (auto done = attach(devices, m); !done) return done;
  if (own != system_.media.end() || system_.files.empty()) return {};
  return attached(devices, system_.files, carrier(), {});
}

Expected<void> LabMedia::writeFiles(const LabMedium& medium, std::span<const LabFile> files) {
  if (!medium.slot.empty()) return system_.filesOnTape() ? writeTape(files) : writePack(medium, files);
  return files.empty() ? Expected<void>{} : fail(system_.name, "has no place for the files of an experiment");
}

Expected<void> LabMedia::writePack(const LabMedium& medium, std::span<const LabFile> files) const {
  auto pack = TenexPack::open(medium.file);
  if (!pack) return tl::unexpected(pack.error());
  for (const std::string& text : system_.without) {
    const auto name = parseTenexName(text);
    if (!name) return tl::unexpected(name.error());
    if (auto gone = pack->remove(*name, true); !gone) return tl::unexpected(gone.error());
  }
  for (const LabFile& f : files) {
    const auto name = parseTenexName(f.name);
    if (!name) return tl::unexpected(name.error());
    if (auto written = pack->write(*name, f.contents); !written) return tl::unexpected(written.error());
  }
  return pack->save(carrier());
}

Expected<void> LabMedia::writeTape(std::span<const LabFile> files) {
  TenexTape tape = TenexTape::make();
  for (const LabFile& f : files) {
    const auto name = parseTenexName(f.name);
    if (!name) return tl::unexpected(name.error());
    const std::string onTape = tapeName(carried_.size());
    if (auto written = tape.write(*parseTapeName(onTape), f.contents.words); !written)
      return fail(f.name, written.error().text(), "the experiment's files do not fit on a DECtape");
    carried_.push_back({onTape, shortName(*name), f.contents.byteSize});
  }
  return tape.save(carrier());
}

// Disks and drums keep their changes in a file of their own; tapes are small and are copied.
Expected<void> LabMedia::attach(DeviceSet& devices, const LabMedium& m) const {
  const fs::path own = scratch_ / (m.slot + ".image");
  if (m.slot == system_.files) return attached(devices, m.slot, carrier(), {});
  if (m.readOnly || m.slot == "ptr") return attached(devices, m.slot, m.file, {.readOnly = true});
  std::error_code ignored;
  const bool output = m.slot == "lpt" || m.slot == "ptp";
  if (output || (m.create && !fs::exists(m.file, ignored))) return attached(devices, m.slot, own, {.create = true});
  if (isDiskOrDrum(m.slot)) return attached(devices, m.slot, m.file, {.overlay = own});
  if (auto done = copied(m.file, own); !done) return done;
  return attached(devices, m.slot, own, {});
}

std::vector<CarriedFile> LabMedia::toCollect(std::span<const std::string> names) const {
  std::vector<CarriedFile> files;
  for (const std::string& text : names)
    if (const auto name = parseTenexName(text); name && system_.filesOnTape())
      files.push_back({tapeName(carried_.size() + files.size()), shortName(*name), 7});
  return files;
}

Expected<std::vector<Expected<FileContents>>> LabMedia::read(DeviceSet& devices,
                                                             std::span<const std::string> names) const {
  if (auto off = devices.slot(system_.files)->detach(); !off) return tl::unexpected(off.error());
  std::vector<Expected<FileContents>> contents;
  if (system_.filesOnTape()) {
    const auto tape = TenexTape::open(carrier());
    if (!tape) return tl::unexpected(tape.error());
    for (const CarriedFile& f : toCollect(names)) contents.push_back(tape->read(*parseTapeName(f.tape)));
    return contents;
  }
  const auto pack = TenexPack::open(carrier());
  if (!pack) return tl::unexpected(pack.error());
  for (const std::string& text : names) contents.push_back(pack->read(*parseTenexName(text)));
  return contents;
}

}  // namespace utah10
