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

void StoredFile::save(StateWriter& out) const {
  bits.save(out);
  out.u32(byteSize);
  out.u32(static_cast<std::uint32_t>(recordEnds.size()));
  for (const std::uint64_t end : recordEnds) out.u64(end);
}

void StoredFile::restore(StateReader& in) {
  bits.restore(in);
  byteSize = in.u32();
  const std::uint32_t records = in.u32();
  recordEnds.clear();
  if (records > kMostRecords) return in.reject("a file with too many records");
  for (std::uint32_t n = 0; n < records && in.good(); ++n) recordEnds.push_back(in.u64());
  if (isSound(*this)) return;
  in.reject("a file with an invalid byte size or record ends");
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

void MemoryFileStore::save(StateWriter& out) const {
  out.text(kKind);
  out.u32(static_cast<std::uint32_t>(files_.size()));
  for (const auto& [name, file] : files_) {
    out.text(name);
    file.save(out);
  }
}

void MemoryFileStore::restore(StateReader& in) {
  if (in.text() != kKind) in.reject("a host whose files are kept in a different kind of store");
  files_.clear();
  const std::uint32_t count = in.u32();
  if (count > kMostFiles) return in.reject("too many files");
  for (std::uint32_t n = 0; n < count && in.good(); ++n) {
    const std::string name = in.text();
    if (!isStoreName(name)) return in.reject("an invalid file name");
    files_[name].restore(in);
  }
}

}  // namespace utah10
