// The priority of work that may take as long as it likes.
#pragma once

namespace callboard {

// The calling thread yields to those that answer requests.
void lower_thread_priority();

}  // namespace callboard
