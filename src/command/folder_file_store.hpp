// The files of a modelled host in a folder of the user's: real files in, real files out.
//
// A file NAME of the folder is the file's bits packed into octets, the first bit the top one of the first octet, the
// last octet filled with zeros. What octets cannot say is in `.NAME.utah10` beside it: number of bits, byte size and
// ends of records. That file also says to what octets it belongs (length and a check sum), so that a NAME that the user
// has put there since counts as plain octets. Both are written anew and renamed, the description first. Only plain
// files of the folder itself are read, written or removed: no link, no other folder. A snapshot does not hold them.
//
// Errors: `folder: what; hint` for the folder; a file that cannot be read or written is StoreResult's.
#pragma once

#include <filesystem>
#include <memory>

#include "network/servers/file_store.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct FolderOptions {
  std::uint64_t quotaBits = std::uint64_t{1} << 36;  // of all files together
  bool readOnly = false;
};

class FolderFileStore final : public FileStore {
 public:
  static constexpr std::uintmax_t kLongestFile = std::uintmax_t{1} << 30;  // octets; a longer one is not read

  // The folder must exist.
  static Expected<std::unique_ptr<FolderFileStore>> open(const std::filesystem::path& folder,
                                                         const FolderOptions& options = {});

  tl::expected<StoredFile, StoreResult> read(const std::string& name) const override;
  StoreResult write(const std::string& name, const StoredFile& file) override;
  StoreResult remove(const std::string& name) override;
  StoreResult rename(const std::string& from, const std::string& to) override;
  std::vector<StoredEntry> list() const override;
  std::uint64_t freeBits() const override;
  void save(StateWriter& out) const override;
  void restore(StateReader& in) override;

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
