// A TENEX file system on an RP02 or RP03 pack in a host file: the file that `attach dsk0` mounts. roms/monitor/DISK.md
// describes the layout (that of TENEX 1.28; 1.33 reads it with its old directory format).
//
// The whole pack is read, changed in memory, and written to a temporary file that is then renamed over the old one: the
// file is always either the old pack or the new one. A change keeps every word of the index, the directories and the
// bit table that it need not change, so that a genuine monitor finds its own as it left it. The caller checks whether
// the pack is attached elsewhere (flock).
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

// <DIR>NAME.EXT;VERSION. Missing parts are empty. Version 0 is the highest existing one; for a new file, one more.
struct TenexName {
  std::string directory;
  std::string name;
  std::string extension;
  unsigned version = 0;
  std::string text() const;
};
// Converts to upper case. "*" is allowed as a name or an extension.
Expected<TenexName> parseTenexName(std::string_view text);

struct TenexFile {
  TenexName name;
  Word36 protection;        // 500000,,nnnnnn
  std::uint32_t flags = 0;  // FDBCTL, left half
  unsigned pages = 0;       // according to the FDB
  unsigned byteSize = 0;
  std::uint64_t bytes = 0;
  Word36 written;  // days since 17 November 1858,,seconds
  bool deleted() const { return (flags & 040000) != 0; }
};

struct TenexDirectory {
  std::string name;
  std::string password;  // empty: none, or one that the monitor keeps as a hash (1.34)
  unsigned number = 0;
  Word36 privileges;
  unsigned mostPages = 0;
};

// Findings of the check, one line each. An error can make a monitor fail; a note cannot.
struct PackReport {
  std::vector<std::string> errors;
  std::vector<std::string> notes;
  unsigned directories = 0, files = 0, pages = 0, freePages = 0;
  bool clean() const { return errors.empty(); }
};

struct FileContents {
  std::vector<Word36> words;  // missing pages (holes) read as zeros
  unsigned byteSize = 36;
  std::uint64_t bytes = 0;
  // By page of 512 words: the file has no such page. A hole that is written must be all zeros, or it becomes a page.
  // Empty: the file has every page.
  std::vector<bool> holes{};
};

class TenexPack {
 public:
  // "RP02" or "RP03". `now` (days,,seconds) dates the files created.
  static Expected<TenexPack> make(std::string_view drive, Word36 now);
  static Expected<TenexPack> open(const std::filesystem::path& file);
  // Takes the words of an image of either size.
  static Expected<TenexPack> of(std::span<const Word36> words, std::string name = "pack");
  TenexPack(TenexPack&&) noexcept;
  TenexPack& operator=(TenexPack&&) noexcept;
  ~TenexPack();

  // Writes data8, or dbd9 if the file had that packing when it was opened.
  Expected<void> save(const std::filesystem::path& file) const;
  std::span<const Word36> words() const;

  // Checks everything a monitor relies on. With `repair` errors are corrected: a directory is rebuilt from its readable
  // entries, a page claimed by two files stays with the first, and the bit table is rebuilt from the files.
  PackReport check(bool repair = false);

  Expected<std::vector<TenexDirectory>> directories() const;
  // In directory order, including deleted files.
  Expected<std::vector<TenexFile>> files(std::string_view directory) const;
  Expected<FileContents> read(const TenexName& name) const;
  // The newest date of a file (made, written, read) or of a login; nothing: there is none.
  std::optional<Word36> newestDate() const;

  // These change nothing on failure and require a pack that checks clean. They return the resulting name.
  void setTime(Word36 now);
  Expected<TenexDirectory> makeDirectory(const TenexDirectory& d);
  Expected<TenexName> write(const TenexName& name, const FileContents& contents,
                            std::optional<unsigned> protection = std::nullopt);
  // Marks the file deleted; with `expunge` removes it from the pack.
  Expected<TenexName> remove(const TenexName& name, bool expunge);
  // Sets a directory's own protection and optionally the default protection of its new files.
  Expected<void> protect(std::string_view directory, unsigned protection, std::optional<unsigned> files = std::nullopt);
  // Removes the deleted files of a directory from the pack; returns their number.
  Expected<unsigned> expunge(std::string_view directory);

 private:
  struct State;
  explicit TenexPack(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Converts host text to 7-bit bytes: line ends become CR LF, or 37 if `eol`.
Expected<FileContents> tenexText(std::string_view text, bool eol);
// The reverse: CR LF and 37 become LF, NULs are dropped; with `crlf` lines end in CR LF.
std::string hostText(const FileContents& contents, bool crlf);

}  // namespace utah10
