// The byte format of blocks: header, checksums, compression.
//
// A header is kBlockHeader bytes: u32 mark "UTBL" (or "UTND": end mark), u32 records and u32 instructions in the block,
// u64 number of its first record, i64 first and last instant (the earliest and latest time of its records), u32 length
// of the columns, u32 length of the zstd frame that follows, u64 XXH3-64 of the frame, u64 XXH3-64 of the header up to
// here. The columns are kColumns lengths (u32), then their bytes. The end mark holds the file's totals in `number`
// (records), with `columns` and `frame` 0.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "trace/file/columns.hpp"

namespace utah10::tracefile {

constexpr std::size_t kBlockHeader = 60;
// Far more than a writer puts into a block.
constexpr std::uint32_t kLargestBlock = 1u << 28;

struct BlockHeader {
  bool end = false;
  std::uint32_t records = 0;
  std::uint32_t instructions = 0;
  std::uint64_t number = 0;
  std::int64_t first = 0, last = 0;
  std::uint32_t columns = 0;
  std::uint32_t frame = 0;
  std::uint64_t hash = 0;
};

std::vector<std::byte> bytesOf(const BlockHeader& header);
// Empty if the header is damaged.
std::optional<BlockHeader> headerOf(std::span<const std::byte> bytes);

std::uint64_t hash64(std::span<const std::byte> bytes);

// Compresses bytes to a zstd frame, and the reverse: empty unless the frame holds exactly `length` bytes.
std::vector<std::byte> squeezed(std::span<const std::byte> bytes, int level);
std::optional<std::vector<std::byte>> expanded(std::span<const std::byte> frame, std::size_t length);

// Header and frame of the columns' contents; fills in lengths and hash.
std::vector<std::byte> packBlock(BlockHeader header, const ColumnWriter& columns, int level);

// Decompresses a frame into columns; false if it does not match its header. The spans point into `store`.
bool unpackBlock(const BlockHeader& header, std::span<const std::byte> frame, std::vector<std::uint8_t>& store,
                 ColumnReader& columns);

}  // namespace utah10::tracefile
