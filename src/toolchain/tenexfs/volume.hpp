// The pages of a pack, their owners, and the whole file system as lists. Private to tenexfs.
#pragma once

#include <array>
#include <functional>
#include <set>

#include "toolchain/tenexfs/directory.hpp"
#include "toolchain/tenexfs/pack_words.hpp"
#include "utah10/toolchain/tenex_pack.hpp"

namespace utah10::tenexfs {

class Volume {
 public:
  Volume(PackWords words, const Shape& shape)
      : words_(std::move(words)), shape_(&shape), used_(shape.filePages()), reserved_(shape.filePages()) {}

  const Shape& shape() const { return *shape_; }
  const PackWords& words() const { return words_; }
  bool good(std::uint32_t address) const {
    return address % kSectorsPage == 0 && address / kSectorsPage < shape_->filePages();
  }
  std::span<Word36> page(std::uint32_t address) { return words_.at(std::size_t{address} * kSectorWords, kPageWords); }
  std::span<const Word36> page(std::uint32_t address) const {
    return words_.at(std::size_t{address} * kSectorWords, kPageWords);
  }

  bool used(std::uint32_t address) const { return used_[address / kSectorsPage]; }
  bool usedPage(std::uint32_t page) const { return used_[page]; }
  void setUsed(std::uint32_t address, bool on) { used_[address / kSectorsPage] = on; }
  void forgetUsed() { used_.assign(used_.size(), false), forgetReserved(); }
  // Pages that the bit table keeps out of use though no file has them.
  bool reservedPage(std::uint32_t page) const { return reserved_[page]; }
  void reservePage(std::uint32_t page) { reserved_[page] = true; }
  void forgetReserved() { reserved_.assign(reserved_.size(), false); }
  std::uint32_t freePages() const;
  // Allocates a page of zeros on the track of `near` or a track close to it.
  std::optional<std::uint32_t> allocate(std::uint32_t near);

 private:
  PackWords words_;
  const Shape* shape_;
  std::vector<bool> used_, reserved_;
};

struct Model {
  std::array<std::uint32_t, 130> letters{};          // maps the first letter of a name to a part of the index
  Blocks zero;                                       // part 0 of the index as read; empty if it must be made anew
  std::map<std::uint32_t, std::vector<User>> parts;  // by number, 1 and up
  std::set<std::uint32_t> keptParts;                 // those read without problems
  std::map<std::uint32_t, Directory> directories;    // by number
  bool unread = false;                               // there are directories that were not read, and no damage
  std::uint32_t fd = 0;                              // index block of <SYSTEM>DIRECTORY.
  std::array<std::uint32_t, kFdBlocks> fdBlocks{};

  const User* find(std::string_view name) const;
  // The length of the hash table.
  std::uint32_t hashEntries() const { return zero.empty() ? kHashEntries : zero[kHashLength].right().bits(); }
};

// Reads the file system; problems go to the report. The volume's `used` then covers exactly the pages of files. False
// if the structure is too damaged to go on.
bool load(Volume& v, Model& m, PackReport& report, bool repair);
// Writes directories, index and bit table according to the model; what the model does not change stays as it is, word
// for word. False if there is no room.
bool storeDirectory(Volume& v, Model& m, std::uint32_t number);
bool storeIndex(Volume& v, Model& m);
bool storeBitTable(Volume& v, Model& m);
// A bit table in which every page is free.
std::vector<Word36> freeBitTable(const Shape& shape);
// The bit table's pages; empty unless all of them exist.
std::vector<std::uint32_t> bitTablePages(Volume& v, Model& m);

// A page whose disk copy was never written reads as zeros.
constexpr bool neverWritten(Word36 pointer) { return (pointer.left().bits() & 4) != 0; }

// Visits every page of a file in order; the callback gets the page's number in the file and the word that points to it
// and ends the walk by returning false. An index block comes before its pages, with number kIndexBlock.
constexpr std::uint32_t kIndexBlock = 0xffffffff;
using Visit = std::function<bool(std::uint32_t page, Word36& pointer)>;
void walkFile(Volume& v, FileEntry& e, const Visit& visit);

}  // namespace utah10::tenexfs
