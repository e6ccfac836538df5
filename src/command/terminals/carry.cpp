#include "command/terminals/carry.hpp"

#include "command/console/console.hpp"
#include "command/debug/debugger.hpp"
#include "command/host/temporary_folder.hpp"
#include "command/terminals/exec_user.hpp"
#include "command/terminals/tape_file.hpp"
#include "command/terminals/terminal_lines.hpp"
#include "toolchain/input_file.hpp"
#include "toolchain/output_file.hpp"

namespace utah10 {

namespace {

// For reading or writing one file: a pack's largest takes some minutes.
constexpr Duration kCopying = seconds(3600);

// A tape on a free transport, taken off by the destructor.
class ScratchTape {
 public:
  static Expected<ScratchTape> mount(Debugger& debugger, const std::filesystem::path& file) {
    std::string used;
    for (MediaSlot* slot : debugger.devices().slots()) {
      if (!slot->slot().starts_with("mta")) continue;
      if (!slot->mounted().empty()) {
        used = slot->slot();
        continue;
      }
      if (auto done = slot->attach(file, {.create = true}); !done) return tl::unexpected(done.error());
      return ScratchTape{*slot};
    }
    if (used.empty()) return fail("", "the machine has no magnetic tape", "[[magtape]] in the machine file");
    return fail("", "no tape transport is free", fmt::format("detach {}", used));
  }
  ScratchTape(ScratchTape&& other) noexcept : slot_(std::exchange(other.slot_, nullptr)) {}
  ~ScratchTape() { (void)remove(); }

  // TENEX's name for it: "MTA0:".
  std::string device() const { return fmt::format("MTA{}:", slot_->slot().substr(3)); }
  Expected<void> remove() {
    MediaSlot* slot = std::exchange(slot_, nullptr);
    if (slot == nullptr) return {};
    auto done = slot->detach();
    return done ? Expected<void>{} : tl::unexpected(done.error());
  }

 private:
  explicit ScratchTape(MediaSlot& slot) : slot_(&slot) {}

  MediaSlot* slot_;
};

// A user who logs in on a free line for the time of this object.
class Visitor {
 public:
  Visitor(Debugger& debugger, TerminalLines& lines) : debugger_(debugger), lines_(lines) {}
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;
  ~Visitor() {
    if (!name_.empty()) (void)lines_.hangUp(name_);
  }

  Expected<LineTap*> logIn(const std::string& user, const std::string& password) {
    const auto tap = freeLine();
    if (!tap) return tap;
    ExecUser exec = on(**tap);
    if (auto herald = exec.says("\003"); !herald) return tl::unexpected(herald.error());
    const auto said = exec.says(fmt::format("LOGIN {} {} 1\r", user, password));
    if (!said) return tl::unexpected(said.error());
    if (said->find("JOB ") == std::string::npos)
      return fail("", fmt::format("TENEX did not log {} in: {}", user, oneLine(*said)));
    return tap;
  }
  ExecUser on(LineTap& tap) {
    return {debugger_, outputOn(tap), [&tap](const std::string& keys) { tap.type(keys); }};
  }
  Expected<void> logOut(LineTap& tap) {
    tap.type("LOGOUT\r");
    return expectText(debugger_, outputOn(tap), "KILLED");
  }

 private:
  // The last line that nobody uses: callers get the first ones.
  Expected<LineTap*> freeLine() {
    const auto ports = debugger_.recorder().ports();
    for (auto port = ports.rbegin(); port != ports.rend(); ++port) {
      const std::string name = (*port)->port();
      if ((*port)->connected() || lines_.taps().contains(name)) continue;
      const auto tap = lines_.tap(name);
      if (!tap) continue;
      name_ = name;
      return tap;
    }
    return fail("", "no terminal line is free", "log in on the console, or hangup a line");
  }

