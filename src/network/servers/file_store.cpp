#include "network/servers/file_store.hpp"

#include <algorithm>

namespace utah10 {

namespace {
constexpr std::string_view kKind = "memory";
constexpr std::size_t kLongestName = 100;
constexpr std::string_view kForbidden = "/\\:*?\"|";
constexpr std::uint32_t kMostRecords = 1u << 24;
constexpr std::uint32_t kMostFiles = 1u << 16;
}  // namespace

void StoredFile::state(Archive& a) {
  bits.state(a);
  a.u32(byteSize);
  a.list(recordEnds, kMostRecords, "a file with too many records", [&](std::uint64_t& end) { a.u64(end); });
  if (!a.reading() || isSound(*this)) return;
  a.reject("a file with an invalid byte size or record ends");
  *this = {};
}

bool isSound(const StoredFile& file) {
  if (file.byteSize < 1 || file.byteSize > 255) return false;
  if (!std::is_sorted(file.recordEnds.begin(), file.recordEnds.end())) return false;
  return file.recordEnds.empty() || file.recordEnds.back() <= file.bits.size() / file.byteSize;
}

bool isStoreName(std::string_view name) {
  if (name.empty() || name.size() > kLongestName || name.front() == '.') return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return c > ' ' && c <= '~' && kForbidden.find(c) == std::string_view::npos; });
}

tl::expected<StoredFile, StoreResult> MemoryFileStore::read(const std::string& name) const {
  const auto at = files_.find(name);
  if (at == files_.end()) return tl::unexpected(isStoreName(name) ? StoreResult::NotFound : StoreResult::BadName);
  return at->second;
}

StoreResult MemoryFileStore::write(const std::string& name, const StoredFile& file) {
  if (!isStoreName(name)) return StoreResult::BadName;
  if (readOnly_) return StoreResult::Denied;
  const auto old = files_.find(name);
  const std::uint64_t released = old == files_.end() ? 0 : old->second.bits.size();
  if (file.bits.size() > freeBits() + released) return StoreResult::NoSpace;
  files_[name] = file;
  return StoreResult::Done;
}

StoreResult MemoryFileStore::remove(const std::string& name) {
  if (readOnly_) return StoreResult::Denied;
  return files_.erase(name) != 0 ? StoreResult::Done : StoreResult::NotFound;
}

StoreResult MemoryFileStore::rename(const std::string& from, const std::string& to) {
  if (!isStoreName(to)) return StoreResult::BadName;
  if (readOnly_) return StoreResult::Denied;
  auto node = files_.extract(from);
  if (node.empty()) return StoreResult::NotFound;
  files_.erase(to);
  node.key() = to;
  files_.insert(std::move(node));
  return StoreResult::Done;
}

std::vector<StoredEntry> MemoryFileStore::list() const {
  std::vector<StoredEntry> out;
  for (const auto& [name, file] : files_) out.push_back({name, file.bits.size(), file.byteSize});
  return out;
}

std::uint64_t MemoryFileStore::freeBits() const {
  std::uint64_t used = 0;
  for (const auto& [name, file] : files_) used += file.bits.size();
  return used >= quota_ ? 0 : quota_ - used;
}

void MemoryFileStore::state(Archive& a) {
  const auto name = [&](std::string& n) {
    a.text(n);
    a.check(isStoreName(n), "an invalid file name");
  };
  a.sameText(kKind,
             "the snapshot leaves a host's files in a folder, this machine keeps them in memory; add `files` to "
             "the host in the machine file, as when the snapshot was saved");
  a.table(files_, kMostFiles, "too many files", name, [&](StoredFile& file) { file.state(a); });
}

}  // namespace utah10
