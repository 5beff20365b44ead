#include "configuration/hiring_process.h"

#include "configuration/dictionary_data.h"

namespace callboard::configuration {
namespace {

using enum Stage;

constexpr std::array kDefaultSteps{
    HiringStep{in_review, "Resume Review", false},
    HiringStep{in_review, "Phone Screen", false},
    HiringStep{interview, "Hiring Manager Interview", false},
    HiringStep{interview, "Team Interview", false},
    HiringStep{interview, "Final Interview", false},
    HiringStep{offered, "Offer Extended", false},
    HiringStep{offered, "Offer Accepted", false},
};

constexpr std::array kProcesses{
    HiringProcess{"01990000-0001-7000-8000-000000000001", "Default", kDefaultSteps},
};
static_assert(data::is_ordered<HiringProcess>(kProcesses, &HiringProcess::id));

}  // namespace

std::span<const HiringProcess> hiring_processes() {
    return kProcesses;
}

const HiringProcess* find_hiring_process(std::string_view id) {
    return data::find(hiring_processes(), &HiringProcess::id, id);
}

const HiringProcess& default_hiring_process() {
    return kProcesses.front();
}

}  // namespace callboard::configuration
