// A place for one medium of blocks: a disk drive, a drum cabinet. Its device models the rotation and what the guest
// sees.
#pragma once

#include <functional>
#include <optional>

#include "devices/block_image.hpp"

namespace utah10 {

class BlockUnit : public MediaSlot {
 public:
  BlockUnit(std::string slot, const BlockGeometry& geometry) : slot_(std::move(slot)), geometry_(geometry) {}
  BlockUnit(const BlockUnit&) = delete;
  BlockUnit& operator=(const BlockUnit&) = delete;

  // Called after a medium has been mounted or removed.
  void onChange(std::function<void()> changed) { changed_ = std::move(changed); }

  bool loaded() const { return image_.has_value(); }
  bool readOnly() const { return image_ && image_->readOnly(); }
  const BlockGeometry& geometry() const { return geometry_; }
  // False without a medium, or if the host fails.
  bool read(std::uint32_t first, std::span<Word36> words) const { return image_ && image_->read(first, words); }
  bool write(std::uint32_t first, std::span<const Word36> words) { return image_ && image_->write(first, words); }

  std::string_view slot() const override { return slot_; }
  std::string mounted() const override;
  Expected<std::string> attach(const std::filesystem::path& file, const AttachOptions& options = {}) override;
  Expected<std::string> detach() override;
  Expected<void> flush() override;
  std::vector<std::filesystem::path> files() const override;
  void keepUndo(bool on) override;
  Expected<MediaMark> mark() override;
  Expected<void> seek(const MediaMark& mark) override;
  void forgetBefore(const MediaMark& mark) override;
  std::size_t undoBytes() const override { return image_ ? image_->undoBytes() : 0; }

 private:
  std::string slot_;
  BlockGeometry geometry_;
  std::optional<BlockImage> image_;
  std::string file_;
  std::function<void()> changed_;
};

}  // namespace utah10
