// What the program pack10 does, without its command line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "toolchain/host_form.hpp"

namespace utah10 {

struct Pack10Request {
  std::filesystem::path in;
  std::optional<std::filesystem::path> out;  // if not given, the bytes are only handed back
  std::optional<HostForm> from;              // found by content if not given
  HostForm to;
  WriteOptions options;
};

struct Pack10Result {
  HostForm from;
  std::size_t words = 0;
  std::vector<std::byte> packed;
  std::vector<std::string> warnings;  // `file: what`
};

// Reads, converts, and writes the whole output or none.
Expected<Pack10Result> convertFile(const Pack10Request& request);

// Packing, contents and evidence, several lines.
Expected<std::string> describeFile(const std::filesystem::path& path, std::optional<HostForm> from);

}  // namespace utah10
