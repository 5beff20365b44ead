// The password that a command sets: read from standard input, or generated.
#pragma once

#include "base/secret.h"

namespace callboard::cli {

// The first line of standard input. Throws an Error if it is not an acceptable password.
Secret password_from_standard_input();

}  // namespace callboard::cli
