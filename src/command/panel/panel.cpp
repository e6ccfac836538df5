// The panel between the slices of a run and at the prompt. What the user does in its window is in panel_input.cpp.
#include "command/panel/panel.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "command/console/console.hpp"
#include "command/console/terminal.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/run_request.hpp"
#include "command/debug/running.hpp"
#include "command/panel/panel_parts.hpp"

namespace utah10 {

namespace {

constexpr std::chrono::milliseconds kFrame{40};
// Of a machine that runs as fast as it can, the panel takes at most one part in so many: it draws less often on a host
// on which drawing takes long.
constexpr std::clock_t kSharePerFrame = 100;
constexpr std::chrono::milliseconds kLongestFrame{1000};
constexpr std::chrono::milliseconds kPressShown{120};
// While the window is open, so that what is looked at between slices is looked at often.
constexpr Duration kSlice = milliseconds(10);
// Presses by REPEAT in a frame; more would leave no time to look.
constexpr int kMostPresses = 200;

}  // namespace

Panel::Panel(Debugger& debugger, Console& console) : debugger_(debugger), console_(console) {}

Panel::~Panel() {
  if (parts_) debugger_.attendBy(inner_);
}

Panel::Parts& Panel::parts() {
  if (parts_) return *parts_;
  parts_ = std::make_unique<Parts>(debugger_);
  inner_ = debugger_.attendant();
  debugger_.attendBy(this);
  return *parts_;
}

PanelModel& Panel::model() { return parts().model; }
PanelControls& Panel::controls() { return parts().controls; }

Expected<void> Panel::open() {
  if (window_) return {};
  if (!PanelDrawing::possible())
    return fail("panel", "this utah10 was built without cairo",
                "install libsdl2-dev and libcairo2-dev, and build again");
  auto window = PanelWindow::open(PanelLayout::kWidth, PanelDrawing::heightOf(page_ != PageKind::None), "utah10 panel");
  if (!window) return tl::unexpected(window.error());
  openIn(std::move(*window), PanelAccess::open(controls(), model(), parts().layout));
  return {};
}

void Panel::openIn(std::unique_ptr<PanelWindow> window, std::unique_ptr<PanelAccess> access) {
  parts();
  window_ = std::move(window);
  access_ = std::move(access);
  struck_ = console_.transcript().length();
  if (soundOn_) window_->sound(true);
  makeDrawing();
  focus_.reset();
  focusOn(controls().idOf(PanelKey::Continue));
  redraw();
}

void Panel::close() {
  access_.reset();
  pages_.clear();
  drawing_.reset();
  window_.reset();
}

void Panel::makeDrawing() {
  const bool page = page_ != PageKind::None;
  drawnFor_ = window_->memory();
  const double scale = scaleIn(drawnFor_, PanelLayout::kWidth, PanelDrawing::heightOf(page));
  drawing_ = std::make_unique<PanelDrawing>(parts().layout, controls().all(), scale, page, drawnFor_);
  pageShown_ = {};
}

void Panel::showAll() {
  if (window_->memory() != drawnFor_) return makeDrawing();
  window_->showWhole(drawing_->pixels());
}

PanelDrawing::Look Panel::look() {
  PanelDrawing::Look look{&model().levels(), {}, window_ ? focus_ : std::nullopt, held_, {}, &pageShown_};
  for (ControlId id = 0; id < controls().all().size(); ++id) look.positions.push_back(controls().position(id));
  if (window_) look.status = focusText();
  pageShown_ = pageNow(page_, page_ == PageKind::Teletype ? kTeletypeLines : kPrinterLines);
  if (page_ == PageKind::Teletype && window_ && typing_)
    pageShown_.caption += ": THE KEYBOARD IS THE TELETYPE'S; ESC GIVES IT BACK";
  return look;
}

Page Panel::pageNow(PageKind kind, std::size_t lines) {
  constexpr std::size_t kShown = 4096;
  const Transcript& printed = console_.transcript();
  switch (kind) {
    case PageKind::Teletype:
      return teletypePage(printed.since(printed.length() - std::min(printed.length(), kShown)), lines);
    case PageKind::Printer:
      return printerPage(debugger_, lines);
    case PageKind::Tape:
      return tapePage(debugger_);
    case PageKind::None:
      break;
  }
  return {};
}

void Panel::redraw() {
  model().frame();
  if (window_->memory() != drawnFor_) makeDrawing();
  if (!heldByPointer_ && std::chrono::steady_clock::now() - pressed_ > kPressShown) held_.reset();
  const std::vector<PixelRect>& changed = drawing_->draw(look());
  window_->show(drawing_->pixels(), changed);
  tellClients();
  strikeNew();
}

void Panel::tellClients() {
  if (!access_) return;
  const WindowPlace at = window_->place();
  PanelAccess::Shown shown{at.x, at.y, drawing_->scale() / at.pixels, at.active, running_, focus_, {}};
  for (const auto& page : pages_) shown.pages.push_back(page->shown());
  access_->show(shown);
}

void Panel::strikeNew() {
  const Transcript& printed = console_.transcript();
  for (const char c : printed.since(std::min(struck_, printed.length())))
    if (window_ && (c > ' ' || c == '\a')) window_->strike(c == '\a');
  struck_ = printed.length();
}

Expected<void> Panel::writePng(const std::filesystem::path& file, double scale) {
  if (!PanelDrawing::possible())
    return fail(file.string(), "this utah10 was built without cairo", "install libcairo2-dev, and build again");
  model().frame();
  PanelDrawing drawing{parts().layout, controls().all(), scale, page_ != PageKind::None};
  PanelDrawing::Look l = look();
  l.focus.reset();
  l.status =
      fmt::format("virtual time {:.3f} s", static_cast<double>((debugger_.machine().now() - kPowerOn).count()) / 1e9);
  drawing.draw(l);
  return drawing.writePng(file);
}

// Takes what the user has done, and draws a frame, if one is due.
void Panel::turn() {
  const auto now = std::chrono::steady_clock::now();
  if (!window_ || now - asked_ < kFrame) return;
  asked_ = now;
  const std::clock_t began = std::clock();
  const bool fullSpeed = running_ && !(inner_ != nullptr && inner_->longestSlice());
  if (fullSpeed && began - parts().drawnAt < kSharePerFrame * parts().drawingTook && now - drawn_ < kLongestFrame)
    return;
  drawn_ = now;
  takeAndDraw(now);
  parts().drawnAt = std::clock();
  parts().drawingTook = parts().drawnAt - began;
}

void Panel::takeAndDraw(HostTime now) {
  for (const WindowEvent& event : window_->events()) {
    take(event);
    if (!window_) return;
  }
  servePages();
  if (!running_) repeat(now);
  if (window_) redraw();
}

bool Panel::serveStopped() {
  if (!window_) return false;
  running_ = false;
  ran_ = false;
  performWaiting();
  takeWishes();
  turn();
  return ran_;
}

void Panel::serveUntilClosed(std::optional<Duration> longest) {
  const auto began = std::chrono::steady_clock::now();
  while (window_ && !console_.terminal().gone()) {
    serveStopped();
    std::this_thread::sleep_for(std::chrono::milliseconds{10});
    if (longest && std::chrono::steady_clock::now() - began > *longest) return;
  }
}

// The key that was pressed last, again and again while REPEAT is on.
void Panel::repeat(HostTime now) {
  const auto interval = controls().repeatInterval();
  if (!interval || !last_) return;
  for (int n = 0; n < kMostPresses && now - pressed_ >= *interval; ++n) {
    pressed_ = *interval == interval->zero() && n + 1 == kMostPresses ? now : pressed_ + *interval;
    perform(*last_);
    if (!controls().repeatInterval()) return;
  }
  if (now - pressed_ > std::chrono::seconds(1)) pressed_ = now;
}

void Panel::press(ControlId id) {
  if (controls().all()[id].kind == ControlKind::Key) return perform(static_cast<PanelKey>(controls().all()[id].place));
  act(id);
}

void Panel::perform(PanelKey key) {
  const bool runs = key == PanelKey::Start || key == PanelKey::Continue || key == PanelKey::ReadIn;
  const Switches& s = debugger_.cpu().switches();
  const bool steps = s.singleInstruction || s.singleCycle;
  if (runs && !steps && window_ && console_.interactive) report(controls().all()[controls().idOf(key)].legend);
  const auto outcome = controls().press(key);
  running_ = false;
  if (outcome && !steps) reportRun(debugger_, console_, *outcome, {});
  ran_ = ran_ || (outcome && !steps);
}

// On a line of its own: the prompt may stand on the present one.
void Panel::report(const std::string& what) {
  if (!ran_ && window_) console_.write("\n");
  console_.say("panel: {}", what);
  ran_ = true;
}

void Panel::runBegins(bool open) {
  running_ = true;
  if (inner_ != nullptr) inner_->runBegins(open);
}

std::optional<Duration> Panel::longestSlice() const {
  const auto longest = inner_ != nullptr ? inner_->longestSlice() : std::nullopt;
  return window_ && longest ? std::min(*longest, kSlice) : longest;
}

void Panel::sliceEnded() {
  if (inner_ != nullptr) inner_->sliceEnded();
  model().sample();
}

bool Panel::stopAsked() const { return !waiting_.empty() || (inner_ != nullptr && inner_->stopAsked()); }

void Panel::serve() {
  if (inner_ != nullptr) inner_->serve();
  takeWishes();
  turn();
  if (!keys_.empty()) debugger_.recorder().input({RecordedInputKind::Keys, "tty", std::exchange(keys_, {})});
}

bool Panel::goesOn() {
  if (waiting_.empty()) return inner_ != nullptr && inner_->goesOn();
  return performWaiting();
}

// The machine stands still for what the user has done; true: it may run on.
bool Panel::performWaiting() {
  bool on = true;
  for (const Waiting& w : std::exchange(waiting_, {})) {
    const PanelControl& c = controls().all()[w.control];
    if (c.kind != ControlKind::Key) {
      controls().set(w.control, w.position);
      continue;
    }
    const auto key = static_cast<PanelKey>(c.place);
    on = on && PanelControls::whileRunning(key) != PanelControls::WhileRunning::Stops;
    controls().press(key);
  }
  return on;
}

bool Panel::sound(bool on) {
  soundOn_ = on;
  return window_ == nullptr || window_->sound(on);
}

}  // namespace utah10
