#include "command/panel/accessible.hpp"

#if UTAH10_ATK

#include <atk-bridge.h>
#include <atk/atk.h>
#include <dbus/dbus.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <utility>

#include "command/panel/accessible_tree.hpp"

namespace utah10 {

namespace {

// A client asks one question after another: the next one is awaited for so long, and so long they are answered at once.
constexpr std::chrono::microseconds kNextQuestion{1500}, kPause{150};
constexpr std::chrono::milliseconds kMostOfAnswers{20};

bool isSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// Without the variable, libdbus would start a bus of its own.
bool hasSessionBus() {
  if (isSet("DBUS_SESSION_BUS_ADDRESS")) return true;
  std::error_code none;
  return isSet("XDG_RUNTIME_DIR") &&
         std::filesystem::is_socket(std::filesystem::path{std::getenv("XDG_RUNTIME_DIR")} / "bus", none);
}

// Whether the desktop has started its accessibility bus. Asking for its address would start it.
bool hasAccessibilityBus() {
  if (isSet("AT_SPI_BUS_ADDRESS")) return true;
  if (!hasSessionBus()) return false;
  DBusError error;
  dbus_error_init(&error);
  DBusConnection* bus = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
  bool has = false;
  if (bus != nullptr) {
    dbus_connection_set_exit_on_disconnect(bus, FALSE);
    has = dbus_bus_name_has_owner(bus, "org.a11y.Bus", &error) == TRUE;
    dbus_connection_close(bus);
    dbus_connection_unref(bus);
  }
  dbus_error_free(&error);
  return has;
}

// ATK asks a class, which has no room for a pointer, for the application; GObject keeps it with the type.
GQuark rootKey() { return g_quark_from_static_string("utah10-panel"); }
AtkObject* root() { return static_cast<AtkObject*>(g_type_get_qdata(ATK_TYPE_UTIL, rootKey())); }
const gchar* toolkit() { return "utah10"; }
const gchar* version() { return "1"; }

void setRoot(AtkObject* application) {
  auto* util = static_cast<AtkUtilClass*>(g_type_class_ref(ATK_TYPE_UTIL));
  util->get_root = root;
  util->get_toolkit_name = toolkit;
  util->get_toolkit_version = version;
  g_type_class_unref(util);
  g_type_set_qdata(ATK_TYPE_UTIL, rootKey(), application);
}

class AtkPanelAccess final : public PanelAccess {
 public:
  AtkPanelAccess(const PanelControls& controls, const PanelModel& model, const PanelLayout& layout)
      : tree_(controls, model, layout) {
    setRoot(tree_.application());
    for (ControlId id = 0; id < controls.all().size(); ++id) positions_.push_back(controls.position(id));
  }
  ~AtkPanelAccess() override {
    if (connected_) atk_bridge_adaptor_cleanup();
    setRoot(nullptr);
  }

  bool connect() {
    connected_ = atk_bridge_adaptor_init(nullptr, nullptr) == 0;
    return connected_;
  }

  std::vector<Wish> serve() override {
    const auto began = std::chrono::steady_clock::now();
    auto answered = began;
    bool any = false;
    do {
      if (g_main_context_iteration(nullptr, FALSE) != FALSE) {
        any = true;
        answered = std::chrono::steady_clock::now();
      } else if (any) {
        std::this_thread::sleep_for(kPause);
      }
    } while (any && awaitsMore(began, answered));
    return std::exchange(tree_.wishes, {});
  }

  void show(const Shown& shown) override {
    const Shown before = std::exchange(tree_.shown, shown);
    if (before.active != shown.active) {
      g_signal_emit_by_name(tree_.window(), shown.active ? "activate" : "deactivate");
      atk_object_notify_state_change(tree_.window(), ATK_STATE_ACTIVE, shown.active ? TRUE : FALSE);
    }
    const auto from = focused(before), to = focused(shown);
    if (from != to) {
      if (from) atk_object_notify_state_change(tree_.item(*from), ATK_STATE_FOCUSED, FALSE);
      if (to) atk_object_notify_state_change(tree_.item(*to), ATK_STATE_FOCUSED, TRUE);
    }
    for (ControlId id = 0; id < positions_.size(); ++id) tellPosition(id);
    tree_.showPages(shown.pages);
  }

 private:
  using HostTime = std::chrono::steady_clock::time_point;
  static bool awaitsMore(HostTime began, HostTime answered) {
    const HostTime now = std::chrono::steady_clock::now();
    return now - answered < kNextQuestion && now - began < kMostOfAnswers;
  }
  static std::optional<ControlId> focused(const Shown& shown) { return shown.active ? shown.focus : std::nullopt; }

  void tellPosition(ControlId id) {
    const unsigned now = tree_.controls.position(id);
    if (std::exchange(positions_[id], now) == now) return;
    if (tree_.controls.all()[id].kind == ControlKind::Knob)
      g_object_notify(G_OBJECT(tree_.item(id)), "accessible-value");
    else
      atk_object_notify_state_change(tree_.item(id), ATK_STATE_CHECKED, now != 0 ? TRUE : FALSE);
  }

  AccessibleTree tree_;
  std::vector<unsigned> positions_;  // as clients know them
  bool connected_ = false;
};

}  // namespace

std::unique_ptr<PanelAccess> PanelAccess::open(const PanelControls& controls, const PanelModel& model,
                                               const PanelLayout& layout) {
  if (!hasAccessibilityBus()) return nullptr;
  auto access = std::make_unique<AtkPanelAccess>(controls, model, layout);
  if (!access->connect()) return nullptr;
  return access;
}

}  // namespace utah10

#else

namespace utah10 {

std::unique_ptr<PanelAccess> PanelAccess::open(const PanelControls&, const PanelModel&, const PanelLayout&) {
  return nullptr;
}

}  // namespace utah10

#endif
