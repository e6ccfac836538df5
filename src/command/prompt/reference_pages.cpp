#include "command/prompt/reference_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "command/console/arguments.hpp"
#include "command/console/suggestion.hpp"
#include "command/machine_file/machine_schema.hpp"
#include "command/prompt/command_groups.hpp"
#include "command/prompt/command_table.hpp"

namespace utah10 {

namespace {

constexpr std::array<std::string_view, 2> kNames = {"commands", "machine-file"};  // in the order of ReferencePage

constexpr std::string_view kCommandsHead = R"(# Commands of the prompt

These commands can be typed at the prompt `utah10>`, given after `-c` on the command line, or written in a file that
`do` or `utah10 script` performs. After `-c`, semicolons separate commands; in a file, each command has a line of its
own, and `;` begins a comment. A command may be abbreviated as long as no other command begins with the same letters;
some have other names, too. Upper and lower case are the same.

Addresses and words are octal; a point makes a number decimal: `10.`. Counts are decimal. Times are virtual and have a
unit: `2.5s`, `10ms`, `3us`. In a synopsis brackets enclose what may be left out, a bar separates alternatives, and
words in capitals stand for what you write.

`help` lists the commands, `help COMMAND` shows what this page says about one. The examples assume a file `demo.oct`
whose program begins at 100.
)";

constexpr std::string_view kMachineFileHead = R"(# Keys of a machine file

A machine file describes a machine in TOML; `utah10 --machine FILE` and `utah10 boot FILE` read it. A table in single
brackets, such as `[pager]`, occurs at most once; a table in double brackets, such as `[[disk]]`, occurs once for each
device. A key that the file omits has its default. A mistake in the file is an error that names the file and the line.

```toml
[machine]
name = "UTAH"

[[memory]]
kind = "MF10"
size = "64K"
count = 2

[pager]
registers = 16

[[disk]]
unit = 0
file = "tenex.dsk"
overlay = "changes.ovl"
```

Values have units, which are written out:

| Value | Example |
|---|---|
| duration, in ns, us, ms or s | `"610ns"`, `"2.5s"` |
| rate, in characters a second or in bits a second | `"300 cps"`, `"50000 bps"` |
| words, in units of 1024 | `"16K"` |
| octal number: an address of core or of a host (host*64+IMP), a device code | `"040000"` |
| number, decimal | `16` |
| true or false | `true` |
| text or name | `"srm"` |

`utah10 config --explain` prints the same keys, with the values of a machine that `--machine FILE` names.
)";

std::string markOf(std::string_view name) {
  return fmt::format(
      "<!-- Printed by `utah10 reference {}`. Do not edit: `tools/docs --reference` replaces it. -->\n\n", name);
}

// Lines of help as one paragraph.
std::string paragraph(std::string lines) {
  std::ranges::replace(lines, '\n', ' ');
  std::string text;
  for (const std::string_view word : wordsOf(lines)) text += fmt::format("{}{}", text.empty() ? "" : " ", word);
  return text;
}

std::string sentence(std::string_view phrase) {
  std::string text{phrase};
  if (text.empty()) return text;
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text + (text.ends_with('.') ? "" : ".");
}

std::string codeList(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view w : words) text += fmt::format("{}`{}`", text.empty() ? "" : ", ", w);
  return text;
}

std::string entryOf(const Command& c) {
  std::string text = fmt::format("### {}\n\n```text\n{}{}{}\n```\n\n{}\n", c.name, c.name,
                                 c.arguments.empty() ? "" : " ", c.arguments, markdownText(sentence(c.brief)));
  if (!c.detail.empty()) text += fmt::format("\n{}\n", markdownText(paragraph(std::string{c.detail})));
  if (!c.aliases.empty()) text += fmt::format("\nOther names: {}.\n", codeList(wordsOf(c.aliases)));
  return text + fmt::format("\nExample:\n\n```text\n{}\n```\n", c.example);
}

std::string commandsPage() {
  std::string text{kCommandsHead};
  for (const CommandGroup& group : commandGroups()) {
    text += fmt::format("\n## {}\n\n{}\n\n| Command | What it does |\n|---|---|\n", group.title, group.about);
    std::string entries;
    for (const std::string_view name : wordsOf(group.commands)) {
      const Command& c = **findCommand(name);
      text += fmt::format("| [`{}`](#{}) | {} |\n", c.name, c.name, markdownText(c.brief));
      entries += "\n" + entryOf(c);
    }
    text += entries;
  }
  return text;
}

// What unitText() says before its example; the page's head has the examples.
std::string_view valueOf(const Key& k) {
  const std::string_view text = unitText(k.unit);
  return text.substr(0, text.find(" ("));
}

std::string defaultText(const Key& k) { return k.value.empty() ? std::string{"none"} : fmt::format("`{}`", k.value); }

std::string rowOf(const Key& k) {
  const std::string range = rangeText(k);
  return fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", k.name, valueOf(k), defaultText(k),
                     range.empty() ? "" : "`" + range + "`", markdownText(k.meaning), markdownText(k.source));
}

std::string kindsTable() {
  std::string text =
      "\n## Kinds of core\n\nThe times of each `kind` of `[[memory]]`.\n\n"
      "| Kind | read | write | cycle | Source |\n|---|---|---|---|---|\n";
  for (const MemoryKind& k : memoryKinds())
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", k.name, writtenDuration(k.readAccess),
                        writtenDuration(k.writeAccess), writtenDuration(k.cycle), markdownText(k.source));
  return text;
}

std::string machineFilePage() {
  std::string text{kMachineFileHead};
  const std::vector<Key> keys = machineKeys();
  for (const Table& table : machineTables()) {
    const std::string name = fmt::format(fmt::runtime(table.repeated ? "[[{}]]" : "[{}]"), table.name);
    text += fmt::format("\n## {}\n\nWritten `{}`. {}\n\n", table.name, name, table.meaning);
    text += "| Key | Value | Default | Range | Meaning | Source |\n|---|---|---|---|---|---|\n";
    for (const Key& k : keys)
      if (k.table == table.name) text += rowOf(k);
  }
  return text + kindsTable();
}

}  // namespace

std::string markdownText(std::string_view text) {
  constexpr std::string_view kSpecial = "\\`*_[]|";
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      if (kSpecial.find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

std::vector<std::string> referencePageNames() { return {kNames.begin(), kNames.end()}; }

std::optional<ReferencePage> referencePageOf(std::string_view name) {
  const auto at = std::ranges::find(kNames, name);
  if (at == kNames.end()) return std::nullopt;
  return static_cast<ReferencePage>(at - kNames.begin());
}

std::string referencePage(ReferencePage page) {
  const std::string mark = markOf(kNames[static_cast<std::size_t>(page)]);
  return mark + (page == ReferencePage::Commands ? commandsPage() : machineFilePage());
}

}  // namespace utah10
