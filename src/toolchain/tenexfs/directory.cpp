#include "toolchain/tenexfs/directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace utah10::tenexfs {

namespace {

std::uint32_t stringWords(std::string_view s) { return static_cast<std::uint32_t>(s.size() / 5 + 1); }

// Reads the blocks between the fixed words and FRETOP and records the owner of each word.
class Reader {
 public:
  Reader(std::span<const Word36> words, Problems& problems) : w_(words), problems_(problems) {
    bottom_ = at(kSymBot).right().bits();
    top_ = at(kSymTop).right().bits();
    end_ = at(kFreeTop).right().bits();
    if (!at(kSymBot).left().bits() && !at(kSymTop).left().bits() && !at(kFreeTop).left().bits() &&
        end_ >= kFirstBlock && end_ <= bottom_ && bottom_ <= top_ && top_ <= kDirectoryWords)
      return;
    problem("the bounds of its tables are wrong");
    end_ = std::clamp(end_, kFirstBlock, kDirectoryWords);
    top_ = std::min(top_, kDirectoryWords);
    bottom_ = std::min(std::max(bottom_, kFirstBlock), top_);
  }

  Word36 at(std::uint32_t i) const { return i < w_.size() ? w_[i] : Word36{}; }
  std::uint32_t bottom() const { return bottom_; }
  std::uint32_t top() const { return top_; }
  std::uint32_t end() const { return end_; }
  bool claimed(std::uint32_t block) const { return blocks_.contains(block); }
  void problem(std::string what) { problems_.push_back(std::move(what)); }

  // Claims the block with that header; a second claim is allowed if `shared`.
  bool block(std::uint32_t i, std::uint32_t header, std::uint32_t length, bool shared, std::string_view what) {
    const std::uint32_t most = kDirectoryWords;
    if (i < kFirstBlock || i >= end_) return problem(fmt::format("{}: pointer {:o} leads nowhere", what, i)), false;
    const Word36 h = at(i);
    const std::uint32_t n = h.right().bits();
    if (h.left().bits() != header || n < 2 || n > most || i + n > end_ || (length != 0 && n != length))
      return problem(fmt::format("{}: no such block at {:o}", what, i)), false;
    const auto known = blocks_.find(i);
    if (known != blocks_.end()) {
      if (shared) return true;
      return problem(fmt::format("{}: the block at {:o} has another owner", what, i)), false;
    }
    blocks_[i] = n;
    return true;
  }

  std::optional<std::string> string(std::uint32_t i, std::uint32_t header, bool shared, std::string_view what,
                                    std::uint32_t skip = 0) {
    if (!block(i, header, 0, shared, what)) return std::nullopt;
    const std::uint32_t n = at(i).right().bits();
    std::string s;
    for (std::uint32_t k = 1 + skip; k < n; ++k)
      for (int c = 0; c < 5; ++c) {
        const auto ch = static_cast<char>(at(i + k).field(7 * c, 7 * c + 6));
        if (ch == 0) return s;
        s.push_back(ch);
      }
    problem(fmt::format("{}: the string at {:o} has no end", what, i));
    return std::nullopt;
  }

  // Blocks and free list together must cover the space without gaps.
  void freeList() {
    std::uint32_t i = at(kFree).left().bits(), words = 0, before = 0;
    for (; i != 0; i = at(i).left().bits()) {
      const std::uint32_t n = at(i).right().bits();
      if (i < kFirstBlock || i >= end_ || n == 0 || n > kDirectoryWords || i + n > end_ || i <= before)
        return problem(fmt::format("its free list is broken at {:o}", i));
      before = i;
      words += n;
      if (!blocks_.emplace(i, n).second)
        return problem(fmt::format("its free list contains the used block at {:o}", i));
    }
    std::uint32_t next = kFirstBlock;
    for (const auto& [from, length] : blocks_) {
      if (from < next) return problem(fmt::format("blocks overlap at {:o}", from));
      if (from > next) return problem(fmt::format("words {:o} to {:o} have no owner", next, from - 1));
      next = from + length;
    }
    if (next != end_) problem(fmt::format("words {:o} to {:o} have no owner", next, end_ - 1));
    if (at(kFree + 2).bits() != words) problem("the count of its free words is wrong");
  }

