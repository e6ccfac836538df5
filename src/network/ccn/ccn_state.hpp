// Lists, names and choices of CCN in a snapshot. Counts are checked against a bound before anything is allocated.
#pragma once

#include <string>

#include "network/ccn/batch.hpp"
#include "utah10/machine/archive.hpp"

namespace utah10::ccn {

template <class List, class Each>
void list(Archive& a, List& all, Each each) {
  // Longer than any list CCN saves: a larger count means a damaged snapshot.
  constexpr std::size_t kMostItems = 1u << 22;
  a.list(all, kMostItems, "a CCN list that is too long", each);
}

inline void texts(Archive& a, std::vector<std::string>& all) {
  list(a, all, [&](std::string& text) { a.text(text); });
}

// A list of Octets.
template <class List>
void records(Archive& a, List& all) {
  list(a, all, [&](Octets& octets) { a.bytes(octets); });
}

template <class E>
void choice(Archive& a, E& field, E last) {
  a.choice(field, last, "a CCN field outside its enumeration");
}

// At most 80 characters each.
template <class... Names>
void names(Archive& a, Names&... fields) {
  constexpr std::size_t kLongest = 80;
  a.text(fields...);
  a.check(((fields.size() <= kLongest) && ...), "a CCN name that is too long");
}

}  // namespace utah10::ccn
