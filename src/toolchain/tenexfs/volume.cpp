#include "toolchain/tenexfs/volume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace utah10::tenexfs {

std::uint32_t Volume::freePages() const { return static_cast<std::uint32_t>(std::ranges::count(used_, false)); }

std::optional<std::uint32_t> Volume::allocate(std::uint32_t near) {
  std::vector<std::uint32_t> count(shape_->fileTracks);
  const auto taken = [this](std::uint32_t p) { return used_[p] || reserved_[p]; };
  for (std::uint32_t p = 0; p < used_.size(); ++p) count[p / kPagesTrack] += taken(p) ? 0U : 1U;
  const std::uint32_t wanted = std::min(near / kSectorsTrack, shape_->fileTracks - 1);
  std::uint32_t best = wanted;
  if (count[wanted] == 0)
    for (std::uint32_t away = 1; away < shape_->fileTracks; ++away) {
      if (wanted >= away && count[wanted - away] > count[best]) best = wanted - away;
      if (wanted + away < shape_->fileTracks && count[wanted + away] > count[best]) best = wanted + away;
      if (count[best] >= kGoodTrack) break;
    }
  if (count[best] == 0) return std::nullopt;
  std::uint32_t p = best * kPagesTrack;
  while (taken(p)) ++p;
  used_[p] = true;
  std::ranges::fill(page(p * kSectorsPage), Word36{});
  return p * kSectorsPage;
}

const User* Model::find(std::string_view name) const {
  for (const auto& [part, users] : parts)
    for (const User& u : users)
      if (u.name == name) return &u;
  return nullptr;
}

namespace {

std::uint32_t addressOf(Word36 w) { return static_cast<std::uint32_t>(w.bits() & kAddressMask); }
Word36 pointer(std::uint32_t bits, std::uint32_t address) { return Word36{(std::uint64_t{bits} << 18) | address}; }
// The eight pages from `first` on that an index block points to.
Blocks gather(const Volume& v, std::uint32_t indexBlock, std::uint32_t first) {
  Blocks b(kDirectoryWords);
  for (std::uint32_t k = 0; k < kDirectoryPages; ++k) {
    const Word36 w = v.page(indexBlock)[first + k];
    if (w.zero() || neverWritten(w) || !v.good(addressOf(w))) continue;
    std::ranges::copy(v.page(addressOf(w)), b.begin() + k * kPageWords);
  }
  return b;
}

// A word of an index block as ASOFN expects it: access and disk bits, rights, nothing else.
// A page may be marked as never written.
bool goodPointer(const Volume& v, Word36 w) {
  return (w.left().bits() & 0617770U) == kBlockBits && v.good(addressOf(w));
}

class Loader {
 public:
  Loader(Volume& v, Model& m, PackReport& report, bool repair) : v_(v), m_(m), report_(report), repair_(repair) {}

