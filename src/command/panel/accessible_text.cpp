// What ATK asks of a page's text. Its characters are those of ASCII, so that a byte is a character.
#if UTAH10_ATK

#include <atk/atk.h>

#include <algorithm>
#include <string_view>

#include "command/panel/accessible_tree.hpp"
#include "command/panel/accessible_types.hpp"

namespace utah10 {

namespace {

std::string_view textOf(AtkText* o) {
  const AccessibleTree* tree = accessibleTreeOf(o);
  const auto* page = tree == nullptr ? nullptr : tree->pageOf(o);
  return page == nullptr ? std::string_view{} : std::string_view{page->shown.text};
}

gchar* copyOf(std::string_view text) { return g_strndup(text.data(), text.size()); }

// `end` -1: to the end.
gchar* text(AtkText* o, gint start, gint end) {
  const std::string_view all = textOf(o);
  const auto size = static_cast<gint>(all.size());
  const gint first = std::clamp(start, 0, size), last = end < 0 ? size : std::clamp(end, first, size);
  return copyOf(all.substr(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)));
}

gint count(AtkText* o) { return static_cast<gint>(textOf(o).size()); }

gunichar characterAt(AtkText* o, gint at) {
  return at >= 0 && at < count(o) ? static_cast<unsigned char>(textOf(o)[static_cast<std::size_t>(at)]) : 0U;
}

// What ends a unit of the text; it belongs to the unit. Nothing: each character is one.
std::string_view separators(AtkTextGranularity granularity) {
  return granularity == ATK_TEXT_GRANULARITY_CHAR ? "" : granularity == ATK_TEXT_GRANULARITY_WORD ? " \n" : "\n";
}

gchar* unitAt(AtkText* o, gint at, AtkTextGranularity granularity, gint* start, gint* end) {
  const std::string_view all = textOf(o), ends = separators(granularity);
  const std::size_t here = std::min(static_cast<std::size_t>(std::max(at, 0)), all.size());
  std::size_t first = here, last = std::min(here + 1, all.size());
  if (!ends.empty()) {
    const std::size_t before = here == 0 ? std::string_view::npos : all.find_last_of(ends, here - 1);
    first = before == std::string_view::npos ? 0 : before + 1;
    last = std::min(all.find_first_of(ends, here), all.size() - 1) + 1;
  }
  *start = static_cast<gint>(first);
  *end = static_cast<gint>(last);
  return copyOf(all.substr(first, last - first));
}

}  // namespace

void initAccessibleText(void* interface, void*) {
  auto* of = static_cast<AtkTextIface*>(interface);
  of->get_text = text;
  of->get_character_count = count;
  of->get_caret_offset = count;  // the printed text grows at its end
  of->get_character_at_offset = characterAt;
  of->get_string_at_offset = unitAt;
}

}  // namespace utah10

#endif