  Debugger& debugger_;
  TerminalLines& lines_;
  std::string name_;
};

// Has TAPE perform one of its commands; returns what it says about the file.
Expected<std::string> performTape(ExecUser& exec, const std::string& command) {
  const auto started = exec.says("TAPE\r");
  if (!started) return started;
  if (!exec.atPrompt('*'))
    return fail(
        "", fmt::format("TENEX did not start TAPE: {}", oneLine(*started)),
        "log in first, and end the program that reads the line; a pack made by an earlier utah10 has no <SUBSYS>TAPE.SAV");
  const auto said = exec.says(command + "\r", kCopying);
  if (!said) return said;
  if (auto left = exec.says("\032"); !left) return left;
  const std::string text = oneLine(*said);
  if (!text.ends_with(']'))
    return fail("", "TENEX says: " + text.substr(std::min(text.find_first_not_of('?'), text.size())));
  return text;
}

// The same at the user's terminal, or as a user who logs in for it.
Expected<std::string> tapeCommand(Debugger& debugger, Console& console, TerminalLines& lines,
                                  const CarryRequest& request, const std::string& command) {
  Visitor visitor{debugger, lines};
  if (!request.user.empty()) {
    const auto tap = visitor.logIn(request.user, request.password);
    if (!tap) return tl::unexpected(tap.error());
    ExecUser exec = visitor.on(**tap);
    const auto said = performTape(exec, command);
    if (auto out = visitor.logOut(**tap); said && !out) return tl::unexpected(out.error());
    return said;
  }
  LineTap* line = nullptr;
  if (!request.line.empty()) {
    const auto tap = lines.tap(request.line);
    if (!tap) return tl::unexpected(tap.error());
    line = *tap;
  }
  ExecUser exec = line != nullptr ? visitor.on(*line)
                                  : ExecUser{debugger, outputOn(console),
                                             [&debugger](const std::string& keys) { typeKeys(debugger, keys); }};
  if (!exec.atExec())
    return fail("", fmt::format("{} is not at EXEC's prompt", line != nullptr ? request.line : "the console"),
                "end the program there (control-C), or add: as USER PASSWORD");
  return performTape(exec, command);
}

// What is typed behind TAPE's prompt must not be anything but a name.
Expected<void> checkName(const std::string& name) {
  const auto bad = [](char c) {
    return c <= ' ' || c >= 0177 || std::string_view{",=/_?"}.find(c) != std::string_view::npos;
  };
  if (!name.empty() && std::ranges::none_of(name, bad)) return {};
  return fail("", fmt::format("\"{}\" is no name of a TENEX file", name), "put my-file.txt MYFILE.TXT");
}

Expected<FileContents> hostContents(const CarryRequest& request) {
  const auto bytes = readFileWhole(request.host);
  if (!bytes) return tl::unexpected(bytes.error());
  HostForm form{HostFormKind::Text};
  if (request.form) {
    form = *request.form;
  } else if (!bytes->empty()) {
    const auto found = detectHostForm(request.host.string(), *bytes);
    if (!found) return fail(request.host.string(), found.error().what, "add: form data8, or another packing");
    if (found->form.kind == HostFormKind::Packed) form = found->form;
  }
  if (form.kind == HostFormKind::Text) {
    auto text = tenexText({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, false);
    if (!text)
      return fail(request.host.string() + ": " + text.error().where, text.error().what,
                  "add: form data8, or another packing");
    return text;
  }
  auto words = readWords(request.host.string(), *bytes, form);
  if (!words) return tl::unexpected(words.error());
  FileContents contents;
  contents.bytes = words->words.size();
  contents.words = std::move(words->words);
  return contents;
}

Expected<void> writeHost(const CarryRequest& request, const FileContents& contents) {
  const HostForm form = request.form             ? *request.form
                        : contents.byteSize == 7 ? HostForm{HostFormKind::Text}
                                                 : HostForm::packed(Packing::Data8);
  if (form.kind == HostFormKind::Text) return writeFileWhole(request.host, hostText(contents, false));
  const auto bytes = writeWords(contents.words, form);
  if (!bytes) return tl::unexpected(bytes.error());
  return writeFileWhole(request.host, *bytes);
}

}  // namespace

Expected<std::string> putFile(Debugger& debugger, Console& console, TerminalLines& lines, const CarryRequest& request) {
  if (auto good = checkName(request.tenex); !good) return tl::unexpected(good.error());
  const auto contents = hostContents(request);
  if (!contents) return tl::unexpected(contents.error());
  const auto folder = TemporaryFolder::make("put");
  if (!folder) return tl::unexpected(folder.error());
  const std::filesystem::path file = folder->path() / "put.tap";
  if (auto made = writeTapeFile(file, *contents); !made) return tl::unexpected(made.error());
  auto tape = ScratchTape::mount(debugger, file);
  if (!tape) return tl::unexpected(tape.error());
  const auto said = tapeCommand(debugger, console, lines, request, request.tenex + "=" + tape->device());
  if (!said) return said;
  return fmt::format("{}: {}", request.host.string(), *said);
}

Expected<std::string> getFile(Debugger& debugger, Console& console, TerminalLines& lines, const CarryRequest& request) {
  if (auto good = checkName(request.tenex); !good) return tl::unexpected(good.error());
  std::error_code ignored;
  if (std::filesystem::exists(request.host, ignored))
    return fail(request.host.string(), "exists already", fmt::format("get {} NEWFILE", request.tenex));
  const auto folder = TemporaryFolder::make("get");
  if (!folder) return tl::unexpected(folder.error());
  const std::filesystem::path file = folder->path() / "get.tap";
  auto tape = ScratchTape::mount(debugger, file);
  if (!tape) return tl::unexpected(tape.error());
  const auto said = tapeCommand(debugger, console, lines, request, tape->device() + "=" + request.tenex);
  if (!said) return said;
  if (auto done = tape->remove(); !done) return tl::unexpected(done.error());
  const auto contents = readTapeFile(file);
  if (!contents) return tl::unexpected(contents.error());
  if (auto written = writeHost(request, *contents); !written) return tl::unexpected(written.error());
  return fmt::format("{}: {}", request.host.string(), *said);
}

}  // namespace utah10