 private:
  std::span<const Word36> w_;
  Problems& problems_;
  std::uint32_t bottom_ = 0, top_ = 0, end_ = 0;
  std::map<std::uint32_t, std::uint32_t> blocks_;
};

class Writer {
 public:
  Writer() : w_(kDirectoryWords) {}
  Word36& at(std::uint32_t i) { return w_[i]; }
  std::uint32_t block(std::uint32_t header, std::uint32_t words) {
    const std::uint32_t i = next_;
    if (i + words > kDirectoryWords) {
      full_ = true;
      return kFirstBlock;
    }
    next_ += words;
    w_[i] = Word36::halves(header, words);
    return i;
  }
  std::uint32_t string(std::uint32_t header, std::string_view s, std::uint32_t skip = 0) {
    const std::uint32_t i = block(header, 1 + skip + stringWords(s));
    if (full_) return i;
    for (std::size_t k = 0; k < s.size(); ++k) {
      Word36& w = w_[i + 1 + skip + k / 5];
      w = w | Word36{std::uint64_t{static_cast<unsigned char>(s[k])} << (29 - 7 * (k % 5))};
    }
    return i;
  }
  void symbol(Word36 w) { symbols_.push_back(w); }

  Blocks finish(std::uint32_t usual) {
    const auto table = static_cast<std::uint32_t>(symbols_.size());
    const std::uint32_t bottom = kTableTop - std::min(table, kTableTop);
    // The monitor extends the table while it stays two words above FRETOP.
    const std::uint32_t end = std::min(std::max(kFirstTop, next_), bottom < 0100 ? bottom : bottom - 010);
    if (full_ || next_ > end) return {};
    w_[kSymBot] = Word36{bottom};
    w_[kSymTop] = Word36{kTableTop};
    w_[kFreeTop] = Word36{end};
    std::ranges::copy(symbols_, w_.begin() + bottom);
    const std::uint32_t left = end - next_;
    if (left != 0) w_[next_] = Word36{left};
    w_[kFree] = Word36::halves(left != 0 ? next_ : 0, 0);
    w_[kFree + 1] = Word36{Word36::kMask};
    w_[kFree + 2] = Word36{left};
    w_[kFree + 3] = Word36{usual};
    w_[kFree + 4] = Word36::halves(end, kFirstBlock);
    w_[kLock] = Word36{Word36::kMask};
    return std::move(w_);
  }

 private:
  Blocks w_;
  std::vector<Word36> symbols_;
  std::uint32_t next_ = kFirstBlock;
  bool full_ = false;
};

bool goodName(std::string_view s);

// Adds FDBs that no symbol points to.
void adopt(Reader& r, Directory& d) {
  for (std::uint32_t i = kFirstBlock; i < r.end(); i += std::max(r.at(i).right().bits(), 1U)) {
    if (r.at(i) != Word36::halves(kFdbHeader, kFdbWords) || r.claimed(i)) continue;
    FileEntry e;
    for (std::uint32_t k = 0; k < kFdbWords; ++k) e.fdb[k] = r.at(i + k);
    const auto name = r.string(e.fdb[kFdbControl].right().bits(), kNameHeader, true, "an FDB");
    const auto extension = r.string(e.fdb[kFdbExtension].left().bits(), kExtensionHeader, true, "an FDB");
    if (!name || !extension || name->empty() || !goodName(*name) || !goodName(*extension) || e.version() == 0) continue;
    e.name = *name;
    e.extension = *extension;
    if (e.fdb[kFdbAccount].left().bits() == 0) e.fdb[kFdbAccount] = numeric(0);
    const bool known = std::ranges::any_of(d.files, [&](const FileEntry& f) {
      return f.name == e.name && f.extension == e.extension && f.version() == e.version();
    });
    r.block(i, kFdbHeader, kFdbWords, false, e.name);
    r.problem(fmt::format("{}.{};{} is in no symbol's chain", e.name, e.extension, e.version()));
    if (!known) d.add(std::move(e));
  }
}

bool goodName(std::string_view s) {
  return s.size() <= 39 && std::ranges::all_of(s, [](char c) { return c > 0; });
}

}  // namespace

