#include "toolchain/link10/link_core.hpp"

namespace utah10::link {

Word36 LinkCore::at(Address a) const {
  const auto& page = pages_[a / kPage];
  return page ? page->words[a % kPage] : Word36{};
}

void LinkCore::put(Address a, Word36 w) {
  auto& page = pages_[a / kPage];
  if (!page) page = std::make_unique<Page>();
  page->words[a % kPage] = w;
  page->loaded.set(a % kPage);
}

bool LinkCore::loaded(Address a) const {
  const auto& page = pages_[a / kPage];
  return page && page->loaded.test(a % kPage);
}

std::vector<Segment> LinkCore::segments() const {
  std::vector<Segment> runs;
  bool running = false;
  for (Address a = 0; a <= VirtualAddress::kMask; ++a) {
    if (!pages_[a / kPage]) {
      running = false;
      a += kPage - 1;
      continue;
    }
    const bool here = loaded(a);
    if (here && !running) runs.push_back({VirtualAddress{a}, {}});
    if (here) runs.back().words.push_back(at(a));
    running = here;
  }
  return runs;
}

Address LinkCore::endBelow(Address limit) const {
  for (Address a = limit; a > 0; --a) {
    if (!pages_[(a - 1) / kPage]) {
      a -= static_cast<Address>((a - 1) % kPage);  // the loop's own step skips the page's first word
      continue;
    }
    if (loaded(a - 1)) return a;
  }
  return 0;
}

}  // namespace utah10::link
