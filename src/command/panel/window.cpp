#include "command/panel/window.hpp"

#if UTAH10_SDL2

#include <SDL.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "command/panel/strike_sound.hpp"

namespace utah10 {

namespace {

struct KeyMeaning {
  SDL_Keycode key;
  WindowKey meaning;
};
constexpr KeyMeaning kKeys[] = {
    {SDLK_LEFT, WindowKey::Left},      {SDLK_RIGHT, WindowKey::Right},   {SDLK_UP, WindowKey::Up},
    {SDLK_DOWN, WindowKey::Down},      {SDLK_TAB, WindowKey::Next},      {SDLK_RETURN, WindowKey::Press},
    {SDLK_KP_ENTER, WindowKey::Press}, {SDLK_ESCAPE, WindowKey::Leave},  {SDLK_F2, WindowKey::Teletype},
    {SDLK_F3, WindowKey::Printer},     {SDLK_F4, WindowKey::Tape},       {SDLK_F5, WindowKey::Sound},
    {SDLK_PAGEUP, WindowKey::More},    {SDLK_PAGEDOWN, WindowKey::Less},
};

// A teletype's RUB OUT, and control characters: SDL gives no text for them.
std::string controlText(const SDL_Keysym& key) {
  if (key.sym == SDLK_RETURN || key.sym == SDLK_KP_ENTER) return "\r";
  if (key.sym == SDLK_BACKSPACE || key.sym == SDLK_DELETE) return "\177";
  if ((key.mod & KMOD_CTRL) != 0 && key.sym >= SDLK_a && key.sym <= SDLK_z)
    return std::string(1, static_cast<char>(key.sym - SDLK_a + 1));
  return {};
}

// Shift makes another key of it.
WindowKey shifted(WindowKey key) {
  switch (key) {
    case WindowKey::Next:
      return WindowKey::Previous;
    case WindowKey::Teletype:
      return WindowKey::TeletypeWindow;
    case WindowKey::Printer:
      return WindowKey::PrinterWindow;
    case WindowKey::Tape:
      return WindowKey::TapeWindow;
    default:
      return key;
  }
}

// For which window an event is; 0: for none in particular, as the end of the program, or a key while none has the
// focus.
std::uint32_t addressee(const SDL_Event& e) {
  switch (e.type) {
    case SDL_WINDOWEVENT:
      return e.window.windowID;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
      return e.button.windowID;
    case SDL_MOUSEWHEEL:
      return e.wheel.windowID;
    case SDL_TEXTINPUT:
      return e.text.windowID;
    case SDL_KEYDOWN:
      return e.key.windowID;
    default:
      return 0;
  }
}

// At which such a picture fits the screen, with room for the frame of its window.
double scaleFor(double width, double height) {
  SDL_Rect screen{0, 0, static_cast<int>(width), static_cast<int>(height)};
  SDL_GetDisplayUsableBounds(0, &screen);
  return std::min(screen.w * .97 / width, screen.h * .93 / height);
}

// How many pixels a unit of the picture takes on a dense screen of the X Window System, whose units are its pixels; the
// windows of other systems are in units of their own. GDK_SCALE is what desktops tell their programs.
double density() {
  const char* driver = SDL_GetCurrentVideoDriver();
  if (driver == nullptr || std::string_view{driver} != "x11") return 1;
  if (const char* scale = std::getenv("GDK_SCALE")) return std::clamp(std::atof(scale), 1.0, 4.0);
  constexpr float kOrdinary = 96;  // dots per inch
  float dots = 0;
  if (SDL_GetDisplayDPI(0, &dots, nullptr, nullptr) != 0) return 1;
  return std::clamp(std::floor(static_cast<double>(dots / kOrdinary) * 4) / 4, 1.0, 4.0);
}

class SdlWindow final : public PanelWindow {
 public:
  SdlWindow(SDL_Window* window) : window_(window) { SDL_StartTextInput(); }
  ~SdlWindow() override {
    if (audio_ != 0) SDL_CloseAudioDevice(audio_);
    SDL_DestroyWindow(window_);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
  }

