// Recognises binary files by their first words; private to this layer.
#pragma once

#include <cstddef>
#include <span>

#include "utah10/word/word36.hpp"

namespace utah10 {

// Formats recognised by their first words, including formats that are refused.
enum class FileKind { Rim10b, Sblk, Rim10, Sav, Ssave, Exe, Rel, Rim, Pdump };

enum class Likelihood {
  No,
  Weak,     // the head fits, the length does not: perhaps a truncated file, perhaps another format
  Likely,   // head and length fit
  Certain,  // no other format looks like this
};

Likelihood likelihood(std::span<const Word36> words, FileKind kind);

// Whether any format is at least Likely.
bool looksLikeHead(std::span<const Word36> words);

inline constexpr FileKind kFileKinds[] = {FileKind::Rim10b, FileKind::Sblk,  FileKind::Sav,
                                          FileKind::Rim10,  FileKind::Ssave, FileKind::Exe,
                                          FileKind::Rel,    FileKind::Rim,   FileKind::Pdump};

}  // namespace utah10
