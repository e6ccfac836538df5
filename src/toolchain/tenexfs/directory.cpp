#include "toolchain/tenexfs/directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "toolchain/tenexfs/block_writer.hpp"

namespace utah10::tenexfs {

namespace {

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

  // The words of a block behind its header.
  std::vector<Word36> contents(std::uint32_t i) const {
    std::vector<Word36> words;
    for (std::uint32_t k = 1; k < at(i).right().bits(); ++k) words.push_back(at(i + k));
    return words;
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
    e.at = i;
    e.nameAt = e.fdb[kFdbControl].right().bits();
    e.extensionAt = e.fdb[kFdbExtension].left().bits();
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
  for (std::uint32_t k = 0; k < d.spare.size(); ++k) d.spare[k] = r.at(kGroups + 1 + k);
  if (r.at(kNumber).value() != number) r.problem(fmt::format("its own number is {}", r.at(kNumber).value()));
  std::string before;
  std::uint32_t typeBefore = 0;
  std::map<std::uint32_t, std::uint64_t> shares;
  std::set<std::string> names;
  for (std::uint32_t s = r.bottom(); s < r.top(); ++s) {
    const std::uint32_t type = r.at(s).right().bits() & 0700000, block = r.at(s).left().bits();
    const std::string place = fmt::format("symbol at {:o}", s);
    // The FDBs of an account have claimed its block before, as the symbols of names come first.
    const auto text = type == 0 ? r.string(block, kNameHeader, false, place)
                                : r.string(block, kOther, shares.contains(block), place, 1);
    if (!text) continue;
    if (type < typeBefore || (type == typeBefore && s != r.bottom() && *text <= before))
      r.problem(place + ": out of order");
    typeBefore = type;
    before = *text;
    if (type != 0) {
      d.accounts.try_emplace(*text, Account{block, r.at(block + 1).bits(), 0});
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
        e.at = fdb;
        e.nameAt = block;
        if (r.at(fdb + kFdbControl).right().bits() != block) r.problem(*text + ": its FDB has another name");
        if ((e.flags() & kNoExtension) == 0) {
          const std::uint32_t x = r.at(fdb + kFdbExtension).left().bits();
          const auto own = r.string(x, kExtensionHeader, fdb != first, *text);
          if (!own || !goodName(*own)) continue;
          if (extension && *own != *extension) r.problem(*text + ": versions of different extensions");
          extension = e.extension = *own;
          e.extensionAt = x;
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
  for (const FileEntry& e : d.files)
    if (e.account)
      if (const auto account = d.accounts.find(*e.account); account != d.accounts.end()) ++account->second.users;
  d.kept = problems.empty();
  return d;
}

namespace {

using FileList = std::vector<const FileEntry*>;

// Writes the versions of one extension, highest first, and returns the FDB of the first.
std::uint32_t putVersions(BlockWriter& w, const FileList& versions, std::uint32_t name,
                          const std::map<std::string, std::uint32_t>& accounts) {
  const bool none = (versions.front()->flags() & kNoExtension) != 0;
  const auto placed = std::ranges::find_if(versions, [](const FileEntry* e) { return e->extensionAt != 0; });
  const std::uint32_t origin = placed == versions.end() ? 0 : (*placed)->extensionAt;
  const std::uint32_t extension = none ? 0 : w.string(kExtensionHeader, versions.front()->extension, origin);
  std::uint32_t first = 0, before = 0;
  for (const FileEntry* e : versions) {
    const std::uint32_t fdb = w.block(kFdbHeader, kFdbWords, e->at);
    for (std::uint32_t j = 1; j < kFdbWords; ++j) w.at(fdb + j) = e->fdb[j];
    w.at(fdb + kFdbControl) = Word36::halves(e->flags(), name);
    // Only the highest version leads to the next extension. Behind it the monitor leaves what an FDB had before.
    const bool leaves = before != 0 && w.keeps();
    w.at(fdb + kFdbExtension) = Word36::halves(extension, leaves ? e->fdb[kFdbExtension].right().bits() : 0);
    w.at(fdb + kFdbVersion) = Word36::halves(e->version(), 0);
    if (e->account) w.at(fdb + kFdbAccount) = Word36{accounts.at(*e->account)};
    if (before == 0)
      first = fdb;
    else
      w.at(before + kFdbVersion) = Word36::halves(w.at(before + kFdbVersion).left().bits(), fdb);
    before = fdb;
  }
  return first;
}

// Writes the files of one name and the name's symbol.
void putName(BlockWriter& w, const FileList& files, const std::map<std::string, std::uint32_t>& accounts) {
  const auto placed = std::ranges::find_if(files, [](const FileEntry* e) { return e->nameAt != 0; });
  const std::uint32_t name = w.string(kNameHeader, files.front()->name, placed == files.end() ? 0 : (*placed)->nameAt);
  std::uint32_t head = 0, before = 0;
  std::set<std::string> done;
  for (const FileEntry* file : files) {
    if (!done.insert(file->extension).second) continue;
    FileList versions;
    std::ranges::copy_if(files, std::back_inserter(versions),
                         [&](const FileEntry* e) { return e->extension == file->extension; });
    std::ranges::stable_sort(versions, std::ranges::greater{}, &FileEntry::version);
    const std::uint32_t first = putVersions(w, versions, name, accounts);
    if (before == 0)
      head = first;
    else
      w.at(before + kFdbExtension) = Word36::halves(w.at(before + kFdbExtension).left().bits(), first);
    before = first;
  }
  w.symbol(Word36::halves(name, head));
}

// The accounts that must exist, with the number of FDBs that refer to each: those of the files, and those that the
// monitor has left without a file.
std::map<std::string, Account> accountsOf(const Directory& d) {
  std::map<std::string, Account> accounts = d.accounts;
  std::map<std::string, std::uint64_t> users;
  for (const FileEntry& e : d.files)
    if (e.account) ++users[*e.account];
  for (const auto& [text, count] : users) accounts.try_emplace(text);
  for (auto& [text, account] : accounts) {
    const std::uint64_t now = users[text], others = account.shares - std::min(account.shares, account.users);
    account.shares = d.kept ? now + others : now;
  }
  std::erase_if(accounts, [&](const auto& a) { return a.second.shares == 0 && (!d.kept || a.second.users != 0); });
  return accounts;
}

void putDirectory(BlockWriter& w, const Directory& d) {
  w.at(kNumber) = Word36::fromSigned(d.number);
  w.at(kFileProtection) = d.fileProtection;
  w.at(kProtection) = d.protection;
  w.at(kBackup) = d.backup;
  w.at(kGroups) = d.groups;
  for (std::uint32_t k = 0; k < d.spare.size(); ++k) w.at(kGroups + 1 + k) = d.spare[k];
  std::map<std::string, std::uint32_t> accounts;
  for (const auto& [text, account] : accountsOf(d)) {
    const std::uint32_t block = accounts[text] = w.string(kOther, text, account.at, 1);
    w.at(block + 1) = Word36{account.shares};
  }
  FileList files;
  for (const FileEntry& e : d.files) files.push_back(&e);
  std::ranges::stable_sort(files, {}, &FileEntry::name);
  for (auto first = files.begin(); first != files.end();) {
    const auto last = std::find_if(first, files.end(), [&](const FileEntry* e) { return e->name != (*first)->name; });
    putName(w, {first, last}, accounts);
    first = last;
  }
  for (const auto& [text, block] : accounts) w.symbol(Word36::halves(block, 0100000));
}

}  // namespace

Blocks buildDirectory(const Directory& d, const Blocks& before) {
  return arrange(before, d.kept, kFdbWords, [&d](BlockWriter& w) { putDirectory(w, d); });
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
    u.at = ddb->second;
    u.nameAt = block;
    if (const std::uint32_t p = u.ddb[kDdbName].left().bits(); p != 0 && r.block(p, kOther, 0, false, name)) {
      u.passwordAt = p;
      u.password = r.contents(p);
    }
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

Blocks buildIndexPart(const std::vector<User>& users, std::uint32_t part, const Blocks& before, bool kept,
                      std::map<std::uint32_t, std::uint32_t>& at) {
  std::vector<User> sorted = users;
  std::ranges::sort(sorted, {}, &User::name);
  return arrange(before, kept, kDdbWords, [&](BlockWriter& w) {
    w.at(kNumber) = Word36::fromSigned(-static_cast<std::int64_t>(part));
    if (!w.keeps()) {
      w.at(kFileProtection) = numeric(0777752);
      w.at(kProtection) = numeric(0777740);
      w.at(kBackup) = Word36{2};
    }
    for (const User& u : sorted) {
      const std::uint32_t ddb = w.block(kOther, kDdbWords, u.at);
      for (std::uint32_t k = 1; k < kDdbWords; ++k) w.at(ddb + k) = u.ddb[k];
      const std::uint32_t name = w.string(kOther, u.name, u.nameAt);
      std::uint32_t password = 0;
      if (!u.password.empty()) {
        password = w.block(kOther, static_cast<std::uint32_t>(u.password.size()) + 1, u.passwordAt);
        for (std::uint32_t k = 0; k < u.password.size(); ++k) w.at(password + 1 + k) = u.password[k];
      }
      w.at(ddb + kDdbName) = Word36::halves(password, name);
      w.symbol(Word36::halves(name, u.number()));
      at[u.number()] = ddb;
    }
  });
}

std::uint32_t hashOf(std::uint32_t number, std::uint32_t entries) {
  std::uint64_t b = std::uint64_t{number} * 0741633 & Word36::kMask;
  b = (b << 7 | b >> 29) & Word36::kMask;
  b = (b ^ (b << 18 | b >> 18)) & Word36::kMask;
  b >>= 1;
  return static_cast<std::uint32_t>(b * entries >> 35);  // b is below 2^35, entries below 2^10
}

}  // namespace utah10::tenexfs
