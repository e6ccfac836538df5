#include "utah10/devices/block_unit.hpp"

namespace utah10 {

std::string BlockUnit::mounted() const {
  return image_ ? std::filesystem::path{file_}.filename().string() + ", " + image_->description() : std::string{};
}

Expected<std::string> BlockUnit::attach(const std::filesystem::path& file, const AttachOptions& options) {
  auto opened = BlockImage::open(slot_, file, geometry_, options);
  if (!opened) return tl::unexpected(opened.error());
  image_ = std::move(*opened);
  file_ = file.string();
  if (changed_) changed_();
  return image_->description();
}

Expected<std::string> BlockUnit::detach() {
  const std::string trouble = image_ ? image_->trouble() : std::string{};
  image_.reset();
  if (changed_) changed_();
  return trouble.empty() ? std::string{} : file_ + ": " + trouble;
}

// Writes go through to the host at once, so there is only the host's failure to tell.
Expected<void> BlockUnit::flush() {
  if (!image_ || image_->trouble().empty()) return {};
  return fail(slot_ + ": " + file_, image_->trouble(), "make room, detach it and attach it again");
}

}  // namespace utah10
