#include "trace/snapshot_media.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <memory>
#include <system_error>
#include <vector>

#include "trace/state_hash.hpp"

namespace utah10 {

namespace {
constexpr std::size_t kChunk = std::size_t{1} << 20;

Expected<std::string> hashOfFile(std::string_view slot, const std::filesystem::path& file) {
  struct Free {
    void operator()(XXH3_state_t* s) const { XXH3_freeState(s); }
  };
  const std::unique_ptr<XXH3_state_t, Free> state{XXH3_createState()};
  XXH3_128bits_reset(state.get());
  errno = 0;
  std::ifstream in{file, std::ios::binary};
  std::vector<char> chunk(kChunk);
  while (in.read(chunk.data(), std::ssize(chunk)) || in.gcount() > 0)
    XXH3_128bits_update(state.get(), chunk.data(), static_cast<std::size_t>(in.gcount()));
  if (!in.eof() || in.bad())
    return fail(fmt::format("{}: {}", slot, file.string()),
                "cannot be read: " + std::generic_category().message(errno == 0 ? EIO : errno));
  const XXH128_hash_t h = XXH3_128bits_digest(state.get());
  return StateHash{h.high64, h.low64}.text();
}

struct Line {
  std::string_view slot, hash, file;
};

std::vector<Line> linesOf(std::string_view text) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t one = std::min(line.find(' '), line.size());
    const std::size_t two = std::min(line.find(' ', one + 1), line.size());
    lines.push_back({line.substr(0, one), line.substr(std::min(one + 1, line.size()), two - std::min(one + 1, two)),
                     line.substr(std::min(two + 1, line.size()))});
  }
  return lines;
}

std::vector<Line> ofSlot(const std::vector<Line>& lines, std::string_view slot) {
  std::vector<Line> mine;
  for (const Line& l : lines)
    if (l.slot == slot) mine.push_back(l);
  return mine;
}

Expected<void> checkSlot(std::string_view slot, const std::vector<Line>& then, const std::vector<Line>& now) {
  const std::string hint = "restore FILE force skips this check";
  if (now.empty() && then.empty()) return {};
  if (now.empty())
    return fail(std::string(slot), fmt::format("{} was mounted here, but nothing is now", then[0].file), hint);
  if (then.empty())
    return fail(std::string(slot), fmt::format("nothing was mounted here, but {} is now", now[0].file), hint);
  if (then.size() != now.size())
    return fail(std::string(slot), then.size() < now.size() ? "there was no overlay then" : "there was an overlay then",
                hint);
  for (std::size_t n = 0; n < now.size(); ++n)
    if (then[n].hash != now[n].hash)
      return fail(std::string(slot),
                  fmt::format("the {} has changed since the snapshot: {}", n == 0 ? "pack" : "overlay", now[n].file),
                  hint);
  return {};
}
}  // namespace

Expected<std::string> describeMedia(DeviceSet& devices) {
  std::string text;
  for (const MediaSlot* s : devices.slots()) {
    for (const std::filesystem::path& file : s->files()) {
      const auto hash = hashOfFile(s->slot(), file);
      if (!hash) return hash;
      text += fmt::format("{} {} {}\n", s->slot(), *hash, file.string());
    }
  }
  return text;
}

Expected<void> checkMedia(std::string_view then, DeviceSet& devices) {
  const auto present = describeMedia(devices);
  if (!present) return tl::unexpected(present.error());
  const std::vector<Line> was = linesOf(then);
  const std::vector<Line> is = linesOf(*present);
  for (const MediaSlot* s : devices.slots())
    if (auto same = checkSlot(s->slot(), ofSlot(was, s->slot()), ofSlot(is, s->slot())); !same) return same;
  return {};
}

}  // namespace utah10
