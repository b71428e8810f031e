#include "lab/table.h"

#include <windows.h>

namespace lab {

size_t terminal_columns() {
  CONSOLE_SCREEN_BUFFER_INFO screen;
  const bool known = GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &screen);
  return known ? static_cast<size_t>(screen.srWindow.Right - screen.srWindow.Left + 1) : 0;
}

}  // namespace lab
