// A DECtape with a directory in a host file: the file that `attach dta0` mounts. Private to the program tenexfs.
// docs/formats.md describes the layout, which TENEX shares with DEC's monitor; names, dates and the choice of blocks
// are those of TENEX 1.33 and 1.34.
//
// The whole tape is read, changed in memory, and written to a temporary file that is then renamed over the old one. The
// caller checks whether the tape is attached elsewhere (flock). Errors: `file: what; hint` or `NAME.EXT: what`.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/toolchain/tenex_pack.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

// NAME.EXT: one to six and up to three characters of SIXBIT. A DECtape has neither directories nor versions.
struct TapeName {
  std::string name;
  std::string extension;
  std::string text() const;
  bool operator==(const TapeName&) const = default;
};
// Converts to upper case; DTA0: to DTA7: may precede the name.
Expected<TapeName> parseTapeName(std::string_view text);

struct TapeFile {
  TapeName name;
  unsigned blocks = 0;    // that the directory gives it
  std::size_t words = 0;  // of data, as far as its blocks can be followed
  Word36 written;         // days since 17 November 1858,,0; zero if there is no valid date
};

// Findings of the check, one line each. An error can lose data; a note cannot.
struct TapeReport {
  std::vector<std::string> errors;
  std::vector<std::string> notes;
  unsigned files = 0, blocks = 0, freeBlocks = 0;
  bool clean() const { return errors.empty(); }
};

class TenexTape {
 public:
  static constexpr std::size_t kBlocks = 578, kBlockWords = 128;
  static constexpr std::size_t kImageBytes = kBlocks * kBlockWords * 8;
  static constexpr unsigned kMostFiles = 22;
  // From one block of a file to the next, so that the tape need not turn between them.
  static constexpr unsigned kSpacing = 4, kMostSpacing = 7;

  // A formatted tape with an empty directory.
  static TenexTape make();
  static Expected<TenexTape> open(const std::filesystem::path& file);
  // The words of all blocks, block 0 first.
  static Expected<TenexTape> of(std::vector<Word36> words, std::string name = "tape");

  Expected<void> save(const std::filesystem::path& file) const;
  std::span<const Word36> words() const { return words_; }
  // The reel's name, which TENEX neither writes nor reads; empty if there is none.
  std::string label() const;

  // With `repair` every file keeps the longest part that can be followed, and all other blocks become free.
  TapeReport check(bool repair = false);

  // In the order of the directory.
  std::vector<TapeFile> files() const;
  // The directory has no byte size: it is 7 if all words hold text, 36 if not.
  Expected<FileContents> read(const TapeName& name) const;

  // These change nothing on failure and require a tape that checks clean. `now` is days,,seconds and dates the files
  // written; a date that the directory cannot hold (before 1964, after 2051) is left out.
  void setTime(Word36 now) { now_ = now; }
  Expected<TapeName> write(const TapeName& name, std::span<const Word36> words, unsigned spacing = kSpacing);
  Expected<TapeName> remove(const TapeName& name);

 private:
  struct Chain {
    std::vector<unsigned> blocks;
    std::string fault;  // why it cannot be followed to its end, or empty
  };

  TenexTape(std::vector<Word36> words, std::string name) : words_(std::move(words)), name_(std::move(name)) {}

  Word36& directory(std::size_t n);
  Word36 directory(std::size_t n) const;
  Word36& header(unsigned block) { return words_[block * kBlockWords]; }
  Word36 header(unsigned block) const { return words_[block * kBlockWords]; }
  std::uint32_t owner(unsigned block) const;
  void setOwner(unsigned block, std::uint32_t slot);
  std::vector<unsigned> owned(std::uint32_t slot) const;
  void release(std::uint32_t slot);

  bool used(std::uint32_t slot) const;
  TapeName nameOf(std::uint32_t slot) const;
  std::uint32_t slotOf(const TapeName& name) const;
  std::uint32_t date(std::uint32_t slot) const;
  void setDate(std::uint32_t slot);
  Word36 dayWritten(std::uint32_t slot) const;

  Chain follow(std::uint32_t slot, unsigned first) const;
  Chain chain(std::uint32_t slot) const;
  std::size_t wordsIn(const Chain& chain) const;
  void checkFile(std::uint32_t slot, TapeReport& report) const;
  void checkNames(TapeReport& report) const;
  void repairFile(std::uint32_t slot);
  Expected<void> requireClean() const;
  unsigned findFree(int from, bool& down) const;
  bool store(std::uint32_t slot, std::span<const Word36> words, unsigned spacing);

  std::vector<Word36> words_;
  std::string name_;  // in messages
  Word36 now_;
};

}  // namespace utah10
