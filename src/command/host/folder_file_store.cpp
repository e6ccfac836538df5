#include "command/host/folder_file_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "command/host/file_shape.hpp"
#include "word/new_file.hpp"

namespace utah10 {

namespace {
namespace fs = std::filesystem;
constexpr std::string_view kKind = "folder";

// A regular file, not a link, which could lead out of the folder.
bool isPlain(const fs::path& path) {
  std::error_code error;
  return fs::symlink_status(path, error).type() == fs::file_type::regular;
}

bool isThere(const fs::path& path) {
  std::error_code error;
  const auto type = fs::symlink_status(path, error).type();
  return type != fs::file_type::not_found && type != fs::file_type::none;
}

std::optional<std::string> contents(const fs::path& path, std::uintmax_t most) {
  std::error_code error;
  if (!isPlain(path) || fs::file_size(path, error) > most || error) return std::nullopt;
  std::ifstream in{path, std::ios::binary};
  std::string text;
  char piece[4096];
  while (in.read(piece, sizeof piece) || in.gcount() != 0) {
    text.append(piece, static_cast<std::size_t>(in.gcount()));
    if (text.size() > most) return std::nullopt;
  }
  return in.eof() ? std::optional{std::move(text)} : std::nullopt;
}

bool replace(const fs::path& path, std::span<const std::byte> bytes) {
  NewFile beside{path};
  return beside.open() && beside.write(bytes) && !beside.renameTo(path);
}
}  // namespace

Expected<std::unique_ptr<FolderFileStore>> FolderFileStore::open(const fs::path& folder, const FolderOptions& options) {
  std::error_code error;
  fs::path real = fs::canonical(folder, error);
  if (error) return fail(folder.string(), "cannot be opened: " + error.message(), "create the folder first");
  if (!fs::is_directory(real, error)) return fail(folder.string(), "is not a folder", "name a folder");
  return std::unique_ptr<FolderFileStore>(new FolderFileStore(std::move(real), options));
}

tl::expected<StoredFile, StoreResult> FolderFileStore::read(const std::string& name) const {
  if (!isStoreName(name)) return tl::unexpected(StoreResult::BadName);
  if (!isThere(pathOf(name))) return tl::unexpected(StoreResult::NotFound);
  if (!isPlain(pathOf(name))) return tl::unexpected(StoreResult::Denied);
  const auto octets = contents(pathOf(name), kLongestFile);
  if (!octets) return tl::unexpected(StoreResult::Failed);
  StoredFile file;
  file.bits = BitString::ofOctets(std::vector<std::uint8_t>(octets->begin(), octets->end()));
  if (const auto shape = contents(shapeOf(name), kLongestFile))
    if (auto whole = shaped(*shape, file.bits)) return std::move(*whole);
  return file;
}

bool FolderFileStore::writeShape(const std::string& name, const StoredFile& file) const {
  std::error_code error;
  const fs::path path = shapeOf(name);
  if (isThere(path) && !isPlain(path)) return false;
  if (!needsShape(file)) return true;  // an old shape file does not match the new octets and is removed afterwards
  const std::string text = shapeText(file);
  return replace(path, std::as_bytes(std::span{text}));
}

StoreResult FolderFileStore::write(const std::string& name, const StoredFile& file) {
  if (!isStoreName(name)) return StoreResult::BadName;
  const fs::path path = pathOf(name);
  if (options_.readOnly || (isThere(path) && !isPlain(path))) return StoreResult::Denied;
  std::error_code error;
  const std::uintmax_t old = isPlain(path) ? fs::file_size(path, error) : 0;
  if (file.bits.size() > freeBits() + (error ? 0 : old * 8)) return StoreResult::NoSpace;
  if (!writeShape(name, file)) return StoreResult::Failed;
  if (!replace(path, std::as_bytes(std::span{file.bits.octets()}))) return StoreResult::Failed;
  if (!needsShape(file)) fs::remove(shapeOf(name), error);
  return StoreResult::Done;
}

StoreResult FolderFileStore::remove(const std::string& name) {
  if (!isStoreName(name)) return StoreResult::BadName;
  const fs::path path = pathOf(name);
  if (!isThere(path)) return StoreResult::NotFound;
  if (options_.readOnly || !isPlain(path)) return StoreResult::Denied;
  std::error_code error;
  if (!fs::remove(path, error) || error) return StoreResult::Failed;
  fs::remove(shapeOf(name), error);
  return StoreResult::Done;
}

// Copies and then removes, so that a file is never without its shape file.
StoreResult FolderFileStore::rename(const std::string& from, const std::string& to) {
  if (!isStoreName(to)) return StoreResult::BadName;
  const auto file = read(from);
  if (!file) return file.error();
  if (from == to) return StoreResult::Done;
  if (options_.readOnly || (isThere(pathOf(to)) && !isPlain(pathOf(to)))) return StoreResult::Denied;
  if (!writeShape(to, *file) || !replace(pathOf(to), std::as_bytes(std::span{file->bits.octets()})))
    return StoreResult::Failed;
  std::error_code error;
  if (!needsShape(*file)) fs::remove(shapeOf(to), error);
  return remove(from);
}

std::vector<StoredEntry> FolderFileStore::list() const {
  std::vector<StoredEntry> out;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator{folder_, error}) {
    const std::string name = entry.path().filename().string();
    if (!isStoreName(name) || !isPlain(entry.path())) continue;
    const std::uintmax_t octets = fs::file_size(entry.path(), error);
    if (error) continue;
    StoredEntry one{name, octets * 8, 8};
    if (isPlain(shapeOf(name)))
      if (const auto file = read(name)) one = {name, file->bits.size(), file->byteSize};
    out.push_back(std::move(one));
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

std::uint64_t FolderFileStore::freeBits() const {
  std::uint64_t used = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator{folder_, error}) {
    if (!isPlain(entry.path())) continue;
    const std::uintmax_t octets = fs::file_size(entry.path(), error);
    if (!error) used += octets * 8;
  }
  return used >= options_.quotaBits ? 0 : options_.quotaBits - used;
}

void FolderFileStore::state(Archive& a) {
  a.sameText(kKind, fmt::format("{}: the snapshot contains this host's files, this machine keeps them in a folder; "
                                "remove `files` from the host in the machine file, as when the snapshot was saved",
                                folder_.string()));
}

}  // namespace utah10