FileEntry& Directory::add(FileEntry entry) {
  auto at = files.begin();
  while (at != files.end() && at->name < entry.name) ++at;
  const auto first = at;
  while (at != files.end() && at->name == entry.name && at->extension != entry.extension) ++at;
  if (at == files.end() || at->name != entry.name) return *files.insert(first == at ? first : at, std::move(entry));
  while (at != files.end() && at->name == entry.name && at->extension == entry.extension &&
         at->version() > entry.version())
    ++at;
  return *files.insert(at, std::move(entry));
}

Directory parseDirectory(std::span<const Word36> words, std::int32_t number, Problems& problems) {
  Directory d;
  Reader r{words, problems};
  d.number = number;
  d.fileProtection = r.at(kFileProtection);
  d.protection = r.at(kProtection);
  d.backup = r.at(kBackup);
  d.groups = r.at(kGroups);
  for (std::uint32_t k = 0; k < 4; ++k) d.spare[k] = r.at(kGroups + 1 + k);
  if (r.at(kNumber).value() != number) r.problem(fmt::format("its own number is {}", r.at(kNumber).value()));
  std::string before;
  std::uint32_t typeBefore = 0;
  std::set<std::uint32_t> accounts;
  std::map<std::uint32_t, std::uint64_t> shares;
  std::set<std::string> names;
  for (std::uint32_t s = r.bottom(); s < r.top(); ++s) {
    const std::uint32_t type = r.at(s).right().bits() & 0700000, block = r.at(s).left().bits();
    const std::string place = fmt::format("symbol at {:o}", s);
    const auto text = type == 0 ? r.string(block, kNameHeader, false, place) : r.string(block, kOther, false, place, 1);
    if (!text) continue;
    if (type < typeBefore || (type == typeBefore && s != r.bottom() && *text <= before))
      r.problem(place + ": out of order");
    typeBefore = type;
    before = *text;
    if (type != 0) {
      accounts.insert(block);
      continue;
    }
    if (text->empty() || !goodName(*text) || !names.insert(*text).second) {
      r.problem(place + ": no name");
      continue;
    }
    std::set<std::string> extensions;
    std::uint32_t first = r.at(s).right().bits() & 077777;
    for (unsigned turns = 0; first != 0; ++turns) {
      std::optional<std::string> extension;
      std::uint32_t version = 01000000, fdb = first;
      bool whole = true;
      for (; fdb != 0; fdb = r.at(fdb + kFdbVersion).right().bits()) {
        if (!r.block(fdb, kFdbHeader, kFdbWords, false, *text)) {
          whole = false;
          break;
        }
        FileEntry e;
        for (std::uint32_t k = 0; k < kFdbWords; ++k) e.fdb[k] = r.at(fdb + k);
        e.name = *text;
        if (r.at(fdb + kFdbControl).right().bits() != block) r.problem(*text + ": its FDB has another name");
        if ((e.flags() & kNoExtension) == 0) {
          const std::uint32_t x = r.at(fdb + kFdbExtension).left().bits();
          const auto own = r.string(x, kExtensionHeader, fdb != first, *text);
          if (!own || !goodName(*own)) continue;
          if (extension && *own != *extension) r.problem(*text + ": versions of different extensions");
          extension = e.extension = *own;
        }
        if (e.version() >= version || (e.version() == 0 && (e.flags() & kNoExtension) == 0)) {
          r.problem(fmt::format("{}.{}: version {} out of order", *text, e.extension, e.version()));
          const std::uint32_t below = r.at(e.fdb[kFdbVersion].right().bits() + kFdbVersion).left().bits();
          const std::uint32_t v = version < 01000000 ? version - 1 : below + 1;  // its position in the chain
          if (v == 0 || v >= 0400000) continue;
          e.fdb[kFdbVersion] = Word36::halves(v, 0);
        }
        version = e.version();
        const Word36 account = e.fdb[kFdbAccount];
        if (account.left().bits() == 0 && !account.zero()) {
          const std::uint32_t a = account.right().bits();
          const auto who = r.string(a, kOther, true, *text, 1);
          ++shares[a];
          if (who && accounts.insert(a).second) accounts.erase(a);
          if (who) e.account = *who;
          if (!who) e.fdb[kFdbAccount] = numeric(0);
        }
        d.files.push_back(std::move(e));
      }
      if (extension && !extensions.insert(*extension).second) r.problem(*text + ": an extension occurs twice");
      if (!whole || turns > kDirectoryWords) break;
      first = r.at(first + kFdbExtension).right().bits();
    }
  }
  adopt(r, d);
  for (const auto& [a, n] : shares)
    if (r.at(a + 1).bits() < n) r.problem(fmt::format("the account at {:o} has more users than it counts", a));
  r.freeList();
  return d;
}

