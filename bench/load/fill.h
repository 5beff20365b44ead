// The main function of programs that fill a new SQLite database: PROGRAM DATA_DIR COUNT.
#pragma once

#include <cstdlib>

#include "app/store.h"

namespace callboard::bench {

// `Filler` is constructed with a store and a number; it fills the store and prints what a measure needs, as
// JSON.
template <class Filler>
int fill(int argc, char** argv) {
    if (argc != 3) return 2;
    settings::Settings settings;
    settings.data_dir = argv[1];
    settings.log_level = "error";
    app::Store store{settings, 1, app::StoreMode::create};
    Filler filler{store, std::atoi(argv[2])};
    filler.run();
    filler.print_summary();
    return 0;
}

}  // namespace callboard::bench
