#include "command/machine_file/packaged.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <system_error>

#include "word/packaged_folders.hpp"
#include "word/sparse_file.hpp"

namespace utah10 {

namespace {
namespace fs = std::filesystem;

constexpr std::string_view kSystemPrefix = "tenex";
constexpr std::array<std::string_view, 3> kSystemNames = {"tenex72", "tenex131", "tenex73"};
constexpr std::array<std::string_view, 3> kSystemFiles = {"utah72", "utah131", "utah73"};
constexpr std::string_view kNetworkFile = "arpanet1972";
constexpr const char* kPrograms = "subsys";

bool there(const fs::path& p) {
  std::error_code ignored;
  return fs::is_regular_file(p, ignored);
}

// Names of the files that are not there: "boots.rim and tenex72.dsk".
std::string missingOf(std::initializer_list<fs::path> files) {
  std::string missing;
  for (const fs::path& file : files)
    if (!there(file)) missing += (missing.empty() ? "" : " and ") + file.filename().string();
  return missing;
}

bool mounted(const MachineDescription& d, std::string_view slot) {
  return std::ranges::any_of(d.mounts, [&](const Mount& m) { return m.slot == slot; });
}

// Copies the pack under a temporary name and renames it when the copy is complete.
Expected<void> copyPack(const fs::path& from, const fs::path& to) {
  const fs::path partial = to.string() + ".new";
  std::error_code error;
  if (error = copySparse(from, partial); !error) {
    fs::permissions(partial, fs::perms::owner_write, fs::perm_options::add, error);
    fs::rename(partial, to, error);
  }
  if (!error) return {};
  std::error_code ignored;
  fs::remove(partial, ignored);
  return fail(to.string(), "cannot be created: " + error.message());
}

// Where a printer without paper prints: in the current folder, or in `other` if nothing can be written there.
fs::path paperFor(const fs::path& here, const fs::path& other) {
  std::error_code ignored;
  const bool plain = !fs::exists(here, ignored) || fs::is_regular_file(here, ignored);
  const bool writable = access(".", W_OK) == 0 && (!fs::exists(here, ignored) || access(here.c_str(), W_OK) == 0);
  return plain && writable ? here : other / here;
}

}  // namespace

bool PackagedSystem::names(const std::string& name) {
  return std::ranges::find(kSystemNames, name) != kSystemNames.end();
}

bool PackagedSystem::hasSystemFile(const std::string& name) {
  return std::ranges::find(kSystemFiles, name) != kSystemFiles.end();
}

Expected<fs::path> PackagedSystem::systemFile(const std::string& name) {
  if (!hasSystemFile(name)) return fs::path{name};
  std::string looked;
  for (const fs::path& folder : packagedFolders()) {
    if (const fs::path file = folder / (name + ".toml"); there(file)) return file;
    looked += fmt::format("{}not in {}", looked.empty() ? "" : ", ", folder.string());
  }
  return fail(name, "is not installed: " + (looked.empty() ? "the program's own folder is not known" : looked),
              "tools/build builds it; UTAH10_ROMS names another folder");
}

Expected<fs::path> PackagedSystem::networkFile(const std::string& name) {
  if (there(name) || fs::path{name}.stem() != kNetworkFile) return fs::path{name};
  for (const fs::path& folder : packagedFolders())
    if (fs::path file = folder / (std::string{kNetworkFile} + ".toml"); there(file)) return file;
  return fail(name, "is not installed", "tools/build builds it; UTAH10_ROMS names another folder");
}

fs::path PackagedSystem::programsFolder() {
  std::error_code ignored;
  for (const fs::path& folder : packagedFolders())
    if (fs::is_directory(folder / kPrograms, ignored)) return folder / kPrograms;
  return {};
}

Expected<PackagedSystem> PackagedSystem::find(const std::string& name) {
  std::string looked;
  for (const fs::path& folder : packagedFolders()) {
    PackagedSystem p;
    p.name_ = name;
    p.machine_ = folder / "tenex.toml";
    p.tape_ = folder / "boots.rim";
    p.pack_ = folder / (name + ".dsk");
    if (const fs::path s = folder / fmt::format("monitor{}.debug", name.substr(kSystemPrefix.size())); there(s))
      p.symbols_ = s;
    const std::string missing = missingOf({p.machine_, p.tape_, p.pack_});
    if (missing.empty()) return p;
    looked += fmt::format("{}no {} in {}", looked.empty() ? "" : ", ", missing, folder.string());
  }
  return fail(name, "is not installed: " + (looked.empty() ? "the program's own folder is not known" : looked),
              "tools/build builds it; UTAH10_ROMS names another folder");
}

Expected<std::string> PackagedSystem::mount(MachineDescription& d, const fs::path& pack, const std::string& paper) {
  if (!d.stop) d.stop = StopDescription{{{"HSYST1", "-1"}, {"JB0FLG", "-1"}}, {}, "SHUTDOWN COMPLETE"};
  const auto lacks = [&](const char* what, const char* how) { return fail(name_, what, how); };
  if (!d.devices.disks) return lacks("the machine has no disk", "add [[disk]] to the machine file");
  auto folder = TemporaryFolder::make(name_);
  if (!folder) return tl::unexpected(folder.error());
  own_ = std::move(*folder);
  if (!mounted(d, "ptr")) d.mounts.push_back({"ptr", tape_, {.readOnly = true}});
  if (d.devices.bryant && !mounted(d, "drm0"))
    d.mounts.push_back({"drm0", own_.path() / "swap.drum", {.create = true}});
  if (d.devices.printer && !mounted(d, "lpt"))
    d.mounts.push_back({"lpt", paperFor(paper, own_.path()), {.later = true}});
  if (mounted(d, "dsk0")) {
    if (pack.empty()) return std::string();
    return lacks("the machine file already mounts a pack on drive 0", "omit --pack or remove that entry");
  }
  if (pack.empty()) {
    d.mounts.push_back({"dsk0", pack_, {.readOnly = false, .create = false, .overlay = own_.path() / "changes"}});
    return std::string("changes to the packaged disk are discarded at exit; boot with --pack FILE to keep them");
  }
  std::string told;
  std::error_code ignored;
  if (!fs::exists(pack, ignored)) {
    if (auto made = copyPack(pack_, pack); !made) return tl::unexpected(made.error());
    told = fmt::format("{}: created as a copy of {}", pack.string(), pack_.string());
  }
  d.mounts.push_back({"dsk0", pack, {}});
  if (d.date.empty()) d.date = "pack";
  return told;
}

}  // namespace utah10
