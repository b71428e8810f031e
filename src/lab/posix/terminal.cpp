#include "lab/table.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace lab {

size_t terminal_columns() {
  winsize size{};
  const bool known = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  return known ? size.ws_col : 0;
}

}  // namespace lab
