// Every form a host file may keep 36-bit words in: the packings, octal digits, and plain text.
//
// Names as pack10 takes them. Errors: `file: byte n` for packed words and text, `file(line)` for octal text.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/toolchain/packing.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

struct HostForm {
  enum class Kind {
    Packed,     // one of the packings
    Ascii7,     // ansi-ascii that went through a 7-bit channel: bit 35 of every word is lost. Read, never written
    OctalText,  // a word a line: up to twelve octal digits, or LH,,RH
    Text,       // a host text file; as words, five ASCII characters each, lines ending in CR LF
    Sail,       // SAIL characters turned into UTF-8; there is no way back to words
  };
  Kind kind = Kind::Packed;
  Packing packing = Packing::Data8;  // when Packed

  static constexpr HostForm packed(Packing p) { return {Kind::Packed, p}; }
  bool operator==(const HostForm&) const = default;
};

std::string_view hostFormName(HostForm form);
// With `lost` for words that came through a 7-bit channel and `dbd9`, `data8` ... as other tools name packings.
std::optional<HostForm> hostFormNamed(std::string_view name);
// One line each: name and description, for --help.
std::string hostFormHelp();

struct ReadWords {
  HostForm form;
  std::vector<Word36> words;
  std::vector<std::string> warnings;  // a line each, without the file name
};

// `name` only serves messages.
Expected<ReadWords> readWords(std::string_view name, std::span<const std::byte> bytes, HostForm form);

struct WriteOptions {
  bool crlf = false;  // text: lines end in CR LF, as they do in the words, and not in LF
};
// Error::where is the form's name.
Expected<std::vector<std::byte>> writeWords(std::span<const Word36> words, HostForm form, const WriteOptions& = {});

// What a file was found to be, and why.
struct HostFormFinding {
  HostForm form;
  std::vector<std::string> evidence;  // a line each, the strongest first
};
Expected<HostFormFinding> detectHostForm(std::string_view name, std::span<const std::byte> bytes);

// What the words are, by the first of them: `10/50 SAV (TENEX SAVE): ...`.
std::string contentsOf(std::span<const Word36> words);

}  // namespace utah10
