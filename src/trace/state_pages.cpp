#include "trace/state_pages.hpp"

#include <algorithm>
#include <cstring>

namespace utah10 {

struct StatePages::State::Page {
  Page(std::span<const std::byte> from, std::shared_ptr<std::size_t> total)
      : bytes(from.begin(), from.end()), used(std::move(total)) {
    *used += sizeof(Page) + bytes.size();
  }
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;
  ~Page() { *used -= sizeof(Page) + bytes.size(); }

  std::vector<std::byte> bytes;
  std::shared_ptr<std::size_t> used;
};

std::vector<std::byte> StatePages::State::bytes() const {
  std::vector<std::byte> all;
  all.reserve(pages_.size() * kPage);
  for (const auto& p : pages_) all.insert(all.end(), p->bytes.begin(), p->bytes.end());
  return all;
}

namespace {
// Millions of bytes are compared: a whole page at a time.
bool equal(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}
}  // namespace

StatePages::State StatePages::keep(std::span<const std::byte> bytes, const State* like) {
  State state;
  state.pages_.reserve(bytes.size() / kPage + 1);
  for (std::size_t at = 0; at < bytes.size(); at += kPage) {
    const auto page = bytes.subspan(at, std::min(kPage, bytes.size() - at));
    const std::size_t n = state.pages_.size();
    const bool same = like != nullptr && n < like->pages_.size() && equal(like->pages_[n]->bytes, page);
    state.pages_.push_back(same ? like->pages_[n] : std::make_shared<const State::Page>(page, used_));
  }
  return state;
}

}  // namespace utah10
