#include <fmt/format.h>

#include <algorithm>

#include "devices/block_store.hpp"

namespace utah10 {

namespace {
std::string at(std::string_view slot, const std::filesystem::path& file) {
  return std::string(slot) + ": " + file.string();
}

tl::unexpected<Error> wrongSize(std::string where, std::uint64_t bytes, const BlockGeometry& g) {
  const std::uint64_t full = packedBytes(BlockPacking::Data8, g.words());
  std::string hint = fmt::format("{} bytes with 64 bits a word, {} with 9 bytes for 2 words", full,
                                 packedBytes(BlockPacking::Dbd9, g.words()));
  if (bytes < full && bytes % (std::uint64_t{g.wordsPerBlock} * 8) == 0)
    hint += fmt::format("; an image that was never filled can be lengthened: truncate -s {} FILE", full);
  return fail(std::move(where), fmt::format("has {} bytes, which no {} image has", bytes, g.name), std::move(hint));
}
}  // namespace

Expected<std::unique_ptr<PlainStore>> PlainStore::open(std::string_view slot, const std::filesystem::path& file,
                                                       const BlockGeometry& geometry, JournaledFile::Use use,
                                                       Role role) {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(file, error);  // before a journal may be applied
  BlockPacking packing = BlockPacking::Data8;
  if (!error && bytes == packedBytes(BlockPacking::Dbd9, geometry.words()))
    packing = BlockPacking::Dbd9;
  else if (!error && bytes != packedBytes(BlockPacking::Data8, geometry.words()))
    return wrongSize(at(slot, file), bytes, geometry);
  auto opened = JournaledFile::open(slot, file, use);
  if (!opened) return tl::unexpected(opened.error());
  std::unique_ptr<PlainStore> store{new PlainStore(std::move(*opened), geometry, packing)};
  if (auto good = store->lookThrough(slot, role); !good) return tl::unexpected(good.error());
  return store;
}

// Checks that every value is a word, and computes the checksum by which an overlay recognises its image. Holes of the
// file are not read.
Expected<void> PlainStore::lookThrough(std::string_view slot, Role role) {
  constexpr std::uint64_t kChunk = 1 << 18;
  const std::vector<FileExtent> data = file_.data();
  std::vector<std::byte> buffer(kChunk);
  for (std::uint64_t done = 0; done < file_.size(); done += kChunk) {
    const auto part = std::span{buffer}.first(static_cast<std::size_t>(std::min(kChunk, file_.size() - done)));
    const bool hole = std::ranges::none_of(
        data, [&](const FileExtent& e) { return e.offset < done + part.size() && e.offset + e.length > done; });
    if (hole)
      std::ranges::fill(part, std::byte{});
    else if (!file_.read(done, part))
      return fail(at(slot, file_.path()), file_.trouble());
    if (role == Role::Base) contents_ = checksum(part, contents_);
    if (hole || packing_ != BlockPacking::Data8 || fitsData8(part)) continue;
    return fail(at(slot, file_.path()),
                fmt::format("is not a disk image: more than 36 bits in a word near byte {}", done),
                "64-bit little-endian integers, a word each");
  }
  return {};
}

std::string PlainStore::remarks() const {
  std::string s = packing_ == BlockPacking::Dbd9 ? "9 bytes for 2 words" : "";
  if (!file_.found().empty()) s += (s.empty() ? "" : ", ") + file_.found();
  return s;
}

bool PlainStore::read(std::uint32_t first, std::span<Word36> words) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(packedBytes(packing_, words.size())));
  if (!file_.read(packedBytes(packing_, std::uint64_t{first} * geometry_.wordsPerBlock), bytes)) return false;
  unpack(packing_, bytes, words);
  return true;
}

bool PlainStore::write(std::uint32_t first, std::span<const Word36> words) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(packedBytes(packing_, words.size())));
  pack(packing_, words, bytes);
  const FilePlace place{packedBytes(packing_, std::uint64_t{first} * geometry_.wordsPerBlock), bytes};
  return file_.write({&place, 1});
}

}  // namespace utah10
