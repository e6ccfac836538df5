// Where an image keeps its blocks: in its own file, or in an overlay on one. Private to the devices layer.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "devices/block_image.hpp"
#include "devices/block_packing.hpp"
#include "devices/journaled_file.hpp"

namespace utah10 {

class BlockStore {
 public:
  virtual ~BlockStore() = default;
  virtual bool read(std::uint32_t first, std::span<Word36> words) = 0;
  virtual bool write(std::uint32_t first, std::span<const Word36> words) = 0;
  virtual std::string trouble() const = 0;
  // What the attach found, and the format: "9 bytes for 2 words, overlay x.ovl"; "" for nothing special.
  virtual std::string remarks() const = 0;
  // Time travel; see MediaSlot.
  virtual JournaledFile& written() = 0;  // the file that writes go to
  virtual bool seek(std::uint64_t mark) = 0;
  virtual std::vector<std::filesystem::path> files() const = 0;
};

class PlainStore final : public BlockStore {
 public:
  // Opens and looks through the file. contents() is computed for the base of an overlay only.
  enum class Role : std::uint8_t { Alone, Base };
  static Expected<std::unique_ptr<PlainStore>> open(std::string_view slot, const std::filesystem::path& file,
                                                    const BlockGeometry& geometry, JournaledFile::Use use, Role role);

  bool read(std::uint32_t first, std::span<Word36> words) override;
  bool write(std::uint32_t first, std::span<const Word36> words) override;
  std::string trouble() const override { return file_.trouble(); }
  std::string remarks() const override;
  JournaledFile& written() override { return file_; }
  bool seek(std::uint64_t mark) override { return file_.seek(mark); }
  std::vector<std::filesystem::path> files() const override { return {file_.path()}; }
  std::uint64_t bytes() const { return file_.size(); }
  std::uint64_t contents() const { return contents_; }  // a base's checksum when it was opened
  const std::filesystem::path& path() const { return file_.path(); }

 private:
  PlainStore(JournaledFile file, const BlockGeometry& geometry, BlockPacking packing)
      : file_(std::move(file)), geometry_(geometry), packing_(packing) {}
  Expected<void> lookThrough(std::string_view slot, Role role);

  JournaledFile file_;
  BlockGeometry geometry_;
  BlockPacking packing_;
  std::uint64_t contents_ = 0;
};

class OverlayStore final : public BlockStore {
 public:
  static Expected<std::unique_ptr<OverlayStore>> open(std::string_view slot, const std::filesystem::path& file,
                                                      std::unique_ptr<PlainStore> base, const BlockGeometry& geometry,
                                                      JournaledFile::Use use);

  bool read(std::uint32_t first, std::span<Word36> words) override;
  bool write(std::uint32_t first, std::span<const Word36> words) override;
  std::string trouble() const override { return file_.trouble().empty() ? base_->trouble() : file_.trouble(); }
  std::string remarks() const override;
  JournaledFile& written() override { return file_; }
  // The map is read again from the file.
  bool seek(std::uint64_t mark) override { return file_.seek(mark) && readMap(); }
  std::vector<std::filesystem::path> files() const override { return {base_->path(), file_.path()}; }

 private:
  bool readMap();
  OverlayStore(JournaledFile file, std::unique_ptr<PlainStore> base, const BlockGeometry& geometry)
      : file_(std::move(file)), base_(std::move(base)), geometry_(geometry) {}
  Expected<void> check(std::string_view slot);
  std::uint64_t dataAt(std::uint32_t block) const;

  JournaledFile file_;
  std::unique_ptr<PlainStore> base_;
  BlockGeometry geometry_;
  std::vector<std::byte> map_;  // a byte a block: 1 here, 0 below
};

}  // namespace utah10
