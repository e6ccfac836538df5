#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "devices/block_store.hpp"

namespace utah10 {

namespace {
constexpr std::uint64_t kMagic = 0x31304c5641525655;  // "UVRAVL01" as it lies in the file
constexpr std::uint64_t kVersion = 1;
constexpr std::uint64_t kHeaderBytes = 4096;
constexpr std::uint64_t kAlign = 4096;
constexpr std::size_t kNumbers = 7;  // magic, version, blocks, words a block, base bytes, base checksum, checksum

using Header = std::array<std::byte, kHeaderBytes>;

std::uint64_t dataStart(const BlockGeometry& g) {
  return kHeaderBytes + (std::uint64_t{g.blocks} + kAlign - 1) / kAlign * kAlign;
}
std::uint64_t wholeSize(const BlockGeometry& g) { return dataStart(g) + g.words() * 8; }

void put(Header& h, std::size_t number, std::uint64_t v) {
  for (std::size_t i = 0; i < 8; ++i) h[number * 8 + i] = static_cast<std::byte>(v >> (8 * i));
}
std::uint64_t get(const Header& h, std::size_t number) {
  std::uint64_t v = 0;
  for (std::size_t i = 0; i < 8; ++i) v |= std::to_integer<std::uint64_t>(h[number * 8 + i]) << (8 * i);
  return v;
}

Header headerFor(const PlainStore& base, const BlockGeometry& g) {
  Header h{};
  put(h, 0, kMagic);
  put(h, 1, kVersion);
  put(h, 2, g.blocks);
  put(h, 3, g.wordsPerBlock);
  put(h, 4, base.bytes());
  put(h, 5, base.contents());
  put(h, 6, checksum(std::span{h}.first((kNumbers - 1) * 8)));
  return h;
}

// What is wrong with a header, compared with `wanted`; "" if nothing.
std::string wrongIn(const Header& h, const Header& wanted) {
  if (get(h, 0) != kMagic) return "is not an overlay";
  if (get(h, 1) != kVersion)
    return fmt::format("is an overlay of version {}, this program knows {}", get(h, 1), kVersion);
  if (get(h, 6) != checksum(std::span{h}.first((kNumbers - 1) * 8))) return "is an overlay with a damaged header";
  if (get(h, 2) != get(wanted, 2) || get(h, 3) != get(wanted, 3))
    return fmt::format("is an overlay for {} blocks of {} words, not {} of {}", get(h, 2), get(h, 3), get(wanted, 2),
                       get(wanted, 3));
  if (get(h, 4) != get(wanted, 4) || get(h, 5) != get(wanted, 5))
    return "was made for a different image, or that image has changed since";
  return "";
}
}  // namespace

Expected<std::unique_ptr<OverlayStore>> OverlayStore::open(std::string_view slot, const std::filesystem::path& file,
                                                           std::unique_ptr<PlainStore> base,
                                                           const BlockGeometry& geometry, JournaledFile::Use use) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored) && use == JournaledFile::Use::Write) {
    if (auto made = JournaledFile::create(slot, file, wholeSize(geometry), headerFor(*base, geometry)); !made)
      return tl::unexpected(made.error());
  }
  // The journal of a refused overlay must not be applied: size and header are checked first.
  if (std::filesystem::equivalent(file, base->path(), ignored))
    return fail(std::string(slot) + ": " + file.string(), "is the image itself", "an overlay is a file of its own");
  if (auto seen = JournaledFile::open(slot, file, JournaledFile::Use::Read); seen) {
    OverlayStore trial{std::move(*seen), std::move(base), geometry};
    if (auto good = trial.check(slot); !good) return tl::unexpected(good.error());
    base = std::move(trial.base_);
  } else if (use == JournaledFile::Use::Read) {
    return tl::unexpected(seen.error());
  }
  auto opened = JournaledFile::open(slot, file, use);
  if (!opened) return tl::unexpected(opened.error());
  std::unique_ptr<OverlayStore> store{new OverlayStore(std::move(*opened), std::move(base), geometry)};
  if (auto good = store->check(slot); !good) return tl::unexpected(good.error());
  return store;
}

Expected<void> OverlayStore::check(std::string_view slot) {
  const std::string where = std::string(slot) + ": " + file_.path().string();
  Header h{};
  if (file_.size() < kHeaderBytes) return fail(where, "is not an overlay", "name another file");
  if (!file_.read(0, h)) return fail(where, file_.trouble());
  if (const std::string wrong = wrongIn(h, headerFor(*base_, geometry_)); !wrong.empty())
    return fail(where, wrong, "name another file; a missing one is created");
  if (file_.size() != wholeSize(geometry_))
    return fail(where, fmt::format("is an overlay cut short: {} bytes of {}", file_.size(), wholeSize(geometry_)));
  map_.resize(geometry_.blocks);
  if (!readMap()) return fail(where, file_.trouble());
  if (std::ranges::any_of(map_, [](std::byte b) { return b > std::byte{1}; }))
    return fail(where, "is an overlay with a damaged map of its blocks");
  return {};
}

bool OverlayStore::readMap() { return file_.read(kHeaderBytes, map_); }

std::string OverlayStore::remarks() const {
  std::string s = "overlay " + file_.path().filename().string();
  if (!file_.found().empty()) s += ", " + file_.found();
  return s;
}

std::uint64_t OverlayStore::dataAt(std::uint32_t block) const {
  return dataStart(geometry_) + std::uint64_t{block} * geometry_.wordsPerBlock * 8;
}

bool OverlayStore::read(std::uint32_t first, std::span<Word36> words) {
  const std::size_t size = geometry_.wordsPerBlock;
  std::vector<std::byte> bytes(size * 8);
  for (std::uint32_t block = first; !words.empty(); ++block, words = words.subspan(size)) {
    const auto part = words.first(size);
    if (map_[block] == std::byte{}) {
      if (!base_->read(block, part)) return false;
      continue;
    }
    if (!file_.read(dataAt(block), bytes)) return false;
    unpack(BlockPacking::Data8, bytes, part);
  }
  return true;
}

bool OverlayStore::write(std::uint32_t first, std::span<const Word36> words) {
  std::vector<std::byte> bytes(words.size() * 8);
  pack(BlockPacking::Data8, words, bytes);
  const std::vector<std::byte> here(words.size() / geometry_.wordsPerBlock, std::byte{1});
  const std::array<FilePlace, 2> places{{{kHeaderBytes + first, here}, {dataAt(first), bytes}}};
  if (!file_.write(places)) return false;
  std::ranges::copy(here, map_.begin() + first);
  return true;
}

}  // namespace utah10
