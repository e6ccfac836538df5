// Converts a directory's eight pages to a list of files and back. What the list does not change stays as it is, word for
// word. Private to tenexfs.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "toolchain/tenexfs/layout.hpp"

namespace utah10::tenexfs {

using Blocks = std::vector<Word36>;  // exactly kDirectoryWords
using Problems = std::vector<std::string>;

struct FileEntry {
  std::string name, extension;
  std::optional<std::string> account;  // if the account is a text, which may be empty
  std::array<Word36, kFdbWords> fdb{};
  std::uint32_t at = 0, nameAt = 0, extensionAt = 0;  // its blocks in the directory as read; 0: not in it yet
  std::uint32_t version() const { return fdb[kFdbVersion].left().bits(); }
  std::uint32_t flags() const { return fdb[kFdbControl].left().bits(); }
  void setFlags(std::uint32_t f) { fdb[kFdbControl] = Word36::halves(f, fdb[kFdbControl].right().bits()); }
};

struct Account {
  std::uint32_t at = 0;      // its block in the directory as read; 0: not in it yet
  std::uint64_t shares = 0;  // FDBs that refer to it, by its own count
  std::uint64_t users = 0;   // and those that were found
};

struct Directory {
  std::int32_t number = 0;
  Word36 fileProtection = numeric(0777752), protection = numeric(0777740), backup{2}, groups;
  std::array<Word36, 4> spare{};
  std::vector<FileEntry> files;  // by name; extensions in their existing order, versions descending
  std::map<std::string, Account> accounts;
  bool kept = false;  // read without problems, so that its blocks may stay where they are

  // Inserts in order. The entry must not exist yet.
  FileEntry& add(FileEntry entry);
};

struct User {
  std::string name;
  std::vector<Word36> password;  // its block's words: text, or since 1.34 a hash of two words; none: no password
  std::array<Word36, kDdbWords> ddb{};
  std::uint32_t at = 0, nameAt = 0, passwordAt = 0;  // its blocks in the index as read; 0: not in it yet
  std::uint32_t number() const { return ddb[kDdbNumber].right().bits(); }
};

// Returns whatever can be read; adds what is wrong to `problems`.
Directory parseDirectory(std::span<const Word36> words, std::int32_t number, Problems& problems);
// `before` holds the words as they stand, as parseDirectory() read them. Blocks that do not change stay in their places
// while there is room. Empty if the directory does not fit.
Blocks buildDirectory(const Directory& d, const Blocks& before);
std::vector<User> parseIndexPart(std::span<const Word36> words, std::uint32_t part, Problems& problems);
// The same for a part of the index; `kept`: it was read without problems. `at` receives the address of each user's
// descriptor.
Blocks buildIndexPart(const std::vector<User>& users, std::uint32_t part, const Blocks& before, bool kept,
                      std::map<std::uint32_t, std::uint32_t>& at);
// The hash table slot at which the search for a directory number begins.
std::uint32_t hashOf(std::uint32_t number, std::uint32_t entries);

}  // namespace utah10::tenexfs
