#include "app/doctor.h"

#include "app/doctor_checks.h"

namespace callboard::app {

std::vector<Check> diagnose(const settings::Settings& settings) {
    std::vector<Check> checks;
    check_files(settings, checks);
    check_database(settings, checks);
    check_network(settings, checks);
    return checks;
}

}  // namespace callboard::app
