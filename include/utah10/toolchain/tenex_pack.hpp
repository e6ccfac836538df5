// A TENEX file system on an RP02 or RP03 pack in a host file: the file that `attach dsk0` mounts. roms/monitor/DISK.md
// describes the layout (that of TENEX 1.28; 1.33 reads it with its old directory format).
//
// The pack is read whole, changed in memory, and written whole beside the old file, which then takes its name: whatever
// happens, the file is the old pack or the new one. Whether it is attached somewhere is the caller's to ask (flock).
// Errors: `file: what; hint` or `<DIR>NAME.EXT;1: what`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

// <DIR>NAME.EXT;VERSION; what is missing is empty, version 0: the highest there is, or one more for a new file.
struct TenexName {
  std::string directory;
  std::string name;
  std::string extension;
  unsigned version = 0;
  std::string text() const;
};
// Capitals come out. "*" is allowed for a name or an extension.
Expected<TenexName> parseTenexName(std::string_view text);

struct TenexFile {
  TenexName name;
  Word36 protection;        // 500000,,nnnnnn
  std::uint32_t flags = 0;  // FDBCTL, left half
  unsigned pages = 0;       // as the FDB says
  unsigned byteSize = 0;
  std::uint64_t bytes = 0;
  Word36 written;  // days since 17 November 1858,,seconds
  bool deleted() const { return (flags & 040000) != 0; }
};

struct TenexDirectory {
  std::string name;
  std::string password;
  unsigned number = 0;
  Word36 privileges;
  unsigned mostPages = 0;
};

// What the check found, a line each. An error is what a monitor may trip over; a note is not.
struct PackReport {
  std::vector<std::string> errors;
  std::vector<std::string> notes;
  unsigned directories = 0, files = 0, pages = 0, freePages = 0;
  bool clean() const { return errors.empty(); }
};

struct FileContents {
  std::vector<Word36> words;  // pages that are not there read as zeros
  unsigned byteSize = 36;
  std::uint64_t bytes = 0;
};

class TenexPack {
 public:
  // "RP02" or "RP03". `now`: for the dates of what is made, days,,seconds.
  static Expected<TenexPack> make(std::string_view drive, Word36 now);
  static Expected<TenexPack> open(const std::filesystem::path& file);
  // The words of an image of either size.
  static Expected<TenexPack> of(std::vector<Word36> words, std::string name = "pack");
  TenexPack(TenexPack&&) noexcept;
  TenexPack& operator=(TenexPack&&) noexcept;
  ~TenexPack();

  // data8, or dbd9 if the file was that when it was opened.
  Expected<void> save(const std::filesystem::path& file) const;
  std::span<const Word36> words() const;

  // Everything a monitor relies on. With `repair` what is wrong is put right: a directory is made again of the entries
  // that can be read, a page of two files stays with the first, the bit table follows the files.
  PackReport check(bool repair = false);

  Expected<std::vector<TenexDirectory>> directories() const;
  // In directory order; deleted files too.
  Expected<std::vector<TenexFile>> files(std::string_view directory) const;
  Expected<FileContents> read(const TenexName& name) const;

  // These change nothing if they fail, and want a pack that checks clean. They return the name as it came to be.
  void setTime(Word36 now);
  Expected<TenexDirectory> makeDirectory(const TenexDirectory& d);
  Expected<TenexName> write(const TenexName& name, const FileContents& contents,
                            std::optional<unsigned> protection = std::nullopt);
  // Marks it deleted, or takes it off the pack.
  Expected<TenexName> remove(const TenexName& name, bool expunge);
  // A directory's own protection and, if given, that of its new files.
  Expected<void> protect(std::string_view directory, unsigned protection, std::optional<unsigned> files = std::nullopt);
  // Takes the deleted files of a directory off the pack; returns how many.
  Expected<unsigned> expunge(std::string_view directory);

 private:
  struct State;
  explicit TenexPack(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Text of the host as bytes of 7 bits: line ends become CR LF or, if `eol`, 37.
Expected<FileContents> tenexText(std::string_view text, bool eol);
// The reverse: CR LF and 37 become LF, NULs go; with `crlf` lines end in CR LF.
std::string hostText(const FileContents& contents, bool crlf);

}  // namespace utah10
