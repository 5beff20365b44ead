#include "app/node_name.h"

#include <fstream>
#include <stdexcept>

#include "base/random.h"

namespace callboard::app {

std::string node_name(const std::filesystem::path& data_dir) {
    const std::filesystem::path file = data_dir / "node.id";
    std::string name;
    if (std::ifstream{file} >> name) return name;
    name = random_text(16, "abcdefghijklmnopqrstuvwxyz0123456789");
    std::ofstream out{file};
    out << name << '\n' << std::flush;
    if (!out) throw std::runtime_error("cannot write " + file.string());
    return name;
}

}  // namespace callboard::app