Blocks buildDirectory(const Directory& d) {
  Writer w;
  w.at(kNumber) = Word36::fromSigned(d.number);
  w.at(kFileProtection) = d.fileProtection;
  w.at(kProtection) = d.protection;
  w.at(kBackup) = d.backup;
  w.at(kGroups) = d.groups;
  for (std::uint32_t k = 0; k < 4; ++k) w.at(kGroups + 1 + k) = d.spare[k];
  std::map<std::string, std::pair<std::uint32_t, std::uint64_t>> accounts;
  for (const FileEntry& e : d.files)
    if (!e.account.empty()) ++accounts[e.account].second;
  for (auto& [text, account] : accounts) {
    account.first = w.string(kOther, text, 1);
    w.at(account.first + 1) = Word36{account.second};
  }
  std::vector<FileEntry> files = d.files;
  std::ranges::stable_sort(files, {}, &FileEntry::name);
  for (std::size_t i = 0; i < files.size();) {
    const std::string& name = files[i].name;
    const std::uint32_t nameBlock = w.string(kNameHeader, name);
    std::uint32_t head = 0, lastFirst = 0;
    std::set<std::string> done;
    std::size_t end = i;
    while (end < files.size() && files[end].name == name) ++end;
    for (std::size_t k = i; k < end; ++k) {
      if (!done.insert(files[k].extension).second) continue;
      std::vector<const FileEntry*> versions;
      for (std::size_t j = k; j < end; ++j)
        if (files[j].extension == files[k].extension) versions.push_back(&files[j]);
      std::ranges::stable_sort(versions, std::ranges::greater{}, &FileEntry::version);
      const bool none = (versions.front()->flags() & kNoExtension) != 0;
      const std::uint32_t extension = none ? 0 : w.string(kExtensionHeader, files[k].extension);
      std::uint32_t before = 0;
      for (const FileEntry* e : versions) {
        const std::uint32_t fdb = w.block(kFdbHeader, kFdbWords);
        for (std::uint32_t j = 1; j < kFdbWords; ++j) w.at(fdb + j) = e->fdb[j];
        w.at(fdb + kFdbControl) = Word36::halves(e->flags(), nameBlock);
        w.at(fdb + kFdbExtension) = Word36::halves(extension, 0);
        w.at(fdb + kFdbVersion) = Word36::halves(e->version(), 0);
        if (!e->account.empty()) w.at(fdb + kFdbAccount) = Word36{accounts[e->account].first};
        if (before != 0) w.at(before + kFdbVersion) = Word36::halves(w.at(before + kFdbVersion).left().bits(), fdb);
        if (before == 0 && head == 0)
          head = fdb;
        else if (before == 0)
          w.at(lastFirst + kFdbExtension) = Word36::halves(w.at(lastFirst + kFdbExtension).left().bits(), fdb);
        if (before == 0) lastFirst = fdb;
        before = fdb;
      }
    }
    w.symbol(Word36::halves(nameBlock, head));
    i = end;
  }
  for (const auto& [text, account] : accounts) w.symbol(Word36::halves(account.first, 0100000));
  return w.finish(kFdbWords);
}

