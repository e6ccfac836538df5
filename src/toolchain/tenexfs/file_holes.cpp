#include "toolchain/tenexfs/file_holes.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <system_error>

#include "toolchain/entry_word.hpp"
#include "toolchain/tenexfs/layout.hpp"
#include "word/sparse_file.hpp"

namespace utah10::tenexfs {

namespace {

std::vector<FileExtent> extentsOf(const std::filesystem::path& host, std::uint64_t size) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{std::fopen(host.c_str(), "rbe"), &std::fclose};
  if (!file) return {{0, size}};
  return dataExtents(fileno(file.get()), size);
}

// Unmarks the pages that an SSAVE file has: its directory and those that the directory names.
void keepSsavePages(std::span<const Word36> words, std::vector<bool>& holes) {
  std::size_t at = 0;
  const auto keep = [&](std::size_t page) {
    if (page < holes.size()) holes[page] = false;
  };
  while (at < words.size() && words[at].left().bits() == kSsaveDirectory) {
    const std::size_t last = std::min<std::size_t>(words.size() - 1, at + words[at].right().bits());
    for (++at; at <= last; ++at) keep(words[at].right().bits());
  }
  for (std::size_t page = 0; page <= at / kPageWords; ++page) keep(page);
}

bool isSsave(std::span<const Word36> words) { return !words.empty() && words[0].left().bits() == kSsaveDirectory; }

}  // namespace

std::vector<bool> fileHoles(const std::filesystem::path& host, std::span<const Word36> words) {
  std::error_code why;
  const std::uint64_t size = std::filesystem::file_size(host, why);
  if (why || words.empty()) return {};
  std::vector<bool> holes((words.size() + kPageWords - 1) / kPageWords, true);
  if (isSsave(words)) {
    keepSsavePages(words, holes);
  } else {
    for (const FileExtent& e : extentsOf(host, size)) {
      const std::size_t first = e.offset * words.size() / size / kPageWords;
      const std::size_t last = ((e.offset + e.length) * words.size() + size - 1) / size;
      for (std::size_t page = first; page * kPageWords < last && page < holes.size(); ++page) holes[page] = false;
    }
  }
  for (std::size_t page = 0; page < holes.size(); ++page) {
    const auto part =
        words.subspan(page * kPageWords, std::min<std::size_t>(kPageWords, words.size() - page * kPageWords));
    if (!std::ranges::all_of(part, &Word36::zero)) holes[page] = false;
  }
  return holes;
}

}  // namespace utah10::tenexfs
