// What the first words of a binary file tell about it; private to this layer.
#pragma once

#include <cstddef>
#include <span>

#include "utah10/word/word36.hpp"

namespace utah10 {

// Formats known by their first words, refused formats among them.
enum class FileKind { Rim10b, Sblk, Rim10, Sav, Ssave, Exe, Rel, Rim };

enum class Likelihood {
  No,
  Weak,     // the head fits, the length does not: perhaps a truncated file, perhaps something else
  Likely,   // head and length fit
  Certain,  // nothing else looks like this
};

Likelihood likelihood(std::span<const Word36> words, FileKind kind);

// Whether any kind is at least likely.
bool looksLikeHead(std::span<const Word36> words);

inline constexpr FileKind kFileKinds[] = {FileKind::Rim10b, FileKind::Sblk, FileKind::Sav, FileKind::Rim10,
                                          FileKind::Ssave,  FileKind::Exe,  FileKind::Rel, FileKind::Rim};

}  // namespace utah10
