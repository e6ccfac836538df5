#include "devices/block_image.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "devices/block_store.hpp"

namespace utah10 {

namespace {
using Use = JournaledFile::Use;

Expected<void> makeIfMissing(std::string_view slot, const std::filesystem::path& file, const BlockGeometry& geometry,
                             const AttachOptions& options) {
  std::error_code ignored;
  if (std::filesystem::exists(file, ignored)) return {};
  const std::string where = std::string(slot) + ": " + file.string();
  if (!options.create) return fail(where, "there is no such file", "attach with create makes an empty one");
  if (options.readOnly) return fail(where, "there is no such file", "an empty one cannot be created read only");
  return JournaledFile::create(slot, file, packedBytes(BlockPacking::Data8, geometry.words()));
}
}  // namespace

BlockImage::BlockImage(std::unique_ptr<BlockStore> store, const BlockGeometry& geometry, bool readOnly)
    : store_(std::move(store)), geometry_(geometry), readOnly_(readOnly) {}
BlockImage::BlockImage(BlockImage&&) noexcept = default;
BlockImage& BlockImage::operator=(BlockImage&&) noexcept = default;
BlockImage::~BlockImage() = default;

Expected<BlockImage> BlockImage::open(std::string_view slot, const std::filesystem::path& file,
                                      const BlockGeometry& geometry, const AttachOptions& options) {
  if (auto there = makeIfMissing(slot, file, geometry, options); !there) return tl::unexpected(there.error());
  const Use use = options.readOnly ? Use::Read : Use::Write;
  auto plain = options.overlay ? PlainStore::open(slot, file, geometry, Use::Read, PlainStore::Role::Base)
                               : PlainStore::open(slot, file, geometry, use, PlainStore::Role::Alone);
  if (!plain) return tl::unexpected(plain.error());
  if (!options.overlay) return BlockImage{std::move(*plain), geometry, options.readOnly};
  auto overlay = OverlayStore::open(slot, *options.overlay, std::move(*plain), geometry, use);
  if (!overlay) return tl::unexpected(overlay.error());
  return BlockImage{std::move(*overlay), geometry, options.readOnly};
}

std::string BlockImage::description() const {
  std::string s = fmt::format("{}, {}. blocks", geometry_.name, geometry_.blocks);
  if (readOnly_) s += ", read only";
  if (const std::string more = store_->remarks(); !more.empty()) s += ", " + more;
  return s;
}

bool BlockImage::read(std::uint32_t first, std::span<Word36> words) const {
  if (store_->read(first, words)) return true;
  std::ranges::fill(words, Word36{});
  return false;
}

bool BlockImage::write(std::uint32_t first, std::span<const Word36> words) {
  return !readOnly_ && store_->write(first, words);
}

std::string BlockImage::trouble() const { return store_->trouble(); }

void BlockImage::keepUndo(bool on) { store_->written().undo().keep(on && !readOnly_); }
std::uint64_t BlockImage::mark() const { return store_->written().undo().mark(); }
bool BlockImage::seek(std::uint64_t mark) { return store_->seek(mark); }
void BlockImage::forgetBefore(std::uint64_t mark) { store_->written().undo().forgetBefore(mark); }
std::size_t BlockImage::undoBytes() const { return store_->written().undo().bytes(); }
std::vector<std::filesystem::path> BlockImage::files() const { return store_->files(); }

}  // namespace utah10
