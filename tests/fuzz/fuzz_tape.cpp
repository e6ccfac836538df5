// Any file on a magnetic tape drive: either refused and left unchanged, or readable, and what is written reads back.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "devices/magtape_image.hpp"
#include "fuzz_check.hpp"

namespace {
using namespace utah10;

std::string contentOf(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool alike(const MagTapeImage& a, const MagTapeImage& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t n = 0; n < a.size(); ++n)
    if (!(a.at(n) == b.at(n))) return false;
  return true;
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = std::filesystem::temp_directory_path() / ("utah10-fuzz-tape-" + std::to_string(::getpid()));
  const std::string content(data, data + size);
  std::ofstream(file, std::ios::binary) << content;
  std::optional<MagTapeImage> copy;  // the written tape, without the file
  {
    auto tape = MagTapeImage::open("mta0", file);
    FUZZ_CHECK(contentOf(file) == content);
    if (tape) {
      TapeObject record;
      record.frames.assign(data, data + std::min<std::size_t>(size, 9));
      if (record.frames.empty()) record.frames.push_back(7);
      tape->write(size % (tape->size() + 1), record);
      Archive out = Archive::writer();
      tape->state(out);
      Archive in = Archive::reader(out.data());
      copy.emplace().state(in);
      FUZZ_CHECK(in.good() && in.atEnd() && alike(*tape, *copy));
    }
  }
  AttachOptions readOnly;
  readOnly.readOnly = true;
  const auto again = MagTapeImage::open("mta0", file, readOnly);
  FUZZ_CHECK(again.has_value() == copy.has_value());
  FUZZ_CHECK(copy ? alike(*again, *copy) : contentOf(file) == content);
  std::filesystem::remove(file);
  return 0;
}
