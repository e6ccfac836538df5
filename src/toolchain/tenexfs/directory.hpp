// A directory's eight pages as a list of files, and back. What is made is compact and in order. Private to tenexfs.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "toolchain/tenexfs/layout.hpp"

namespace utah10::tenexfs {

using Blocks = std::vector<Word36>;  // kDirectoryWords of them
using Problems = std::vector<std::string>;

struct FileEntry {
  std::string name, extension;
  std::string account;  // if the account is a string
  std::array<Word36, kFdbWords> fdb{};
  std::uint32_t version() const { return fdb[kFdbVersion].left().bits(); }
  std::uint32_t flags() const { return fdb[kFdbControl].left().bits(); }
  void setFlags(std::uint32_t f) { fdb[kFdbControl] = Word36::halves(f, fdb[kFdbControl].right().bits()); }
};

struct Directory {
  std::int32_t number = 0;
  Word36 fileProtection = numeric(0777752), protection = numeric(0777740), backup{2}, groups;
  std::array<Word36, 4> spare{};
  std::vector<FileEntry> files;  // by name; extensions in the order they came, versions downwards

  // Keeps the order. The entry must be new.
  FileEntry& add(FileEntry entry);
};

struct User {
  std::string name, password;
  std::array<Word36, kDdbWords> ddb{};
  std::uint32_t number() const { return ddb[kDdbNumber].right().bits(); }
};

// What is wrong goes to `problems`; what can be read comes back.
Directory parseDirectory(std::span<const Word36> words, std::int32_t number, Problems& problems);
// Empty if it does not fit.
Blocks buildDirectory(const Directory& d);
std::vector<User> parseIndexPart(std::span<const Word36> words, std::uint32_t part, Problems& problems);
// `at`: where the descriptor of each user went.
Blocks buildIndexPart(const std::vector<User>& users, std::uint32_t part, std::map<std::uint32_t, std::uint32_t>& at);
// Where a directory number is looked for first.
std::uint32_t hashOf(std::uint32_t number, std::uint32_t entries);

}  // namespace utah10::tenexfs