  bool run() {
    v_.forgetUsed();
    const std::uint32_t index = v_.shape().indexAddress();
    v_.setUsed(index, true);
    if (!block(index, "<SYSTEM>INDEX.")) return false;
    const Word36 first = v_.page(index)[0];
    if (first.zero() || addressOf(first) == 0)
      return error("<SYSTEM>INDEX. has no page 0: this is not a TENEX pack, or it is beyond repair"), false;
    const Blocks zero = gather(v_, index, 0);
    if (zero[kHashAt].bits() != kHashTable || zero[kHashLength].bits() == 0 ||
        kHashTable + zero[kHashLength].bits() > kDirectoryWords)
      error("<SYSTEM>INDEX.: the bounds of its hash table are wrong");
    else
      m_.zero = zero;
    for (std::uint32_t c = 0; c < 130; ++c)
      m_.letters[c] = zero[kLetters + c / 5].field(static_cast<int>(c % 5 * 7), static_cast<int>(c % 5 * 7 + 6));
    std::set<std::uint32_t> parts(m_.letters.begin(), m_.letters.begin() + 128);
    for (const std::uint32_t p : parts) {
      if (p == 0 || p > 62) {
        error(fmt::format("<SYSTEM>INDEX.: part {} is impossible", p));
        if (!repair_) continue;
        std::ranges::replace(m_.letters, p, 1U);
        continue;
      }
      readPart(index, p);
    }
    if (!m_.parts.contains(1)) readPart(index, 1);
    m_.fd = addressOf(zero[kFdAddress]);
    if (!claim(m_.fd, "<SYSTEM>DIRECTORY.") || !block(m_.fd, "<SYSTEM>DIRECTORY.")) return false;
    for (std::uint32_t b = 0; b < kFdBlocks; ++b) {
      m_.fdBlocks[b] = addressOf(v_.page(m_.fd)[b]);
      if (v_.page(m_.fd)[b].zero())
        return error(fmt::format("<SYSTEM>DIRECTORY.: index block {} is missing", b)), false;
      if (!block(m_.fdBlocks[b], "<SYSTEM>DIRECTORY.")) return false;
    }
    if (otherLayout()) {
      error("<SYSTEM>DIRECTORY.: has more or larger directories (NFDIB, FDFMTF) than tenexfs reads");
      return false;
    }
    hash(zero);
    for (const auto& [part, users] : m_.parts)
      for (const User& u : users) readDirectory(u);
    bool system = false;
    for (auto& [number, d] : m_.directories) {
      system |= number == 1;
      for (FileEntry& e : d.files) file(d, e);
    }
    if (!system) return error("there is no directory 1, SYSTEM"), false;
    systemFile("INDEX", index, 0, 0770000);
    systemFile("DIRECTORY", m_.fd, kLong, 0774040);
    bitTable();
    report_.directories = static_cast<unsigned>(m_.directories.size());
    report_.freePages = v_.freePages();
    report_.pages = v_.shape().filePages() - report_.freePages;
    return true;
  }

 private:
  void error(std::string what) { report_.errors.push_back(std::move(what)); }

  bool claim(std::uint32_t address, const std::string& who) {
    if (!v_.good(address)) return error(fmt::format("{}: address {:o} is outside the file area", who, address)), false;
    if (v_.used(address)) return error(fmt::format("{}: page {:o} has another owner", who, address)), false;
    v_.setUsed(address, true);
    return true;
  }

  // Claims the pages an index block points to.
  bool block(std::uint32_t address, const std::string& who) {
    if (!v_.good(address)) return error(who + ": no index block"), false;
    for (Word36& w : v_.page(address)) {
      if (w.zero()) continue;
      if (!goodPointer(v_, w))
        error(fmt::format("{}: {:012o} is not a page pointer", who, w.bits()));
      else if (claim(addressOf(w), who))
        continue;
      if (repair_) w = Word36{};
    }
    return true;
  }

  void readPart(std::uint32_t index, std::uint32_t p) {
    Problems problems;
    m_.parts[p] = parseIndexPart(gather(v_, index, p * kDirectoryPages), p, problems);
    if (problems.empty()) m_.keptParts.insert(p);
    for (const std::string& s : problems) error(fmt::format("<SYSTEM>INDEX., part {}: {}", p, s));
    std::erase_if(m_.parts[p], [&](const User& u) {
      const bool right = m_.letters[static_cast<unsigned char>(u.name[0]) & 127] == p;
      if (!right) error(fmt::format("<SYSTEM>INDEX.: {} is in the wrong part, {}", u.name, p));
      return !right && !repair_;
    });
  }

