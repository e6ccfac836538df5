#include "machine/translate/links.hpp"

#include <algorithm>

namespace utah10::translate {

namespace {

// The first trace has checked all pages of the next one. They do not move while translated code runs.
bool checked(const Trace& first, const Trace& next) {
  return first.cost == next.cost && std::ranges::all_of(next.pages, [&first](const PageCheck& page) {
           return std::ranges::any_of(first.pages, [&page](const PageCheck& known) {
             return known.page == page.page && known.base == page.base && known.need.allow(page.need);
           });
         });
}

const void* placeIn(const Trace& trace, const Link& link) {
  return trace.pc == link.pc && checked(*link.from, trace) ? trace.body : trace.code;
}

}  // namespace

void Links::add(Trace& trace) {
  traces_[keyOf(trace)] = &trace;
  for (Link& link : trace.links) {
    const Key key = keyOf(trace.user, link.real);
    exits_[key].push_back(&link);
    const auto next = traces_.find(key);
    link.to = next == traces_.end() ? out_ : placeIn(*next->second, link);
  }
  if (const auto exits = exits_.find(keyOf(trace)); exits != exits_.end())
    for (Link* link : exits->second) link->to = placeIn(trace, *link);
}

void Links::remove(Trace& trace) {
  for (Link& link : trace.links) std::erase(exits_[keyOf(trace.user, link.real)], &link);
  if (const auto exits = exits_.find(keyOf(trace)); exits != exits_.end())
    for (Link* link : exits->second) link->to = out_;
  traces_.erase(keyOf(trace));
}

void Links::clear() {
  traces_.clear();
  exits_.clear();
}

}  // namespace utah10::translate
