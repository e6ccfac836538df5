#include "devices/undo_log.hpp"

#include <algorithm>
#include <map>

namespace utah10 {

namespace {
constexpr std::uint64_t kChunk = 4096;

std::uint64_t digest(std::span<const FilePlace> places, std::uint64_t size) {
  std::uint64_t h = size;
  for (const FilePlace& p : places) h = checksum(p.bytes, h ^ p.offset);
  return h;
}
}  // namespace

// A file with changes that have not been written yet, in chunks.
class UndoLog::Staged final : public HostBytes {
 public:
  explicit Staged(HostBytes& file) : file_(file), size_(file.length()) {}

  std::uint64_t length() const override { return size_; }
  bool get(std::uint64_t offset, std::span<std::byte> bytes) override {
    return over(offset, bytes.size(), [&](std::size_t done, std::byte* at, std::size_t n) {
      std::copy_n(at, n, bytes.begin() + static_cast<std::ptrdiff_t>(done));
    });
  }
  bool replace(std::span<const FilePlace> places, std::uint64_t size) override {
    for (const FilePlace& p : places) {
      const bool put = over(p.offset, p.bytes.size(), [&](std::size_t done, std::byte* at, std::size_t n) {
        std::copy_n(p.bytes.begin() + static_cast<std::ptrdiff_t>(done), n, at);
      });
      if (!put) return false;
    }
    size_ = size;
    return true;
  }
  // All of it in one write.
  bool commit() {
    std::vector<FilePlace> places;
    for (const auto& [n, chunk] : chunks_) {
      const std::uint64_t offset = n * kChunk;
      if (offset >= size_) continue;
      places.push_back({offset, std::span{chunk}.first(static_cast<std::size_t>(std::min(kChunk, size_ - offset)))});
    }
    return file_.replace(places, size_);
  }

 private:
  template <class F>
  bool over(std::uint64_t offset, std::size_t count, F each) {
    for (std::size_t done = 0; done < count;) {
      std::vector<std::byte>* chunk = at(offset / kChunk);
      if (chunk == nullptr) return false;
      const auto in = static_cast<std::size_t>(offset % kChunk);
      const std::size_t n = std::min(count - done, kChunk - in);
      each(done, chunk->data() + in, n);
      done += n;
      offset += n;
    }
    return true;
  }
  std::vector<std::byte>* at(std::uint64_t n) {
    const auto [it, isNew] = chunks_.try_emplace(n, kChunk);
    const std::uint64_t offset = n * kChunk;
    if (!isNew || offset >= file_.length()) return &it->second;
    const auto there = static_cast<std::size_t>(std::min(kChunk, file_.length() - offset));
    return file_.get(offset, std::span{it->second}.first(there)) ? &it->second : nullptr;
  }

  HostBytes& file_;
  std::uint64_t size_;
  std::map<std::uint64_t, std::vector<std::byte>> chunks_;
};

void UndoLog::keep(bool on) {
  if (on != on_) forgetAll();
  on_ = on;
}

// All earlier marks become invalid.
void UndoLog::forgetAll() {
  forgotten_ += entries_.size() + 1;
  entries_.clear();
  cursor_ = bytes_ = 0;
}

// Saves what a write to these places, after which the file has `size` bytes, will overwrite.
bool UndoLog::take(HostBytes& file, Entry& entry, std::span<const FilePlace> places, std::uint64_t size) {
  entry.size = file.length();
  const auto keep = [&](std::uint64_t first, std::uint64_t end) {
    end = std::min(end, entry.size);
    if (first >= end) return true;
    entry.pieces.push_back({first, std::vector<std::byte>(static_cast<std::size_t>(end - first))});
    return file.get(first, entry.pieces.back().bytes);
  };
  for (const FilePlace& p : places)
    if (!keep(p.offset, p.offset + p.bytes.size())) return false;
  return keep(size, entry.size);
}

std::size_t UndoLog::sizeOf(const Entry& entry) {
  std::size_t n = sizeof(Entry);
  for (const Piece& p : entry.pieces) n += p.bytes.size() + sizeof(Piece);
  return n;
}

void UndoLog::dropAbove() {
  while (entries_.size() > cursor_) {
    bytes_ -= sizeOf(entries_.back());
    entries_.pop_back();
  }
}

void UndoLog::note(Entry entry) {
  if (cursor_ < entries_.size() && entries_[cursor_].written == entry.written) {
    bytes_ -= sizeOf(entries_[cursor_]);
    bytes_ += sizeOf(entry);
    entries_[cursor_] = std::move(entry);
  } else {
    dropAbove();
    bytes_ += sizeOf(entry);
    entries_.push_back(std::move(entry));
  }
  ++cursor_;
}

bool UndoLog::write(HostBytes& file, std::span<const FilePlace> places, std::uint64_t size) {
  if (!on_) return file.replace(places, size);
  Entry entry;
  entry.written = digest(places, size);
  if (!take(file, entry, places, size)) return false;
  if (!file.replace(places, size)) {
    forgetAll();  // the journal may hold the write and apply it later
    return false;
  }
  note(std::move(entry));
  return true;
}

bool UndoLog::seek(HostBytes& file, std::uint64_t mark) {
  if (!on_ || !reaches(mark)) return mark == this->mark();
  const auto to = static_cast<std::size_t>(mark - forgotten_);
  if (to == cursor_) return true;
  Staged staged{file};
  std::vector<std::pair<std::size_t, Entry>> swapped;
  for (std::size_t at = cursor_; at != to;) {
    const std::size_t n = to < at ? --at : at++;
    const Entry& entry = entries_[n];
    std::vector<FilePlace> places;
    for (const Piece& p : entry.pieces) places.push_back({p.offset, p.bytes});
    Entry other;
    other.written = entry.written;
    if (!take(staged, other, places, entry.size) || !staged.replace(places, entry.size)) return false;
    swapped.emplace_back(n, std::move(other));
  }
  if (!staged.commit()) return false;
  for (auto& [n, entry] : swapped) {
    bytes_ -= sizeOf(entries_[n]);
    bytes_ += sizeOf(entry);
    entries_[n] = std::move(entry);
  }
  cursor_ = to;
  return true;
}

void UndoLog::forgetBefore(std::uint64_t mark) {
  while (forgotten_ < mark && cursor_ > 0) {
    bytes_ -= sizeOf(entries_.front());
    entries_.pop_front();
    --cursor_;
    ++forgotten_;
  }
}

}  // namespace utah10
