// The files of a modelled host, which its servers read, write and list.
//
// A file is a string of bits cut into bytes of its own size, as in TENEX: each 36-bit word takes 36 bits, without
// padding. A name is a single component, without folders, so it cannot refer outside the store. Errors are values of
// StoreResult.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "network/bit_string.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct StoredFile {
  BitString bits;
  unsigned byteSize = 8;                  // 1-255
  std::vector<std::uint64_t> recordEnds;  // in bytes, ascending; empty for a file without records

  // Raw fields, inside a section that the owner opens.
  void state(Archive& a);
  friend bool operator==(const StoredFile&, const StoredFile&) = default;
};

// Whether the byte size is valid and the record ends ascend within the file.
bool isSound(const StoredFile& file);

enum class StoreResult : std::uint8_t { Done, NotFound, Denied, NoSpace, BadName, Failed };

struct StoredEntry {
  std::string name;
  std::uint64_t bits = 0;
  unsigned byteSize = 8;
};

// Up to 100 printable ASCII characters, except blank and / \ : * ? " |, not beginning with a period.
bool isStoreName(std::string_view name);

class FileStore {
 public:
  virtual ~FileStore() = default;
  virtual tl::expected<StoredFile, StoreResult> read(const std::string& name) const = 0;
  // Writes all or nothing; replaces a file of the same name.
  virtual StoreResult write(const std::string& name, const StoredFile& file) = 0;
  virtual StoreResult remove(const std::string& name) = 0;
  // Replaces a file that has the new name.
  virtual StoreResult rename(const std::string& from, const std::string& to) = 0;
  // Sorted by name.
  virtual std::vector<StoredEntry> list() const = 0;
  virtual std::uint64_t freeBits() const = 0;
  // Raw fields, inside a section that the owner opens.
  virtual void state(Archive& a) = 0;
};

// Files held in memory and in snapshots.
class MemoryFileStore final : public FileStore {
 public:
  static constexpr std::uint64_t kAnySize = std::uint64_t{1} << 40;

  explicit MemoryFileStore(std::uint64_t quotaBits = kAnySize, bool readOnly = false)
      : quota_(quotaBits), readOnly_(readOnly) {}

  tl::expected<StoredFile, StoreResult> read(const std::string& name) const override;
  StoreResult write(const std::string& name, const StoredFile& file) override;
  StoreResult remove(const std::string& name) override;
  StoreResult rename(const std::string& from, const std::string& to) override;
  std::vector<StoredEntry> list() const override;
  std::uint64_t freeBits() const override;
  void state(Archive& a) override;

 private:
  std::uint64_t quota_;
  bool readOnly_;
  std::map<std::string, StoredFile> files_;
};

}  // namespace utah10
