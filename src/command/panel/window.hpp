// A window of the panel, and its sound. The only part that uses SDL. It knows pixels, pointer and keys, not the panel.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "command/panel/drawing.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

enum class WindowKey : std::uint8_t {
  None,
  Left,
  Right,
  Up,
  Down,
  Next,
  Previous,
  Press,
  More,
  Less,
  Leave,  // Esc
  Teletype,
  Printer,
  Tape,
  TeletypeWindow,  // the page in a window of its own
  PrinterWindow,
  TapeWindow,
  Sound,
};

struct WindowEvent {
  enum class Kind : std::uint8_t { PointerDown, PointerUp, Wheel, Key, Text, Uncovered, Closed } kind = Kind::Closed;
  double x = 0, y = 0;  // of the pointer, in pixels of the picture
  int turn = 0;         // of the wheel
  WindowKey key = WindowKey::None;
  std::string text;  // typed: a character, or a control character
};

// Where the picture is, in the units of the screen; on a dense screen each is several pixels.
struct WindowPlace {
  double x = 0, y = 0;
  double pixels = 1;    // to a unit
  bool active = false;  // the window has the keyboard
};

class PanelWindow {
 public:
  // The window fits the screen; the system places one that is opened beside another. Errors: there is no screen; this
  // program was built without SDL.
  static Expected<std::unique_ptr<PanelWindow>> open(double width, double height, const std::string& title);
  virtual ~PanelWindow() = default;

  // Of this window. Every open window must be asked from time to time.
  virtual std::vector<WindowEvent> events() = 0;
  // Of the window. Another after its size has changed.
  virtual PixelMemory memory() const = 0;
  virtual WindowPlace place() const = 0;
  // Makes room for a picture of other proportions.
  virtual void resize(double width, double height) = 0;
  // `picture`: in the window's memory, or elsewhere.
  virtual void show(const PixelMemory& picture, const std::vector<PixelRect>& changed) = 0;
  void showWhole(const PixelMemory& picture) { show(picture, {{0, 0, picture.width, picture.height}}); }
  virtual void title(const std::string& text) = 0;
  // The type block of the teletype strikes; `bell`: its bell rings. Nothing if sound is off or there is none.
  virtual void strike(bool bell) = 0;
  virtual bool sound(bool on) = 0;  // false: the host has no sound
};

}  // namespace utah10