  // Every user's number must lead to the user's descriptor, and the table must have no other entries.
  void hash(const Blocks& zero) {
    const std::uint32_t length =
        std::clamp<std::uint32_t>(zero[kHashLength].right().bits(), 1, kDirectoryWords - kHashTable);
    std::set<std::uint32_t> numbers;
    for (auto& [part, users] : m_.parts)
      for (const User& u : users) {
        if (!numbers.insert(u.number()).second) error(fmt::format("two directories have number {}", u.number()));
        std::uint32_t at = hashOf(u.number(), length);
        std::uint32_t left = length;
        for (; left != 0; --left, at = at == 0 ? length - 1 : at - 1) {
          const Word36 w = zero[kHashTable + at];
          if (w.zero())
            left = 1;
          else if (!w.sign() && w.right().bits() == u.number())
            break;
        }
        if (left == 0)
          error(fmt::format("{}: number {} is not in the hash table", u.name, u.number()));
        else if (const std::uint32_t to = zero[kHashTable + at].left().bits();
                 to >> 12 != part || !leadsTo(part, to & 07777, u))
          error(fmt::format("{}: the hash table points elsewhere", u.name));
      }
    for (std::uint32_t i = 0; i < length; ++i)
      if (const Word36 w = zero[kHashTable + i]; !w.sign() && !w.zero() && !numbers.contains(w.right().bits()))
        error(fmt::format("the hash table has number {}, which no directory has", w.right().bits()));
  }
  bool leadsTo(std::uint32_t part, std::uint32_t offset, const User& u) {
    const Blocks b = gather(v_, v_.shape().indexAddress(), part * kDirectoryPages);
    return offset + kDdbNumber < b.size() && b[offset + kDdbNumber].right().bits() == u.number();
  }

  // A site of 1.33 or later may have more index blocks, or sixteen pages for each directory: then directory 1 stands
  // where directory 2 would.
  bool otherLayout() const {
    if (!v_.page(m_.fd)[kFdBlocks].zero()) return true;
    const auto isFirst = [&](std::uint32_t page) {
      const Blocks b = gather(v_, m_.fdBlocks[0], page);
      return b[kNumber].bits() == 1 && b[kSymTop].bits() != 0;
    };
    return !isFirst(kDirectoryPages) && isFirst(2 * kDirectoryPages);
  }

  // 1.33 and later let a directory grow to sixteen pages (XPAND0); the rest lies elsewhere
  // (roms/monitor/DISK.md, Directories).
  static bool isLarge(const Blocks& b, std::uint32_t number) {
    const std::uint64_t top = b[kSymTop].bits();
    return b[kNumber].bits() == number && top > kDirectoryWords && top <= 2 * kDirectoryWords &&
           top % kPageWords == 0 && b[kSymBot].bits() <= top && b[kFreeTop].bits() <= b[kSymBot].bits();
  }

  void readDirectory(const User& u) {
    if (m_.directories.contains(u.number())) return;
    const std::uint32_t n = u.number();
    Problems problems;
    const Blocks b = gather(v_, m_.fdBlocks[n / kDirectoriesBlock], n % kDirectoriesBlock * kDirectoryPages);
    names_[n] = u.name;
    if (isLarge(b, n)) {
      m_.unread = true;
      m_.directories[n].number = static_cast<std::int32_t>(n);
      return error(fmt::format("<{}>: has more than eight pages, which tenexfs does not read", u.name));
    }
    m_.directories[n] = parseDirectory(b, static_cast<std::int32_t>(n), problems);
    for (const std::string& s : problems) error(fmt::format("<{}>: {}", u.name, s));
  }

