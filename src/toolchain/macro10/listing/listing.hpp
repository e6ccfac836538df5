// The listing: lines with location, code and source, on pages with headings, and the tables at the end.
//
// Layout (MACRO 50, OUTLIN and BOUT): error letters, location, code by fields or half words, source text from
// column 40. Only pass 2 lists. The listing reads no clock: time and date come with the options.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "toolchain/macro10/forms.hpp"
#include "toolchain/macro10/source/name.hpp"
#include "toolchain/macro10/source/source_input.hpp"
#include "utah10/toolchain/assembler.hpp"

namespace utah10::macro10 {

enum class CrefKind : std::uint8_t { Symbol = 1, Operator = 3, Macro = 5 };

// Printed after an octal number.
enum class Mark : char { None = ' ', Relocatable = '\'', External = '*' };

struct ListedWord {
  std::uint32_t location = 0;
  bool relocatable = false;
  Word36 word;
  Mark left = Mark::None;
  Mark right = Mark::None;
  Form form = 0;
  bool inOut = false;
};

struct ListedLine {
  std::string letters;
  std::optional<std::uint32_t> location;  // of a line without code that changes the counter
  Mark locationMark = Mark::None;
  std::optional<Word36> assigned;
  Mark assignedLeft = Mark::None;
  Mark assignedRight = Mark::None;
  std::vector<ListedWord> words;
  std::string text;
};

class Listing {
 public:
  explicit Listing(const AssemblerOptions& options) : options_(options), pageLines_(std::max(options.pageLines, 1U)) {}

  // State of LIST, XLIST and related pseudo-ops.
  bool listOff = false;       // XLIST
  bool expansionsOff = true;  // XALL, SALL; LALL turns it off
  bool skipping = false;      // inside an expansion that is not listed (IOMAC)
  bool halfForm = false;      // .HWFRMT
  bool noSymbols = false;     // NOSYM
  bool crefOff = false;       // .XCREF
  bool onPass2 = false;
  bool hasCrossReference() const { return options_.crossReference; }

  void startPass2(std::string title);
  void setTitle(std::string title) { title_ = std::move(title); }
  bool hasSubtitle() const { return !subtitle_.empty(); }
  void setSubtitle(std::string subtitle) { subtitle_ = std::move(subtitle); }
  void setFile(std::string name) { file_ = std::move(name); }
  void newPage(bool numbered);  // a form feed in the source increments the page number; PAGE does not

  // The image of the line being read.
  void put(int ascii) { image_ += static_cast<char>(ascii); }
  void overwrite(int ascii);
  void dropLast();
  std::size_t size() const { return out_.size(); }
  const std::string& image() const { return image_; }
  void clearImage() { image_.clear(); }

  void line(const ListedLine& l);
  void plain(std::string_view text);  // a line printed unchanged
  void reference(CrefKind kind, Name name, bool defining);

  struct SymbolLine {
    std::string name;
    Word36 value;
    Mark left = Mark::None;
    Mark right = Mark::None;
    std::string tag;
  };
  void symbolTable(const std::vector<SymbolLine>& symbols);
  std::string finish();

 private:
  struct Reference {
    unsigned line;
    bool defining;
  };
  const AssemblerOptions& options_;
  const std::size_t pageLines_;  // at least 1, because a page of no lines would never be full
  std::string out_;
  std::string image_;
  std::string title_;
  std::string subtitle_;
  std::string file_;
  unsigned page_ = 1;
  int pagePart_ = -1;
  bool symbolPages_ = false;
  unsigned symbolPage_ = 0;
  std::size_t linesLeft_ = 0;
  unsigned lineNumber_ = 0;
  using References = std::unordered_map<Name, std::vector<Reference>>;
  std::map<CrefKind, References> references_;

  bool active() const { return onPass2 && options_.listing; }
  void heading();
  void endOutputLine();
  void startOutputLine();
  void code(const ListedWord& w, std::string& line, int& tabs) const;
  void crefTable(std::string_view heading, const References& names);
};

// The fields of a word according to its form: `200 04 0 00 001234`.
std::string fieldsText(Word36 word, Form form, bool inOut);

}  // namespace utah10::macro10