std::vector<User> parseIndexPart(std::span<const Word36> words, std::uint32_t part, Problems& problems) {
  std::vector<User> users;
  Reader r{words, problems};
  if (r.at(kNumber).value() != -static_cast<std::int64_t>(part)) r.problem("it has another part's number");
  // A symbol has the name and the number; its descriptor is found through the descriptor's pointer to that name.
  std::map<std::uint32_t, std::uint32_t> descriptors;
  for (std::uint32_t i = kFirstBlock; i < std::min(r.at(kFreeTop).right().bits(), kDirectoryWords);) {
    const Word36 h = r.at(i);
    if (h.left().bits() == kOther && h.right().bits() == kDdbWords)
      descriptors.emplace(r.at(i + kDdbName).right().bits(), i);
    i += std::max(h.right().bits(), 1U);
  }
  const auto take = [&](const std::string& name, std::uint32_t block, std::optional<std::uint32_t> number) {
    const auto ddb = descriptors.find(block);
    if (ddb == descriptors.end() || !r.block(ddb->second, kOther, kDdbWords, false, name))
      return r.problem(name + ": no descriptor");
    User u;
    u.name = name;
    for (std::uint32_t k = 0; k < kDdbWords; ++k) u.ddb[k] = r.at(ddb->second + k);
    if (const std::uint32_t p = u.ddb[kDdbName].left().bits(); p != 0)
      u.password = r.string(p, kOther, false, name).value_or("");
    if (u.number() != number.value_or(u.number()) || u.number() == 0 || u.number() >= kFdBlocks * kDirectoriesBlock)
      return r.problem(name + ": its number is ambiguous");
    users.push_back(std::move(u));
  };
  std::string before;
  for (std::uint32_t s = r.bottom(); s < r.top(); ++s) {
    const std::uint32_t block = r.at(s).left().bits();
    const std::string place = fmt::format("symbol at {:o}", s);
    const auto text = r.string(block, kOther, false, place);
    if (!text) continue;
    if (s != r.bottom() && *text <= before) r.problem(place + ": out of order");
    before = *text;
    take(*text, block, r.at(s).right().bits());
  }
  for (const auto& [block, ddb] : descriptors) {
    if (r.claimed(ddb)) continue;
    const auto text = r.string(block, kOther, true, "a descriptor");
    if (!text || text->empty() || !goodName(*text)) continue;
    r.problem(*text + " has no symbol");
    take(*text, block, std::nullopt);
  }
  r.freeList();
  return users;
}

Blocks buildIndexPart(const std::vector<User>& users, std::uint32_t part, std::map<std::uint32_t, std::uint32_t>& at) {
  Writer w;
  w.at(kNumber) = Word36::fromSigned(-static_cast<std::int64_t>(part));
  w.at(kFileProtection) = numeric(0777752);
  w.at(kProtection) = numeric(0777740);
  w.at(kBackup) = Word36{2};
  std::vector<User> sorted = users;
  std::ranges::sort(sorted, {}, &User::name);
  for (const User& u : sorted) {
    const std::uint32_t ddb = w.block(kOther, kDdbWords);
    for (std::uint32_t k = 1; k < kDdbWords; ++k) w.at(ddb + k) = u.ddb[k];
    const std::uint32_t name = w.string(kOther, u.name);
    const std::uint32_t password = u.password.empty() ? 0 : w.string(kOther, u.password);
    w.at(ddb + kDdbName) = Word36::halves(password, name);
    w.symbol(Word36::halves(name, u.number()));
    at[u.number()] = ddb;
  }
  return w.finish(kDdbWords);
}

std::uint32_t hashOf(std::uint32_t number, std::uint32_t entries) {
  std::uint64_t b = std::uint64_t{number} * 0741633 & Word36::kMask;
  b = (b << 7 | b >> 29) & Word36::kMask;
  b = (b ^ (b << 18 | b >> 18)) & Word36::kMask;
  b >>= 1;
  return static_cast<std::uint32_t>(b * entries >> 35);  // b is below 2^35, entries below 2^10
}

}  // namespace utah10::tenexfs