  void file(const Directory& d, FileEntry& e) {
    const Word36 where = e.fdb[kFdbAddress];
    const std::uint32_t address = addressOf(where);
    const std::string who =
        fmt::format("<{}>{}.{};{}", names_[static_cast<std::uint32_t>(d.number)], e.name, e.extension, e.version());
    ++report_.files;
    if (where.zero()) {
      if ((e.flags() & (kNotWritten | kNoExtension | kPermanent)) == 0)
        report_.notes.push_back(who + ": has no index block");
      return;
    }
    if (d.number == 1 && (address == v_.shape().indexAddress() || address == m_.fd) &&
        (e.name == "INDEX" || e.name == "DIRECTORY"))
      return;
    const std::uint32_t left = where.left().bits();
    if ((left & 0740000) != 0 && (left & 0740000) != 040000) error(who + ": invalid bits in its address");
    if ((left & 040000) != 0) {  // the file was never opened completely, so its index block was never written
      if (v_.good(address) && !v_.used(address)) v_.setUsed(address, true);
      if ((e.flags() & kNotWritten) == 0) error(who + ": its index block was never written");
      if (repair_) e.fdb[kFdbAddress] = Word36{};
      return;
    }
    if ((left & kDiskClass) == 0 || !claim(address, who)) {
      if ((left & kDiskClass) == 0) error(who + ": its index block is not on the disk");
      if (repair_) e.fdb[kFdbAddress] = Word36{};
      return;
    }
    std::uint32_t pages = 0;
    if ((e.flags() & kLong) != 0) {
      block(address, who);
      for (const Word36 w : v_.page(address))
        if (!w.zero() && goodPointer(v_, w)) pages += data(addressOf(w), who);
    } else {
      pages = data(address, who);
    }
    if (e.fdb[kFdbPages].right().bits() != pages) {
      if ((e.flags() & kNotWritten) == 0)
        report_.notes.push_back(fmt::format("{}: has {} pages, not {}", who, pages, e.fdb[kFdbPages].right().bits()));
      if (repair_) e.fdb[kFdbPages] = Word36::halves(e.fdb[kFdbPages].left().bits(), pages);
    }
  }
  std::uint32_t data(std::uint32_t address, const std::string& who) {
    block(address, who);
    return static_cast<std::uint32_t>(kPageWords -
                                      static_cast<std::uint32_t>(std::ranges::count(v_.page(address), Word36{})));
  }

  void systemFile(std::string_view name, std::uint32_t address, std::uint32_t flags, std::uint32_t protection) {
    Directory& d = m_.directories.at(1);
    for (const FileEntry& e : d.files)
      if (e.name == name && e.extension.empty() && addressOf(e.fdb[kFdbAddress]) == address &&
          (e.flags() & kLong) == flags)
        return;
    error(fmt::format("<SYSTEM>{}.;1 is missing or wrong", name));
    if (!repair_) return;
    std::erase_if(d.files, [&](const FileEntry& e) { return e.name == name && e.extension.empty(); });
    FileEntry e;
    e.name = name;
    e.fdb[kFdbVersion] = Word36::halves(1, 0);
    e.setFlags(flags | kPermanent);
    e.fdb[kFdbAddress] = pointer(030, address);
    e.fdb[kFdbProtection] = numeric(protection);
    e.fdb[kFdbAccount] = numeric(0);
    d.add(std::move(e));
  }

  void bitTable() {
    std::uint32_t lost = 0, taken = 0, counts = 0, seen = 0;
    const std::vector<std::uint32_t> pages = bitTablePages(v_, m_);
    if (pages.empty()) return error("<SYSTEM>DSKBTTBL.;1 is missing or too short");
    const std::uint32_t tracks = v_.shape().tracks;
    std::vector<Word36> table;
    for (const std::uint32_t a : pages) table.insert(table.end(), v_.page(a).begin(), v_.page(a).end());
    for (std::uint32_t t = 0; t < v_.shape().fileTracks; ++t) {
      std::uint32_t free = 0;
      for (std::uint32_t p = 0; p < kPagesTrack; ++p, ++seen) {
        const bool isFree = table[tracks + t * 2 + p / 36].bit(static_cast<int>(p % 36));
        free += isFree ? 1 : 0;
        if (isFree && v_.usedPage(seen)) ++taken;
        if (isFree || v_.usedPage(seen)) continue;
        ++lost;
        v_.reservePage(seen);
      }
      if (table[t].bits() != free) ++counts;
    }
    if (taken != 0) error(fmt::format("bit table: {} pages of files are marked free", taken));
    if (counts != 0) error(fmt::format("bit table: the counts of {} tracks are wrong", counts));
    if (lost != 0) report_.notes.push_back(fmt::format("bit table: {} pages are marked used but have no owner", lost));
  }
  Volume& v_;
  Model& m_;
  PackReport& report_;
  bool repair_;
  std::map<std::uint32_t, std::string> names_;
};

bool storeBlocks(Volume& v, std::uint32_t indexBlock, std::uint32_t first, const Blocks& b) {
  for (std::uint32_t k = 0; k < kDirectoryPages; ++k) {
    const auto part = std::span{b}.subspan(k * kPageWords, kPageWords);
    Word36& slot = v.page(indexBlock)[first + k];
    if ((slot.zero() || neverWritten(slot)) && std::ranges::all_of(part, [](Word36 w) { return w.zero(); })) continue;
    if (slot.zero()) {
      const auto page = v.allocate(indexBlock);
      if (!page) return false;
      slot = pointer(kPageBits, *page);
    }
    if (neverWritten(slot)) slot = pointer(kPageBits, addressOf(slot));
    std::ranges::copy(part, v.page(addressOf(slot)).begin());
  }
  return true;
}

}  // namespace

