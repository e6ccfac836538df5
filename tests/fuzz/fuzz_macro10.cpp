#include <string>

#include "fuzz_check.hpp"
#include "utah10/toolchain/assembler.hpp"

namespace {

using namespace utah10;

constexpr std::size_t kOptionBytes = 3;

// Version, listing and the other switches; page sizes include absurd ones.
AssemblerOptions optionsOf(const std::uint8_t* data) {
  AssemblerOptions o;
  constexpr MacroVersion kVersions[] = {MacroVersion::V47, MacroVersion::V50, MacroVersion::V53, MacroVersion::V50};
  o.version = kVersions[data[0] & 3];
  o.listing = (data[0] & 4) != 0;
  o.crossReference = (data[0] & 010) != 0;
  o.expandMacros = (data[0] & 020) != 0;
  o.tabsInArguments = (data[0] & 040) != 0;
  o.warnings = (data[0] & 0100) == 0;
  o.pageLines = data[1] & 077;
  o.width = data[2];
  o.characterLimit = std::uint64_t{1} << 20;
  return o;
}

void checkResult(const AssemblyResult& r, const AssemblerOptions& o) {
  unsigned errors = 0;
  unsigned warnings = 0;
  for (const AssemblyMessage& m : r.messages) {
    ++(m.warning ? warnings : errors);
    FUZZ_CHECK(!m.text.empty());
    FUZZ_CHECK(m.text.find('\n') == std::string::npos);
    FUZZ_CHECK(!m.file.empty());
  }
  FUZZ_CHECK((errors == 0) == (r.errors == 0));  // one letter may have many causes, and one cause many letters
  FUZZ_CHECK((warnings == 0) == (r.warnings == 0));
  FUZZ_CHECK(o.listing || r.listing.empty());
  for (const LineEntry& l : r.lines) {
    FUZZ_CHECK(l.location <= 0777777);
    FUZZ_CHECK(l.file < r.files.size());
  }
  // Output is proportional to the input limit, whatever the source multiplies.
  FUZZ_CHECK(r.lines.size() <= o.characterLimit);
  FUZZ_CHECK(r.tape.size() <= o.characterLimit);
  FUZZ_CHECK(r.listing.size() <= 16 * o.characterLimit);
  if (r.errors != 0 || r.rel.empty()) return;
  const auto again = decodeRel({"rel", encodeRel(r.rel)});
  FUZZ_CHECK(again.has_value());
}

}  // namespace

// Three bytes of options and a source; an ASCII NUL ends a file and begins the next one. Whatever the source contains,
// the assembly ends, with one-line messages; a universal it writes can be read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < kOptionBytes) return 0;
  const AssemblerOptions options = optionsOf(data);
  std::vector<SourceText> sources{{"one.mac", {}}};
  for (std::size_t i = kOptionBytes; i < size; ++i) {
    if (data[i] == 0 && sources.size() < 4) {
      sources.push_back({"more.mac", {}});
    } else {
      sources.back().text += static_cast<char>(data[i]);
    }
  }
  const AssemblyResult r = assemble(sources, options);
  checkResult(r, options);
  for (const UniversalFile& u : r.universals) {
    AssemblerOptions reading = options;
    reading.preload = {"UNV"};
    reading.findUniversal = [&](std::string_view) -> Expected<std::optional<std::vector<Word36>>> { return u.words; };
    const SourceText end{"end.mac", "\tEND\n"};
    const AssemblyResult read = assemble({&end, 1}, reading);
    for (const AssemblyMessage& m : read.messages) FUZZ_CHECK(m.text.find("not a universal") == std::string::npos);
  }
  return 0;
}
