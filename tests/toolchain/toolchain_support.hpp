// Small programs and helpers shared by the toolchain's tests.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "support/binary_dir.hpp"
#include "utah10/toolchain/core_image.hpp"
#include "utah10/toolchain/core_image_formats.hpp"

namespace utah10 {

inline void PrintTo(const Word36& w, std::ostream* os) { *os << std::oct << w.bits() << std::dec; }
inline void PrintTo(const VirtualAddress& a, std::ostream* os) { *os << std::oct << a.bits() << std::dec; }

namespace test {

inline Word36 xwd(std::uint32_t left, std::uint32_t right) { return Word36::halves(left, right); }
inline Word36 word(std::uint64_t bits) { return Word36{bits}; }

inline std::vector<std::byte> bytes(std::initializer_list<unsigned> list) {
  std::vector<std::byte> out;
  for (const unsigned b : list) out.push_back(static_cast<std::byte>(b));
  return out;
}
inline std::vector<std::byte> bytes(std::string_view text) {
  const auto view = std::as_bytes(std::span{text});
  return {view.begin(), view.end()};
}

// Seed of the random tests: UTAH10_SEED, or a fixed one.
inline std::uint64_t seed() {
  const char* text = std::getenv("UTAH10_SEED");
  return text == nullptr ? 1975 : std::strtoull(text, nullptr, 10);
}

class RandomImages {
 public:
  explicit RandomImages(std::uint64_t s) : random_(s) {}
  std::size_t below(std::size_t limit) { return random_() % limit; }
  Word36 word() {
    // Half of them small or patterned: dense words never reveal a lost carry.
    switch (below(4)) {
      case 0:
        return Word36{below(0100)};
      case 1:
        return Word36::halves(static_cast<std::uint32_t>(0777770 + below(010)), 0777777);
      default:
        return Word36{random_()};
    }
  }
  Segment segment() {
    Segment s{VirtualAddress{static_cast<std::uint32_t>(below(01000000))}, {}};
    if (below(8) == 0) s.first = VirtualAddress{static_cast<std::uint32_t>(01000000 - 1 - below(4))};
    const std::size_t n = 1 + below(std::min<std::size_t>(60, 01000000 - s.first.bits()));
    for (std::size_t i = 0; i < n; ++i) s.words.push_back(word());
    return s;
  }
  CoreImage image(std::size_t segments) {
    CoreImage image;
    for (std::size_t i = 0; i < segments; ++i) image.segments.push_back(segment());
    image.start = StartWord::instruction(Word36::halves(0254000, static_cast<std::uint32_t>(1 + below(0777777))));
    return image;
  }

 private:
  std::mt19937_64 random_;
};

// A file that is deleted with the test.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, std::span<const std::byte> content)
      : path_(std::filesystem::path{binaryDir()} / name) {
    std::ofstream out{path_, std::ios::binary};
    out.write(reinterpret_cast<const char*>(content.data()), static_cast<std::streamsize>(content.size()));
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace test
}  // namespace utah10