bool load(Volume& v, Model& m, PackReport& report, bool repair) { return Loader{v, m, report, repair}.run(); }

bool storeDirectory(Volume& v, Model& m, std::uint32_t number) {
  const std::uint32_t block = m.fdBlocks[number / kDirectoriesBlock];
  const std::uint32_t first = number % kDirectoriesBlock * kDirectoryPages;
  const Blocks b = buildDirectory(m.directories.at(number), gather(v, block, first));
  return !b.empty() && storeBlocks(v, block, first, b);
}

namespace {

constexpr std::uint32_t kDeletedEntry = 0777777;  // left half of a hash table entry

// Part 0 of a new index.
Blocks newPartZero(const Model& m) {
  Blocks zero(kDirectoryWords);
  zero[kHashAt] = Word36{kHashTable};
  zero[kHashLength] = Word36{kHashEntries};
  zero[kFdAddress] = pointer(030, m.fd);
  return zero;
}

void setLetters(Blocks& zero, const Model& m) {
  for (std::uint32_t c = 0; c < 128; ++c) {
    const std::uint32_t shift = 29 - 7 * (c % 5);
    Word36& w = zero[kLetters + c / 5];
    w = (w & ~Word36{std::uint64_t{0177} << shift}) | Word36{std::uint64_t{m.letters[c]} << shift};
  }
}

// Enters a directory number in the hash table, where HSHLUK finds it and CRDIR would put it: over its old entry, or at
// the first place of the search that is free or deleted. An entry below -2,,0 holds a place for something else.
bool enterNumber(std::span<Word36> table, std::uint32_t number, std::uint32_t descriptor) {
  const auto length = static_cast<std::uint32_t>(table.size());
  Word36* place = nullptr;
  std::uint32_t h = hashOf(number, length);
  for (std::uint32_t left = length; left != 0; --left, h = h == 0 ? length - 1 : h - 1) {
    Word36& w = table[h];
    if (!w.sign() && w.right().bits() == number && !w.zero()) {
      w = Word36::halves(descriptor, number);
      return true;
    }
    if (place == nullptr && (w.zero() || w.left().bits() == kDeletedEntry)) place = &w;
    if (w.zero()) break;
  }
  if (place == nullptr) return false;
  *place = Word36::halves(descriptor, number);
  return true;
}

bool storeHashTable(Blocks& zero, const std::map<std::uint32_t, std::uint32_t>& descriptors) {
  const auto table = std::span{zero}.subspan(kHashTable, zero[kHashLength].right().bits());
  for (Word36& w : table)
    if (!w.sign() && !w.zero() && !descriptors.contains(w.right().bits()))
      w = Word36::halves(kDeletedEntry, w.right().bits());
  for (const auto& [number, descriptor] : descriptors)
    if (!enterNumber(table, number, descriptor)) return false;
  // The last number assigned: 1.33 and later keep it here and begin their search behind it.
  Word36& last = zero[kGroups];
  if (!last.zero() && !descriptors.empty())
    last = Word36{std::max<std::uint64_t>(last.bits(), descriptors.rbegin()->first)};
  return true;
}

}  // namespace

