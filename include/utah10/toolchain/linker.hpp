// The linker: relocatable files loaded one after the other into a core image, as LOADER does it.
//
// Semantics are those of LOADER V.057 in its TENEX edition: fix-ups as soon as their symbols are defined, the first
// definition of a global holds, storage counters are assigned in the order of files. Errors do not end the linking;
// finish() gives all of them and an image only if there are none. Host files are the caller's: it loads what programs
// request (takeRequests) before it finishes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/toolchain/core_image.hpp"
#include "utah10/toolchain/rel_file.hpp"
#include "utah10/toolchain/word_file.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// A file some program asks for (.REQUIRE, .REQUEST).
struct FileRequest {
  std::string name;
  std::string device;     // empty: any
  std::string where;      // the item that asks, for messages
  bool searched = false;  // as a library
};

struct LinkEnding {
  bool symbols = false;              // leave the DDT symbol table in core, behind the programs
  bool jobData = true;               // fill in .JBSA, .JBFF and their like
  std::uint32_t patchArea = 0100;    // free words between programs and symbol table
  std::optional<std::string> start;  // address or global; default is the last program's that names one
};

// Where a program's addresses have gone.
struct Placement {
  std::uint32_t low = 0, high = 0;  // its segments begin there
  std::uint32_t highBase = 0;       // of a program of two segments: addresses from here on are high ones
  bool wholeHigh = false, two = false;

  // An address that moves with the program.
  VirtualAddress moved(std::uint32_t address) const;
};

struct LinkedSymbol {
  std::string name;
  Word36 value;
  unsigned code = 010;  // 04 global, 10 local; +40 suppressed in DDT
  bool moves = false;   // its value is an address: it moved with the program, or was assigned from a storage counter
};

struct LinkedProgram {
  std::string name;
  std::string file;
  std::size_t number = 0;  // of the program in its file, from 0
  Placement placement;
  std::vector<LinkedSymbol> symbols;
};

struct LinkResult {
  std::optional<CoreImage> image;
  std::vector<Error> errors;
  std::string map;                      // programs and globals, for people
  std::vector<LinkedProgram> programs;  // in the order of loading
};

class Linker {
 public:
  enum class Segment { Low, High };

  Linker();
  ~Linker();
  Linker(Linker&&) noexcept;
  Linker& operator=(Linker&&) noexcept;

  // For the files loaded from here on.
  void keepLocalSymbols(bool keep);
  // Where the next program's segment begins: octal digits, or a global that has a value by now.
  void setOrigin(Segment segment, std::string_view value);

  // Which segment programs of one segment go into, whatever they ask for; none: as they ask.
  void forceSegment(std::optional<Segment> segment);

  void load(const WordFile& rel);
  // As a library: of its programs only those that define a wanted global.
  void search(const WordFile& rel);
  // What programs loaded so far ask for, each file once.
  std::vector<FileRequest> takeRequests();
  // Whether any global lacks a definition: libraries are worth searching.
  bool wantsMore() const;
  // An error of the caller's, reported with the others: a file that cannot be read.
  void addError(Error error);

  LinkResult finish(const LinkEnding& ending = {});

  struct State;  // the linker's own

 private:
  std::unique_ptr<State> state_;
};

// The job data area's symbols as a library program: .JBSA, .JBFF, ... (what SYS:JOBDAT.REL holds).
std::vector<RelItem> jobDataModule();

}  // namespace utah10
