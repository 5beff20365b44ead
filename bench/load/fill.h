// What a program does that fills a new SQLite database: PROGRAM DATA_DIR HOW_MANY.
#pragma once

#include <cstdlib>

#include "app/store.h"

namespace callboard::bench {

// `Filler` is made of a store and a number; it runs, and tells what a measure has to know.
template <class Filler>
int fill(int argc, char** argv) {
    if (argc != 3) return 2;
    settings::Settings settings;
    settings.data_dir = argv[1];
    settings.log_level = "error";
    app::Store store{settings, 1, app::StoreMode::create};
    Filler filler{store, std::atoi(argv[2])};
    filler.run();
    filler.tell();
    return 0;
}

}  // namespace callboard::bench
