// LOCAL STUB, never committed.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include "utah10/machine/machine.hpp"
namespace utah10 {
class ConsoleSet {
 public:
  explicit ConsoleSet(Machine& machine);
  ~ConsoleSet();
  void type(std::string_view keys);
  void onPrint(std::function<void(char)> f);
 private:
  struct Tty;
  std::unique_ptr<Tty> tty_;
};
}
