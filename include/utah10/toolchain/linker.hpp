// The linker: loads relocatable files, one after another, into a core image, as LOADER does.
//
// Semantics are those of LOADER V.057 in its TENEX edition: a fix-up is made as soon as its symbol is defined, the
// first definition of a global holds, storage counters are assigned in the order of the files. An error does not stop
// linking; finish() returns all errors, and an image only if there are none. The caller reads host files: it loads the
// files that programs request (takeRequests) before it calls finish().
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

// A file that a program requests (.REQUIRE, .REQUEST).
struct FileRequest {
  std::string name;
  std::string device;     // empty: any device
  std::string where;      // the requesting item, for messages
  bool searched = false;  // searched as a library
};

// Where the DDT symbol table is loaded. LOADER's switch B moves it down behind the programs and counts it in .JBFF;
// else it stays at the top of core, and .JBFF is the end of the programs.
enum class SymbolTable : std::uint8_t { None, BehindPrograms, TopOfCore };

struct LinkEnding {
  SymbolTable symbols = SymbolTable::None;
  bool jobData = true;               // fill in .JBSA, .JBFF and the other job data words
  std::uint32_t patchArea = 0100;    // free words between programs and symbol table
  std::optional<std::string> start;  // address or global; default: the last program that names a start address
};

// Where a program was loaded.
struct Placement {
  std::uint32_t low = 0, high = 0;  // first address of each segment
  std::uint32_t highBase = 0;       // two-segment program: addresses from here on belong to the high segment
  bool wholeHigh = false, two = false;

  // Relocates an address of the program.
  VirtualAddress moved(std::uint32_t address) const;
};

struct LinkedSymbol {
  std::string name;
  Word36 value;
  unsigned code = 010;  // 04 global, 10 local; +40 suppressed in DDT
  bool moves = false;   // relocatable: its value was relocated with the program, or assigned from a storage counter
  bool loaded = false;  // its value is the address of a word that the program itself loads at an absolute address
};

struct LinkedProgram {
  std::string name;
  std::string file;
  std::size_t number = 0;  // index of the program in its file, from 0
  Placement placement;
  std::vector<LinkedSymbol> symbols;
};

struct LinkResult {
  std::optional<CoreImage> image;
  std::vector<Error> errors;
  std::string map;                      // load map: programs and globals
  std::vector<LinkedProgram> programs;  // in the order of loading
};

class Linker {
 public:
  enum class Segment { Low, High };

  Linker();
  ~Linker();
  Linker(Linker&&) noexcept;
  Linker& operator=(Linker&&) noexcept;

  // Applies to files loaded from now on.
  void keepLocalSymbols(bool keep);
  // Where the next program's segment begins: octal digits, or a global that already has a value.
  void setOrigin(Segment segment, std::string_view value);

  // Overrides the segment that one-segment programs request; nullopt honours their requests.
  void forceSegment(std::optional<Segment> segment);

  void load(const WordFile& rel);
  // As a library: loads only the programs that define a wanted global.
  void search(const WordFile& rel);
  // Files that the programs loaded so far request, each once.
  std::vector<FileRequest> takeRequests();
  // Whether any global is undefined, so that searching libraries is useful.
  bool wantsMore() const;
  // Adds an error found by the caller, such as an unreadable file; it is reported with the linker's own.
  void addError(Error error);

  LinkResult finish(const LinkEnding& ending = {});

  struct State;  // private to the linker

 private:
  std::unique_ptr<State> state_;
};

// The symbols of the job data area as a library program: .JBSA, .JBFF, ... (the contents of SYS:JOBDAT.REL).
std::vector<RelItem> jobDataModule();

}  // namespace utah10
