#include "toolchain/tenexfs/tenex_tape.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "toolchain/input_file.hpp"
#include "toolchain/output_file.hpp"
#include "toolchain/tenexfs/image_file.hpp"
#include "toolchain/tenexfs/tape_layout.hpp"
#include "utah10/toolchain/packing.hpp"
#include "utah10/word/text.hpp"
#include "utah10/word/virtual_time.hpp"
#include "word/letters.hpp"

namespace utah10 {

using namespace tenexfs;

namespace {

constexpr std::uint32_t kModifiedEpoch = 40587;  // 1 January 1970, in days since 17 November 1858
constexpr const char* kRepairHint = "tenexfs check --repair";

bool tapePartGood(std::string_view part, std::size_t most) {
  return part.size() <= most && std::ranges::all_of(part, [](char c) {
           return c > ' ' && isSixbit(c) && std::string_view{"<>.;:,"}.find(c) == std::string_view::npos;
         });
}

bool tapeNameGood(const TapeName& n) {
  return !n.name.empty() && tapePartGood(n.name, 6) && tapePartGood(n.extension, 3);
}

constexpr bool isDataBlock(unsigned block) { return block >= 1 && block <= kLastBlock && block != kDirectoryBlock; }

constexpr unsigned mapShift(unsigned block) {
  return 36 - kMapByteBits * ((block - 1) % kMapWordBytes + 1);  // a word's first byte is its leftmost
}

Word36 blockHeader(unsigned next, unsigned first, std::size_t count) {
  return Word36{std::uint64_t{next} << 18 | std::uint64_t{first} << 8 | count};
}

bool isTextCharacter(std::uint32_t c) {
  constexpr std::uint32_t kEscape = 033, kEol = 037;
  return c == 0 || (c >= '\b' && c <= '\r') || c == kEscape || c == kEol || (c >= ' ' && c <= '~');
}

// Five characters of text, and no line number of an editor, which host text has no place for.
bool isTextWord(Word36 w) {
  if (asciiBit35(w)) return false;
  for (const char c : unpackAscii(w))
    if (!isTextCharacter(static_cast<unsigned char>(c))) return false;
  return true;
}

FileContents contentsOfTapeFile(std::vector<Word36> words) {
  FileContents c;
  c.words = std::move(words);
  const bool text = std::ranges::all_of(c.words, isTextWord);
  c.byteSize = text ? 7 : 36;
  c.bytes = c.words.size() * (36 / c.byteSize);
  return c;
}

// What TENEX 1.33 and 1.34 check before they use a directory.
bool hasDirectory(std::span<const Word36> words) {
  const auto byteOf = [&](unsigned block) {
    const Word36 w = words[kDirectoryBlock * TenexTape::kBlockWords + (block - 1) / kMapWordBytes];
    return (w.bits() >> mapShift(block)) & kNoBlock;
  };
  for (unsigned block = kLastBlock + 1; block <= kMapWords * kMapWordBytes; ++block)
    if (byteOf(block) != kNoBlock) return false;
  return byteOf(kDirectoryBlock) == kReservedBlock;
}

}  // namespace

std::string TapeName::text() const { return name + "." + extension; }

Expected<TapeName> parseTapeName(std::string_view text) {
  const std::string whole{text};
  const std::string t = upperCase(text);
  std::string_view rest = t;
  if (rest.size() >= 5 && rest.starts_with("DTA") && rest[3] >= '0' && rest[3] <= '7' && rest[4] == ':')
    rest.remove_prefix(5);
  if (rest.starts_with('<')) return fail(whole, "a DECtape has no directories", "NAME.EXT");
  if (rest.find(';') != std::string_view::npos) return fail(whole, "a DECtape has no versions", "NAME.EXT");
  const std::size_t dot = rest.find('.');
  TapeName n{std::string{rest.substr(0, dot)}, {}};
  if (dot != std::string_view::npos) n.extension = rest.substr(dot + 1);
  if (!tapeNameGood(n)) return fail(whole, "not a valid file name on a DECtape", "NAME.EXT, up to 6 and 3 characters");
  return n;
}

TenexTape TenexTape::make() {
  TenexTape tape{std::vector<Word36>(kBlocks * kBlockWords), "tape"};
  for (unsigned block = kLastBlock + 1; block <= kMapWords * kMapWordBytes; ++block) tape.setOwner(block, kNoBlock);
  for (const unsigned block : {1U, 2U, kDirectoryBlock}) tape.setOwner(block, kReservedBlock);  // 0 to 2: boot program
  return tape;
}

Expected<TenexTape> TenexTape::of(std::vector<Word36> words, std::string name) {
  if (words.size() != kBlocks * kBlockWords)
    return fail(std::move(name), fmt::format("is not a DECtape: {} words", words.size()),
                "a tape has 578 blocks of 128 words");
  if (!hasDirectory(words))
    return fail(std::move(name), "has no TENEX or DEC directory in block 144",
                "tenexfs make --drive TU55 --force makes an empty tape of it");
  return TenexTape{std::move(words), std::move(name)};
}

Expected<TenexTape> TenexTape::open(const std::filesystem::path& file) {
  if (auto complete = requireCompleteImage(file); !complete) return tl::unexpected{complete.error()};
  const auto bytes = readFileWhole(file);
  if (!bytes) return tl::unexpected{bytes.error()};
  if (bytes->size() != kImageBytes)
    return fail(file.string(), fmt::format("is not the image of a PDP-10 DECtape: {} bytes", bytes->size()),
                fmt::format("an image has {}", kImageBytes));
  auto words = unpackWords(*bytes, Packing::DecTape);
  if (!words) return fail(file.string() + ": " + words.error().where, words.error().what);
  return of(std::move(*words), file.string());
}

Expected<void> TenexTape::save(const std::filesystem::path& file) const {
  return writeFileWhole(file, packWords(words_, Packing::DecTape));
}

std::string TenexTape::label() const { return sixbitName(directory(kLabel)); }

// The directory

Word36& TenexTape::directory(std::size_t n) { return words_[kDirectoryBlock * kBlockWords + n]; }
Word36 TenexTape::directory(std::size_t n) const { return words_[kDirectoryBlock * kBlockWords + n]; }

std::uint32_t TenexTape::owner(unsigned block) const {
  return static_cast<std::uint32_t>(directory((block - 1) / kMapWordBytes).bits() >> mapShift(block)) & kNoBlock;
}

void TenexTape::setOwner(unsigned block, std::uint32_t slot) {
  Word36& w = directory((block - 1) / kMapWordBytes);
  w = Word36{(w.bits() & ~(std::uint64_t{kNoBlock} << mapShift(block))) | std::uint64_t{slot} << mapShift(block)};
}

std::vector<unsigned> TenexTape::owned(std::uint32_t slot) const {
  std::vector<unsigned> blocks;
  for (unsigned block = 1; block <= kLastBlock; ++block)
    if (owner(block) == slot) blocks.push_back(block);
  return blocks;
}

void TenexTape::release(std::uint32_t slot) {
  for (const unsigned block : owned(slot)) setOwner(block, kFreeBlock);
}

// Slots count from 1, as the block map does.
bool TenexTape::used(std::uint32_t slot) const { return !directory(kNames + slot - 1).zero(); }

TapeName TenexTape::nameOf(std::uint32_t slot) const {
  const Word36 extension = Word36::halves(directory(kExtensions + slot - 1).left(), HalfWord{});
  return {sixbitName(directory(kNames + slot - 1)), sixbitName(extension)};
}

// The first slot of that name, as TENEX looks a name up; 0 if there is none.
std::uint32_t TenexTape::slotOf(const TapeName& name) const {
  for (std::uint32_t slot = 1; slot <= kSlots; ++slot)
    if (used(slot) && nameOf(slot) == name) return slot;
  return 0;
}

std::uint32_t TenexTape::date(std::uint32_t slot) const {
  std::uint32_t date = kDateLow.of(directory(kExtensions + slot - 1));
  for (unsigned k = 0; k < kDateHighBits; ++k)
    if (directory(slot - 1 + k * kSlots).bit(35)) date |= 1U << (kDateLowBits + k);
  return date;
}

Word36 TenexTape::dayWritten(std::uint32_t slot) const {
  using namespace std::chrono;
  const std::uint32_t n = date(slot);
  const year_month_day day{year{kDateFirstYear + static_cast<int>(n / kDateYear)},
                           month{n % kDateYear / kDateMonth + 1}, std::chrono::day{n % kDateMonth + 1}};
  if (n == 0 || !day.ok()) return {};
  const auto days = static_cast<int>(kModifiedEpoch) + sys_days{day}.time_since_epoch().count();
  return Word36::halves(static_cast<std::uint32_t>(days), 0);
}

void TenexTape::setDate(std::uint32_t slot) {
  using namespace std::chrono;
  const int days = static_cast<int>(now_.left().bits()) - static_cast<int>(kModifiedEpoch);
  const year_month_day today{sys_days{std::chrono::days{days}}};
  const int months =
      (static_cast<int>(today.year()) - kDateFirstYear) * 12 + static_cast<int>(unsigned{today.month()}) - 1;
  const int date = months * static_cast<int>(kDateMonth) + static_cast<int>(unsigned{today.day()}) - 1;
  const bool fits = date >= 0 && date < 1 << (kDateLowBits + kDateHighBits);
  const std::uint32_t n = fits ? static_cast<std::uint32_t>(date) : 0;
  Word36& extension = directory(kExtensions + slot - 1);
  extension = Word36::halves(extension.left().bits(), n & ((1U << kDateLowBits) - 1));
  for (unsigned k = 0; k < kDateHighBits; ++k) {
    Word36& map = directory(slot - 1 + k * kSlots);
    map = Word36{(map.bits() & ~std::uint64_t{1}) | (n >> (kDateLowBits + k) & 1)};
  }
}

// The blocks of a file

TenexTape::Chain TenexTape::follow(std::uint32_t slot, unsigned first) const {
  Chain c;
  std::vector<bool> seen(kBlocks);
  for (unsigned block = first, last = 0; block != 0; last = block, block = kNextOfFile.of(header(last))) {
    const std::string from = last == 0 ? "its first block" : fmt::format("the block after {:o}", last);
    if (!isDataBlock(block) || owner(block) != slot)
      c.fault = fmt::format("{} is {:o}, which is not its own", from, block);
    else if (seen[block])
      c.fault = fmt::format("{} is {:o} again", from, block);
    if (!c.fault.empty()) return c;
    seen[block] = true;
    c.blocks.push_back(block);
  }
  return c;
}

// Any block of a file names the first one.
TenexTape::Chain TenexTape::chain(std::uint32_t slot) const {
  const std::vector<unsigned> blocks = owned(slot);
  if (blocks.empty()) return {};
  Chain c = follow(slot, kFirstOfFile.of(header(blocks.front())));
  if (c.blocks.empty() && c.fault.empty()) c.fault = fmt::format("block {:o} names no first block", blocks.front());
  return c;
}

std::size_t TenexTape::wordsIn(const Chain& chain) const {
  std::size_t words = 0;
  for (const unsigned block : chain.blocks) words += std::min(kWordCount.of(header(block)), kDataWords);
  return words;
}

void TenexTape::checkFile(std::uint32_t slot, TapeReport& report) const {
  const std::vector<unsigned> blocks = owned(slot);
  if (!used(slot)) {
    if (!blocks.empty())
      report.errors.push_back(fmt::format("slot {} has blocks ({}) but no name", slot, blocks.size()));
    return;
  }
  const std::string name = nameOf(slot).text();
  const Chain c = chain(slot);
  ++report.files;
  if (blocks.empty()) report.notes.push_back(name + ": has no blocks");
  if (!c.fault.empty()) {
    report.errors.push_back(name + ": " + c.fault);
  } else if (c.blocks.size() != blocks.size()) {
    report.errors.push_back(
        fmt::format("{}: {} of its blocks are not in its chain", name, blocks.size() - c.blocks.size()));
  }
  for (const unsigned block : c.blocks) {
    if (const auto first = kFirstOfFile.of(header(block)); first != c.blocks.front())
      report.errors.push_back(
          fmt::format("{}: block {:o} names {:o} as the first block, not {:o}", name, block, first, c.blocks.front()));
    if (const auto count = kWordCount.of(header(block)); count > kDataWords)
      report.errors.push_back(fmt::format("{}: block {:o} has {} words", name, block, count));
  }
  if (date(slot) != 0 && dayWritten(slot).zero()) report.notes.push_back(name + ": its date does not exist");
}

void TenexTape::checkNames(TapeReport& report) const {
  for (std::uint32_t slot = 1; slot <= kSlots; ++slot) {
    if (!used(slot)) continue;
    const TapeName name = nameOf(slot);
    if (!tapeNameGood(name)) report.notes.push_back(fmt::format("the name \"{}\" cannot be typed", name.text()));
    if (slotOf(name) != slot)
      report.notes.push_back(fmt::format("two files are named {}; only the first can be reached", name.text()));
  }
}

// Keeps the longest chain there is, which begins where the file says unless that place is damaged.
void TenexTape::repairFile(std::uint32_t slot) {
  const std::vector<unsigned> blocks = owned(slot);
  Chain best = used(slot) ? chain(slot) : Chain{};
  if (used(slot) && best.blocks.size() != blocks.size())
    for (const unsigned block : blocks)
      if (Chain c = follow(slot, block); c.blocks.size() > best.blocks.size()) best = std::move(c);
  release(slot);
  for (std::size_t k = 0; k < best.blocks.size(); ++k) {
    Word36& head = header(best.blocks[k]);
    const unsigned next = k + 1 < best.blocks.size() ? best.blocks[k + 1] : 0;
    head = blockHeader(next, best.blocks.front(), std::min(kWordCount.of(head), kDataWords));
    setOwner(best.blocks[k], slot);
  }
}

TapeReport TenexTape::check(bool repair) {
  TapeReport report;
  for (std::uint32_t slot = 1; slot <= kSlots; ++slot) checkFile(slot, report);
  checkNames(report);
  if (repair && !report.clean())
    for (std::uint32_t slot = 1; slot <= kSlots; ++slot) repairFile(slot);
  for (unsigned block = 1; block <= kLastBlock; ++block) {
    if (owner(block) == kFreeBlock)
      ++report.freeBlocks;
    else if (owner(block) <= kSlots)
      ++report.blocks;
  }
  return report;
}

Expected<void> TenexTape::requireClean() const {
  const TapeReport report = TenexTape{*this}.check();
  if (report.clean()) return {};
  return fail(name_, report.errors.front(), kRepairHint);
}

std::vector<TapeFile> TenexTape::files() const {
  std::vector<TapeFile> all;
  for (std::uint32_t slot = 1; slot <= kSlots; ++slot)
    if (used(slot))
      all.push_back({nameOf(slot), static_cast<unsigned>(owned(slot).size()), wordsIn(chain(slot)), dayWritten(slot)});
  return all;
}

Expected<FileContents> TenexTape::read(const TapeName& name) const {
  const std::uint32_t slot = slotOf(name);
  if (slot == 0) return fail(name.text(), "no such file");
  const Chain c = chain(slot);
  if (!c.fault.empty()) return fail(name.text(), c.fault, kRepairHint);
  std::vector<Word36> words;
  for (const unsigned block : c.blocks) {
    const auto data = std::span{words_}.subspan(block * kBlockWords + 1, kDataWords);
    const auto part = data.first(std::min(kWordCount.of(header(block)), kDataWords));
    words.insert(words.end(), part.begin(), part.end());
  }
  return contentsOfTapeFile(std::move(words));
}

// The free block that TENEX takes: the next one in the direction of the last choice, which turns at the tape's ends; 0
// if there is none.
unsigned TenexTape::findFree(int from, bool& down) const {
  auto block = static_cast<unsigned>(std::clamp(from, 1, static_cast<int>(kLastBlock)));
  for (bool turned = false; owner(block) != kFreeBlock;) {
    if (block != (down ? 1 : kLastBlock)) {
      block += down ? -1U : 1U;
    } else if (turned) {
      return 0;
    } else {
      turned = true;
      down = !down;
    }
  }
  return block;
}

bool TenexTape::store(std::uint32_t slot, std::span<const Word36> words, unsigned spacing) {
  bool down = true;
  const unsigned first = findFree(0, down);
  down = true;  // TENEX forgets that this search has turned round
  for (unsigned block = first; block != 0;) {
    setOwner(block, slot);
    const auto part = words.first(std::min<std::size_t>(words.size(), kDataWords));
    words = words.subspan(part.size());
    unsigned next = 0;
    const int step = static_cast<int>(spacing) * (down ? -1 : 1);
    if (!words.empty() && (next = findFree(static_cast<int>(block) + step, down)) == 0) return false;
    const auto place = words_.begin() + static_cast<std::ptrdiff_t>(block * kBlockWords);
    std::fill_n(place, kBlockWords, Word36{});
    *place = blockHeader(next, first, part.size());
    std::ranges::copy(part, place + 1);
    block = next;
  }
  return first != 0;  // a file has at least one block
}

Expected<TapeName> TenexTape::write(const TapeName& name, std::span<const Word36> words, unsigned spacing) {
  if (!tapeNameGood(name)) return fail(name.text(), "not a valid file name on a DECtape");
  if (spacing < 1 || spacing > kMostSpacing)
    return fail(name.text(), fmt::format("spacings are 1 to {}", kMostSpacing));
  if (auto clean = requireClean(); !clean) return tl::unexpected{clean.error()};
  TenexTape changed = *this;
  std::uint32_t slot = slotOf(name);
  if (slot == 0) {
    for (slot = 1; slot <= kSlots && used(slot);) ++slot;
    if (slot > kSlots) return fail(name.text(), fmt::format("the directory is full: it has {} files", kSlots));
    changed.directory(kNames + slot - 1) = *packSixbit(name.name);
    changed.directory(kExtensions + slot - 1) = *packSixbit(name.extension);
  }
  changed.release(slot);
  const std::size_t needed = std::max<std::size_t>(1, (words.size() + kDataWords - 1) / kDataWords);
  const std::size_t free = changed.owned(kFreeBlock).size();
  if (needed > free)
    return fail(name.text(), fmt::format("the tape is full: {} blocks are needed, {} are free", needed, free));
  changed.setDate(slot);
  changed.store(slot, words, spacing);
  *this = std::move(changed);
  return name;
}

// The extension and the date stay in the directory, as in TENEX: a slot without a name is free.
Expected<TapeName> TenexTape::remove(const TapeName& name) {
  if (auto clean = requireClean(); !clean) return tl::unexpected{clean.error()};
  const std::uint32_t slot = slotOf(name);
  if (slot == 0) return fail(name.text(), "no such file");
  release(slot);
  directory(kNames + slot - 1) = Word36{};
  return name;
}

}  // namespace utah10
