// Every form in which a host file may hold 36-bit words: the packings, octal digits, and plain text.
//
// The names are those of pack10's options. Errors: `file: byte n` for packed words and text, `file(line)` for octal.
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

enum class HostFormKind {
  Packed,     // one of the packings
  Ascii7,     // ansi-ascii that passed a 7-bit channel: bit 35 of every word is lost. Read only
  OctalText,  // one word per line: up to twelve octal digits, or LH,,RH
  Text,       // a host text file; in words, five ASCII characters each, lines ending in CR LF
  Sail,       // SAIL characters converted to UTF-8; cannot be converted back to words
};
struct HostForm {
  HostFormKind kind = HostFormKind::Packed;
  Packing packing = Packing::Data8;  // if Packed

  static constexpr HostForm packed(Packing p) { return {HostFormKind::Packed, p}; }
  bool operator==(const HostForm&) const = default;
};

std::string_view hostFormName(HostForm form);
// `lost` selects words that passed a 7-bit channel; `dbd9`, `data8` and so on are other tools' names for packings.
std::optional<HostForm> hostFormNamed(std::string_view name);
// One line each: name and description, for --help.
std::string hostFormHelp();

struct ReadWords {
  HostForm form;
  std::vector<Word36> words;
  std::vector<std::string> warnings;  // one line each, without the file name
};

// `name` appears in messages only.
Expected<ReadWords> readWords(std::string_view name, std::span<const std::byte> bytes, HostForm form);

struct WriteOptions {
  bool crlf = false;  // text: end lines in CR LF, as in the words, instead of LF
};
// Error::where is the form's name.
Expected<std::vector<std::byte>> writeWords(std::span<const Word36> words, HostForm form, const WriteOptions& = {});

// The detected form of a file, and the evidence for it.
struct HostFormFinding {
  HostForm form;
  std::vector<std::string> evidence;  // one line each, strongest first
};
Expected<HostFormFinding> detectHostForm(std::string_view name, std::span<const std::byte> bytes);

// Identifies the contents by the first words: `10/50 SAV (TENEX SAVE): ...`.
std::string contentsOf(std::span<const Word36> words);

}  // namespace utah10