  std::vector<WindowEvent> events() override {
    std::vector<WindowEvent> all;
    std::vector<SDL_Event> others;  // SDL has one queue for all windows
    SDL_Event e;
    while (SDL_PollEvent(&e) != 0) {
      const std::uint32_t to = addressee(e);
      if (to == 0 || to == SDL_GetWindowID(window_))
        translate(e, all);
      else if (SDL_GetWindowFromID(to) != nullptr)
        others.push_back(e);
    }
    SDL_PeepEvents(others.data(), static_cast<int>(others.size()), SDL_ADDEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT);
    return all;
  }
  PixelMemory memory() const override {
    const SDL_Surface* s = surface();
    if (s == nullptr) return {};
    const bool ours = s->format->format == SDL_PIXELFORMAT_RGB888 && SDL_MUSTLOCK(s) == 0;
    return {ours ? static_cast<std::uint8_t*>(s->pixels) : nullptr, s->w, s->h, s->pitch};
  }

  WindowPlace place() const override {
    int x = 0, y = 0, w = 0;
    SDL_GetWindowPosition(window_, &x, &y);
    SDL_GetWindowSize(window_, &w, nullptr);
    const bool active = (SDL_GetWindowFlags(window_) & SDL_WINDOW_INPUT_FOCUS) != 0;
    return {static_cast<double>(x), static_cast<double>(y), w == 0 ? 1 : static_cast<double>(memory().width) / w,
            active};
  }

  void resize(double width, double height) override {
    int w = 0, h = 0;
    SDL_GetWindowSize(window_, &w, &h);
    const double fits = std::min(w / width, scaleFor(width, height));
    SDL_SetWindowSize(window_, static_cast<int>(width * fits), static_cast<int>(height * fits));
  }

  void show(const PixelMemory& picture, const std::vector<PixelRect>& changed) override {
    SDL_Surface* to = surface();
    if (to == nullptr || changed.empty()) return;
    const std::vector<SDL_Rect> rects = picture.at == to->pixels ? within(changed, to) : copied(picture, changed, to);
    SDL_UpdateWindowSurfaceRects(window_, rects.data(), static_cast<int>(rects.size()));
  }

  void title(const std::string& text) override { SDL_SetWindowTitle(window_, text.c_str()); }

  void strike(bool bell) override {
    if (audio_ == 0 || SDL_GetQueuedAudioSize(audio_) > kStrikeRate) return;
    const std::vector<std::int16_t> samples = bell ? bellSound() : strikeSound(strikes_++);
    SDL_QueueAudio(audio_, samples.data(), static_cast<std::uint32_t>(samples.size() * sizeof(samples[0])));
  }
  bool sound(bool on) override {
    if (!on && audio_ != 0) SDL_CloseAudioDevice(std::exchange(audio_, 0U));
    if (!on || audio_ != 0) return true;
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) return false;
    SDL_AudioSpec wanted{};
    wanted.freq = kStrikeRate;
    wanted.format = AUDIO_S16SYS;
    wanted.channels = 1;
    wanted.samples = 1024;
    audio_ = SDL_OpenAudioDevice(nullptr, 0, &wanted, nullptr, 0);
    if (audio_ != 0) SDL_PauseAudioDevice(audio_, 0);
    return audio_ != 0;
  }

 private:
  SDL_Surface* surface() const { return SDL_GetWindowSurface(window_); }

  static std::vector<SDL_Rect> within(const std::vector<PixelRect>& changed, const SDL_Surface* to) {
    std::vector<SDL_Rect> rects;
    for (const PixelRect& r : changed) {
      const SDL_Rect all{0, 0, to->w, to->h}, part{r.x, r.y, r.width, r.height};
      SDL_Rect there;
      if (SDL_IntersectRect(&all, &part, &there) == SDL_TRUE) rects.push_back(there);
    }
    return rects;
  }
  static std::vector<SDL_Rect> copied(const PixelMemory& picture, const std::vector<PixelRect>& changed,
                                      SDL_Surface* to) {
    SDL_Surface* from = SDL_CreateRGBSurfaceWithFormatFrom(picture.at, picture.width, picture.height, 32,
                                                           picture.stride, SDL_PIXELFORMAT_RGB888);
    if (from == nullptr) return {};
    std::vector<SDL_Rect> rects;
    for (const PixelRect& r : changed) {
      SDL_Rect source{r.x, r.y, r.width, r.height}, target = source;
      SDL_BlitSurface(from, &source, to, &target);
      if (target.w > 0 && target.h > 0) rects.push_back(target);
    }
    SDL_FreeSurface(from);
    return rects;
  }

