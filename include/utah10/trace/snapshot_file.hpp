// A machine's state in a file: header, description of the machine it belongs to, compressed state with its hash.
//
// Layout, little endian: magic "UTAH10SN", u32 version, u32 length and text of the description, the same for the media
// (absent in version 1), u64 length of the state, two u64 XXH3-128 of the state, u32 length and zstd frame of the
// state; nothing after it. Errors: `file: what`; a file that is truncated, corrupt or not a snapshot gives an error and
// no state.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/machine/machine.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct Snapshot {
  std::string description;  // describeForSnapshot() of the saved machine
  std::vector<std::byte> state;
  std::string media{};  // describeMedia() at that time; empty for a version 1 snapshot
};

inline constexpr std::uint32_t kSnapshotVersion = 2;

// The configuration a state depends on: memory boxes, timing profile, devices, one per line. States of machines with
// equal descriptions are interchangeable.
std::string describeForSnapshot(Machine& machine);
// How two descriptions differ, for a message; empty if they are equal.
std::string differenceOf(std::string_view saved, std::string_view present);

std::vector<std::byte> encodeSnapshot(const Snapshot& snapshot);
Expected<Snapshot> decodeSnapshot(std::string_view name, std::span<const std::byte> file);

// Writes a temporary file and renames it, so that a failure leaves an existing file intact. Returns the file's length.
Expected<std::size_t> writeSnapshot(const std::filesystem::path& path, const Snapshot& snapshot);
Expected<Snapshot> readSnapshot(const std::filesystem::path& path);

}  // namespace utah10
