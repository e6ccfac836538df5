#include "devices/block_unit.hpp"

namespace utah10 {

std::string BlockUnit::mounted() const {
  return image_ ? std::filesystem::path{file_}.filename().string() + ", " + image_->description() : std::string{};
}

Expected<std::string> BlockUnit::attach(const std::filesystem::path& file, const AttachOptions& options) {
  auto opened = BlockImage::open(slot_, file, geometry_, options);
  if (!opened) return tl::unexpected(opened.error());
  image_ = std::move(*opened);
  file_ = file.string();
  remounted();
  if (changed_) changed_();
  return image_->description();
}

Expected<std::string> BlockUnit::detach() {
  const std::string trouble = image_ ? image_->trouble() : std::string{};
  image_.reset();
  remounted();
  if (changed_) changed_();
  return trouble.empty() ? std::string{} : file_ + ": " + trouble;
}

// Writes go through to the host at once, so only a failure of the host remains to be reported.
Expected<void> BlockUnit::flush() {
  if (!image_ || image_->trouble().empty()) return {};
  return fail(slot_ + ": " + file_, image_->trouble(), "make room, detach it and attach it again");
}

std::vector<std::filesystem::path> BlockUnit::files() const {
  return image_ ? image_->files() : std::vector<std::filesystem::path>{};
}

void BlockUnit::keepUndo(bool on) {
  if (image_) image_->keepUndo(on);
}

Expected<MediaMark> BlockUnit::mark() { return MediaMark{mountings(), image_ ? image_->mark() : 0, 0}; }

Expected<void> BlockUnit::seek(const MediaMark& mark) {
  if (auto same = sameMedium(mark); !same) return same;
  if (!image_ || image_->seek(mark.file)) return {};
  return fail(slot_ + ": " + file_, "what was written cannot be taken back: " + image_->trouble());
}

void BlockUnit::forgetBefore(const MediaMark& mark) {
  if (image_ && mark.mounting == mountings()) image_->forgetBefore(mark.file);
}

}  // namespace utah10