bool storeIndex(Volume& v, Model& m) {
  const std::uint32_t index = v.shape().indexAddress();
  std::map<std::uint32_t, std::uint32_t> descriptors;  // number to part and place
  for (const auto& [part, users] : m.parts) {
    std::map<std::uint32_t, std::uint32_t> at;
    const std::uint32_t first = part * kDirectoryPages;
    const Blocks b = buildIndexPart(users, part, gather(v, index, first), m.keptParts.contains(part), at);
    if (b.empty() || !storeBlocks(v, index, first, b)) return false;
    for (const auto& [number, offset] : at) descriptors[number] = part << 12 | offset;
  }
  Blocks zero = m.zero.empty() ? newPartZero(m) : m.zero;
  zero[kLock] = Word36{Word36::kMask};
  setLetters(zero, m);
  return storeHashTable(zero, descriptors) && storeBlocks(v, index, 0, zero);
}

void walkFile(Volume& v, FileEntry& e, const Visit& visit) {
  const Word36 where = e.fdb[kFdbAddress];
  if (where.zero() || (where.left().bits() & 040000) != 0 || !v.good(addressOf(where))) return;
  const auto data = [&](std::uint32_t address, std::uint32_t first) {
    for (std::uint32_t k = 0; k < kPageWords; ++k) {
      Word36& w = v.page(address)[k];
      if (!w.zero() && v.good(addressOf(w)) && !visit(first + k, w)) return false;
    }
    return true;
  };
  Word36 top = where;
  if (!visit(kIndexBlock, top)) return;
  if ((e.flags() & kLong) == 0) {
    data(addressOf(where), 0);
    return;
  }
  for (std::uint32_t k = 0; k < kPageWords; ++k) {
    Word36& w = v.page(addressOf(where))[k];
    if (w.zero() || !v.good(addressOf(w))) continue;
    if (!visit(kIndexBlock, w) || !data(addressOf(w), k * kPageWords)) return;
  }
}

std::vector<std::uint32_t> bitTablePages(Volume& v, Model& m) {
  const auto system = m.directories.find(1);
  if (system == m.directories.end()) return {};
  std::vector<std::uint32_t> pages((v.shape().bitTableWords() + kPageWords - 1) / kPageWords);
  for (FileEntry& e : system->second.files) {
    if (e.name != "DSKBTTBL" || !e.extension.empty() || (e.flags() & kDeleted) != 0) continue;
    std::size_t found = 0;
    walkFile(v, e, [&](std::uint32_t page, Word36& w) {
      if (page == kIndexBlock || page >= pages.size()) return true;
      pages[page] = addressOf(w);
      ++found;
      return true;
    });
    return found == pages.size() ? pages : std::vector<std::uint32_t>{};
  }
  return {};
}

std::vector<Word36> freeBitTable(const Shape& shape) {
  std::vector<Word36> table(shape.bitTableWords());
  for (std::uint32_t t = 0; t < shape.tracks; ++t) {
    table[t] = Word36{kPagesTrack};
    table[shape.tracks + t * 2] = Word36{Word36::kMask};
    table[shape.tracks + t * 2 + 1] = Word36{Word36::kMask << (2 * 36 - kPagesTrack)};
  }
  return table;
}

// The words of tracks that are not for files are the monitor's own.
bool storeBitTable(Volume& v, Model& m) {
  const Shape& s = v.shape();
  const std::vector<std::uint32_t> pages = bitTablePages(v, m);
  if (pages.empty()) return false;
  const auto word = [&](std::uint32_t i) -> Word36& { return v.page(pages[i / kPageWords])[i % kPageWords]; };
  for (std::uint32_t t = 0; t < s.fileTracks; ++t) {
    std::array<std::uint64_t, 2> bits{};
    std::uint64_t free = 0;
    for (std::uint32_t p = 0; p < kPagesTrack; ++p) {
      const std::uint32_t page = t * kPagesTrack + p;
      if (v.usedPage(page) || v.reservedPage(page)) continue;
      ++free;
      bits[p / 36] |= std::uint64_t{1} << (35 - p % 36);
    }
    word(t) = Word36{free};
    for (std::uint32_t k = 0; k < bits.size(); ++k) word(s.tracks + t * 2 + k) = Word36{bits[k]};
  }
  return true;
}

}  // namespace utah10::tenexfs