  // The pointer's place in pixels, which on a dense screen are smaller than the units of its events.
  WindowEvent pointer(WindowEvent::Kind kind, int x, int y) const {
    const double dense = place().pixels;
    return {kind, x * dense, y * dense, 0, WindowKey::None, {}};
  }

  void translate(const SDL_Event& e, std::vector<WindowEvent>& all) const {
    using Kind = WindowEvent::Kind;
    if (e.type == SDL_QUIT) {
      all.push_back({Kind::Closed, 0, 0, 0, WindowKey::None, {}});
    } else if (e.type == SDL_WINDOWEVENT) {
      const auto what = e.window.event;
      if (what == SDL_WINDOWEVENT_CLOSE) all.push_back({Kind::Closed, 0, 0, 0, WindowKey::None, {}});
      if (what == SDL_WINDOWEVENT_SIZE_CHANGED || what == SDL_WINDOWEVENT_EXPOSED)
        all.push_back({Kind::Uncovered, 0, 0, 0, WindowKey::None, {}});
    } else if (e.type == SDL_MOUSEBUTTONDOWN) {
      all.push_back(pointer(Kind::PointerDown, e.button.x, e.button.y));
    } else if (e.type == SDL_MOUSEBUTTONUP) {
      all.push_back(pointer(Kind::PointerUp, e.button.x, e.button.y));
    } else if (e.type == SDL_MOUSEWHEEL) {
      int x = 0, y = 0;
      SDL_GetMouseState(&x, &y);
      all.push_back(pointer(Kind::Wheel, x, y));
      all.back().turn = e.wheel.y;
    } else if (e.type == SDL_TEXTINPUT) {
      all.push_back({Kind::Text, 0, 0, 0, WindowKey::None, e.text.text});
    } else if (e.type == SDL_KEYDOWN) {
      keyDown(e.key.keysym, all);
    }
  }

  static void keyDown(const SDL_Keysym& key, std::vector<WindowEvent>& all) {
    if (key.sym == SDLK_F10) return all.push_back({WindowEvent::Kind::Closed, 0, 0, 0, WindowKey::None, {}});
    const auto known = std::ranges::find(kKeys, key.sym, &KeyMeaning::key);
    WindowKey meaning = known == std::end(kKeys) ? WindowKey::None : known->meaning;
    if ((key.mod & KMOD_SHIFT) != 0) meaning = shifted(meaning);
    const std::string text = controlText(key);
    if (meaning == WindowKey::None && text.empty()) return;
    all.push_back({WindowEvent::Kind::Key, 0, 0, 0, meaning, text});
  }

  SDL_Window* window_;
  SDL_AudioDeviceID audio_ = 0;
  unsigned strikes_ = 0;
};

}  // namespace

Expected<std::unique_ptr<PanelWindow>> PanelWindow::open(double width, double height, const std::string& title) {
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
  SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");  // a click that gives the window the focus presses its key, too
  SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");  // a few small parts of the picture change: no work for OpenGL
  const bool beside = SDL_WasInit(SDL_INIT_VIDEO) != 0;
  if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0)
    return fail("panel", std::string{"there is no screen: "} + SDL_GetError(), "panel png FILE draws it into a file");
  const double scale = std::min(density(), scaleFor(width, height));
  const int at = beside ? static_cast<int>(SDL_WINDOWPOS_UNDEFINED) : static_cast<int>(SDL_WINDOWPOS_CENTERED);
  SDL_Window* window =
      SDL_CreateWindow(title.c_str(), at, at, static_cast<int>(width * scale), static_cast<int>(height * scale),
                       SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  if (window == nullptr) {
    const std::string why = SDL_GetError();
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    return fail("panel", "the window cannot be opened: " + why);
  }
  return std::make_unique<SdlWindow>(window);
}

}  // namespace utah10

#else

namespace utah10 {

Expected<std::unique_ptr<PanelWindow>> PanelWindow::open(double, double, const std::string&) {
  return fail("panel", "this utah10 was built without SDL2", "install libsdl2-dev and libcairo2-dev, and build again");
}

}  // namespace utah10

#endif
