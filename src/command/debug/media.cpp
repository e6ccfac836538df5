// The commands attach and detach: host files on drives.
#include "command/console/numbers.hpp"
#include "command/prompt/handlers.hpp"

namespace utah10 {

namespace {

std::vector<std::string_view> slotNames(Session& session) {
  std::vector<std::string_view> names;
  for (const MediaSlot* s : session.devices().slots()) names.push_back(s->slot());
  return names;
}

std::string listed(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view n : names) text += fmt::format("{}{}", text.empty() ? "" : ", ", n);
  return text;
}

Expected<MediaSlot*> slotNamed(Session& session, Arguments& arguments) {
  const std::vector<std::string_view> names = slotNames(session);
  if (arguments.atEnd()) return fail("", "a device is missing", listed(names));
  const auto word = arguments.next();
  if (!word) return tl::unexpected(word.error());
  const std::string name = lowerCase(word->text);
  if (MediaSlot* slot = session.devices().slot(name)) return slot;
  const std::string_view near = nearest(name, names);
  return fail("", fmt::format("there is no drive \"{}\"", name),
              near.empty() ? "drives are " + listed(names) : fmt::format("did you mean {}?", near));
}

// Parses ro, create and overlay FILE, in any order after the file's name.
Expected<AttachOptions> optionsOf(Arguments& arguments) {
  AttachOptions options;
  while (!arguments.atEnd()) {
    if (arguments.take("ro")) {
      options.readOnly = true;
    } else if (arguments.take("create")) {
      options.create = true;
    } else if (arguments.take("overlay")) {
      const auto file = arguments.next();
      if (!file || file->text.empty()) return fail("", "overlay needs a file", "attach dpa0 PACK overlay CHANGES");
      options.overlay = file->text;
    } else {
      return fail("", fmt::format("\"{}\" is not an option of attach", arguments.peek()), "ro, create, overlay FILE");
    }
  }
  return options;
}

}  // namespace

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

Expected<void> attachCommand(Session& session, Arguments& arguments) {
  if (namesCable(session, arguments.peek())) return attachCable(session, arguments);
  const auto slot = slotNamed(session, arguments);
  if (!slot) return tl::unexpected(slot.error());
  const auto name = arguments.next();
  if (!name || name->text.empty())
    return fail("", "a file name is missing", fmt::format("attach {} FILE", (*slot)->slot()));
  const auto options = optionsOf(arguments);
  if (!options) return tl::unexpected(options.error());
  const auto found = mountMedium(**slot, name->text, *options);
  if (!found) return tl::unexpected(found.error());
  session.say("{}: {}, {}", (*slot)->slot(), name->text, *found);
  return {};
}

Expected<void> detachCommand(Session& session, Arguments& arguments) {
  if (namesCable(session, arguments.peek())) return detachCable(session, arguments);
  const auto slot = slotNamed(session, arguments);
  if (!slot) return tl::unexpected(slot.error());
  if (auto end = arguments.finish(); !end) return end;
  const bool was = !(*slot)->mounted().empty();
  const auto done = (*slot)->detach();
  if (!done) return tl::unexpected(done.error());
  session.say("{}: {}", (*slot)->slot(), !done->empty() ? *done : was ? "unmounted" : "nothing was mounted");
  return {};
}

Expected<void> showMedia(Session& session) {
  for (const MediaSlot* s : session.devices().slots()) {
    const std::string what = s->mounted();
    session.print("{:6} {}", s->slot(), what.empty() ? "nothing mounted" : what);
  }
  return {};
}

}  // namespace utah10
