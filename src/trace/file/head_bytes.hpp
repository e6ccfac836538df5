// Converts the head of a trace file to and from bytes.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "utah10/trace/trace_head.hpp"

namespace utah10::tracefile {

inline constexpr std::array<char, 8> kMagic = {'U', 'T', 'A', 'H', '1', '0', 'T', 'R'};
inline constexpr std::uint32_t kLargestHead = 1u << 24;

std::vector<std::byte> bytesOf(const TraceHead& head);
std::optional<TraceHead> headOf(std::span<const std::byte> bytes);

}  // namespace utah10::tracefile
