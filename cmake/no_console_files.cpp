// The files of the console in a program without it (CALLBOARD_CONSOLE=OFF), and in the test of that.
#include "base/embedded.h"

namespace callboard::pages {

std::span<const EmbeddedFile> console_files() {
    return {};
}

}  // namespace callboard::pages
