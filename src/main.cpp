#include "cli/cli.h"

int main(int argc, char** argv) {
    return callboard::cli::run(argc, argv);
}
