#include "devices/dectape_image.hpp"

#include "devices/patched_file.hpp"

namespace utah10 {

namespace {
constexpr std::size_t kWords = DecTapeImage::kBlocks * DecTapeImage::kBlockWords;
constexpr std::size_t kBlockBytes = DecTapeImage::kBlockWords * 8;
constexpr std::size_t kSize36 = DecTapeImage::kBlocks * kBlockBytes;
constexpr std::size_t kSize16 = kWords * 4;
constexpr std::size_t kSize12 = std::size_t{1474} * 129 * 2;
constexpr std::size_t kMost = std::size_t{1} << 24;

std::uint64_t little(const std::vector<std::byte>& bytes, std::size_t at, std::size_t count) {
  std::uint64_t v = 0;
  for (std::size_t i = count; i-- > 0;) v = v << 8 | static_cast<std::uint64_t>(bytes[at + i]);
  return v;
}

// Half words of `size` bytes, little endian; null if one is too large.
Expected<std::vector<Word36>> decode(const std::string& where, const std::vector<std::byte>& bytes, std::size_t size) {
  std::vector<Word36> words;
  words.reserve(kWords);
  for (std::size_t at = 0; at < bytes.size(); at += 2 * size) {
    const std::uint64_t left = little(bytes, at, size);
    const std::uint64_t right = little(bytes, at + size, size);
    if (left > HalfWord::kMask || right > HalfWord::kMask)
      return fail(where, "is not a DECtape image: byte " + std::to_string(at) + " begins no 18-bit half words",
                  "an image has 256 of them in each of 578 blocks");
    words.push_back(Word36{left << 18 | right});
  }
  return words;
}

Expected<std::vector<Word36>> wordsOf(const std::string& where, const std::vector<std::byte>& bytes) {
  if (bytes.size() == kSize36) return decode(where, bytes, 4);
  if (bytes.size() == kSize16) return decode(where, bytes, 2);
  if (bytes.size() == kSize12)
    return fail(where, "is the image of a PDP-8 DECtape", "a PDP-10 reads 578 blocks of 128 words");
  return fail(where, "has the wrong size for a DECtape: " + std::to_string(bytes.size()) + " bytes",
              "an image of 578 blocks has " + std::to_string(kSize36));
}
}  // namespace

DecTapeImage::DecTapeImage() : words_(kWords) {}
DecTapeImage::DecTapeImage(DecTapeImage&&) noexcept = default;
DecTapeImage& DecTapeImage::operator=(DecTapeImage&&) noexcept = default;
DecTapeImage::~DecTapeImage() = default;

Expected<DecTapeImage> DecTapeImage::open(std::string_view device, const std::filesystem::path& file,
                                          const AttachOptions& options) {
  const std::string where = std::string(device) + ": " + file.string();
  if (options.overlay) return fail(where, "a DECtape has no overlay", "copy the image instead");
  if (auto made = createMedium(device, file, options.create, std::vector<std::byte>(kSize36)); !made)
    return tl::unexpected{made.error()};
  auto opened = PatchedFile::open(device, file, options.readOnly, kMost);
  if (!opened) return tl::unexpected{opened.error()};
  const std::vector<std::byte> bytes = (*opened)->takeContent();
  auto words = wordsOf(where, bytes);
  if (!words) return tl::unexpected{words.error()};
  DecTapeImage image;
  image.words_ = std::move(*words);
  image.readOnly_ = options.readOnly || bytes.size() == kSize16;
  image.file_ = std::move(*opened);
  return image;
}

std::filesystem::path DecTapeImage::file() const { return file_ ? file_->file() : std::filesystem::path{}; }

std::vector<std::byte> DecTapeImage::encoded(std::size_t n) const {
  std::vector<std::byte> bytes;
  bytes.reserve(kBlockBytes);
  for (const Word36 w : block(n))
    for (const std::uint32_t half : {w.left().bits(), w.right().bits()})
      for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::byte>(half >> shift));
  return bytes;
}

void DecTapeImage::write(std::size_t n, std::span<const Word36, kBlockWords> words) {
  std::copy(words.begin(), words.end(), words_.begin() + static_cast<std::ptrdiff_t>(n * kBlockWords));
  spoiled_.erase(n);
  if (!file_) return;
  unsaved_.insert(n);
  (void)flush();  // keeps what the host does not accept now for the next attempt
}

Expected<void> DecTapeImage::flush() {
  while (!unsaved_.empty()) {
    const std::size_t n = *unsaved_.begin();
    if (auto done = file_->apply({n * kBlockBytes, encoded(n), kSize36}); !done) return done;
    unsaved_.erase(n);
  }
  return {};
}

void DecTapeImage::keepUndo(bool on) {
  if (file_) file_->undo().keep(on && !readOnly_);
}

Expected<std::uint64_t> DecTapeImage::mark() {
  if (auto done = flush(); !done) return tl::unexpected{done.error()};
  return file_ ? file_->undo().mark() : 0;
}

Expected<void> DecTapeImage::seek(std::uint64_t mark) {
  if (!file_ || mark == file_->undo().mark()) return {};
  if (auto done = flush(); !done) return done;
  if (auto done = file_->seek(mark); !done) return done;
  auto words = wordsOf(file_->file().string(), file_->read());
  if (!words) return tl::unexpected{words.error()};
  words_ = std::move(*words);
  return {};
}

void DecTapeImage::forgetBefore(std::uint64_t mark) {
  if (file_) file_->undo().forgetBefore(mark);
}

std::size_t DecTapeImage::undoBytes() const { return file_ ? file_->undo().bytes() : 0; }

std::vector<std::byte> DecTapeImage::encodedBlocks() const {
  std::vector<std::byte> all;
  all.reserve(kSize36);
  for (std::size_t n = 0; n < kBlocks; ++n) {
    const auto bytes = encoded(n);
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  return all;
}

void DecTapeImage::state(Archive& a) {
  std::vector<std::byte> all;
  bool readOnly = readOnly_;
  std::vector<std::size_t> blocks(spoiled_.begin(), spoiled_.end());
  if (!a.reading()) all = encodedBlocks();
  a.bytes(all);
  a.flag(readOnly);
  a.list(blocks, [&](std::size_t& n) { a.u32(n); });
  if (!a.reading()) return;
  std::set<std::size_t> spoiled(blocks.begin(), blocks.end());
  if (all.size() != kSize36 || (!spoiled.empty() && *spoiled.rbegin() >= kBlocks)) return a.reject("dta: no DECtape");
  auto words = decode("", all, 4);
  if (!words) return a.reject("dta: words of more than 36 bits");
  if (*words != words_ || readOnly != readOnly_) {  // the file's content differs: the tape has no file
    file_.reset();
    unsaved_.clear();
  }
  words_ = std::move(*words);
  readOnly_ = readOnly;
  spoiled_ = std::move(spoiled);
}

}  // namespace utah10
