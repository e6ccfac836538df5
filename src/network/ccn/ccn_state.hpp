// Lists and octets in a snapshot. Counts are checked against a bound before anything is allocated.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "network/ccn/batch.hpp"
#include "utah10/machine/state_stream.hpp"

namespace utah10::ccn {

// Longer than any list CCN saves: a larger count means a damaged snapshot.
inline constexpr std::uint32_t kMostItems = 1u << 22;

inline void saveOctets(StateWriter& out, const Octets& octets) { out.bytes(std::as_bytes(std::span{octets})); }

inline Octets restoreOctets(StateReader& in) {
  Octets octets;
  for (const std::byte b : in.bytes()) octets.push_back(static_cast<std::uint8_t>(b));
  return octets;
}

// Item is saved by save(out, item).
template <class T, class Save>
void saveList(StateWriter& out, const std::vector<T>& list, Save save) {
  out.u32(static_cast<std::uint32_t>(list.size()));
  for (const T& item : list) save(out, item);
}

template <class T, class Restore>
void restoreList(StateReader& in, std::vector<T>& list, Restore restore) {
  list.clear();
  const std::uint32_t count = in.u32();
  if (count > kMostItems) in.reject("a CCN list that is too long");
  for (std::uint32_t i = 0; i < count && in.good(); ++i) list.push_back(restore(in));
}

inline void saveRecords(StateWriter& out, const std::vector<Octets>& list) { saveList(out, list, saveOctets); }
inline void restoreRecords(StateReader& in, std::vector<Octets>& list) { restoreList(in, list, restoreOctets); }

// At most 80 characters.
std::string restoreName(StateReader& in);
void saveJob(StateWriter& out, const CcnJob& job);
CcnJob restoreJob(StateReader& in);

// `last` is the enumeration's last value.
template <class E>
E restoreEnum(StateReader& in, E last) {
  const std::uint8_t v = in.u8();
  if (v > static_cast<std::uint8_t>(last)) {
    in.reject("a CCN field outside its enumeration");
    return E{};
  }
  return static_cast<E>(v);
}

}  // namespace utah10::ccn
