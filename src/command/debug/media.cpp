#include "command/debug/media.hpp"

#include "command/console/console.hpp"
#include "command/debug/debugger.hpp"

namespace utah10 {

namespace {

// A medium that is both created and write-protected is created first, then mounted again.
Expected<std::string> mountMedium(MediaSlot& slot, const std::filesystem::path& file, AttachOptions options) {
  std::error_code ignored;
  if (options.create && options.readOnly && !std::filesystem::exists(file, ignored)) {
    AttachOptions blank = options;
    blank.readOnly = false;
    if (auto made = slot.attach(file, blank); !made) return made;
    if (auto off = slot.detach(); !off) return off;
  }
  if (options.readOnly) options.create = false;
  return slot.attach(file, options);
}

}  // namespace

Expected<void> mount(Console& console, MediaSlot& slot, const std::filesystem::path& file,
                     const AttachOptions& options) {
  const auto found = mountMedium(slot, file, options);
  if (!found) return tl::unexpected(found.error());
  console.say("{}: {}, {}", slot.slot(), file.string(), *found);
  return {};
}

Expected<void> unmount(Console& console, MediaSlot& slot) {
  const bool was = !slot.mounted().empty();
  const auto done = slot.detach();
  if (!done) return tl::unexpected(done.error());
  console.say("{}: {}", slot.slot(), !done->empty() ? *done : was ? "unmounted" : "nothing was mounted");
  return {};
}

void showMedia(Debugger& debugger, Console& console) {
  for (const MediaSlot* s : debugger.devices().slots()) {
    const std::string what = s->mounted();
    console.print("{:6} {}", s->slot(), what.empty() ? "nothing mounted" : what);
  }
}

}  // namespace utah10
