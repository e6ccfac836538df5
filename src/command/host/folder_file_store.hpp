// The files of a modelled host, stored as ordinary files in a folder of the user.
//
// NAME contains the file's bits packed into octets: the first bit is the top bit of the first octet, and the last octet
// is padded with zeros. The shape file `.NAME.utah10` holds what octets cannot express: number of bits, byte size and
// ends of records. It also holds the length and a check sum of the octets it belongs to, so that a NAME replaced by the
// user counts as plain octets. Both are written under new names and renamed, the shape file first. Only regular files
// in the folder itself are read, written or removed, no links and no subfolders. A snapshot does not contain them.
//
// Errors: `folder: what; hint` for the folder, and for a snapshot that contains the files; StoreResult for a file that
// cannot be read or written.
#pragma once

#include <filesystem>
#include <memory>

#include "network/servers/file_store.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct FolderOptions {
  std::uint64_t quotaBits = std::uint64_t{1} << 36;  // for all files together
  bool readOnly = false;
};

class FolderFileStore final : public FileStore {
 public:
  static constexpr std::uintmax_t kLongestFile = std::uintmax_t{1} << 30;  // in octets; longer files are not read

  // The folder must exist.
  static Expected<std::unique_ptr<FolderFileStore>> open(const std::filesystem::path& folder,
                                                         const FolderOptions& options = {});

  tl::expected<StoredFile, StoreResult> read(const std::string& name) const override;
  StoreResult write(const std::string& name, const StoredFile& file) override;
  StoreResult remove(const std::string& name) override;
  StoreResult rename(const std::string& from, const std::string& to) override;
  std::vector<StoredEntry> list() const override;
  std::uint64_t freeBits() const override;
  void state(Archive& a) override;

 private:
  FolderFileStore(std::filesystem::path folder, const FolderOptions& options)
      : folder_(std::move(folder)), options_(options) {}
  std::filesystem::path pathOf(const std::string& name) const { return folder_ / name; }
  std::filesystem::path shapeOf(const std::string& name) const { return folder_ / ("." + name + ".utah10"); }
  bool writeShape(const std::string& name, const StoredFile& file) const;

  std::filesystem::path folder_;
  FolderOptions options_;
};

}  // namespace utah10
