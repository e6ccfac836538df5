// The work of the pack10 program, without its command line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "toolchain/host_form.hpp"

namespace utah10 {

struct Pack10Request {
  std::filesystem::path in;
  std::optional<std::filesystem::path> out;  // if absent, the bytes are only returned
  std::optional<HostForm> from;              // default: detected by content
  HostForm to;
  WriteOptions options;
};

struct Pack10Result {
  HostForm from;
  std::size_t words = 0;
  std::vector<std::byte> packed;
  std::vector<std::string> warnings;  // `file: what`
};

// Reads, converts, and writes the output completely or not at all.
Expected<Pack10Result> convertFile(const Pack10Request& request);

// Describes packing, contents and evidence in several lines.
Expected<std::string> describeFile(const std::filesystem::path& path, std::optional<HostForm> from);

}  // namespace utah10
