#include "cli/demo/applicants.h"

#include <algorithm>
#include <utility>

#include "cli/demo/turnout.h"

namespace callboard::cli::demo {
namespace {

using candidates::Status;

// Assigns applicants to courses, which are ordered oldest first.
class Casting {
  public:
    Casting(const std::vector<Course>& courses, Dice& dice) : courses_(courses), dice_(dice) {}

    std::vector<Applicant> run() {
        for (std::size_t number = 0; number < courses_.size(); ++number) {
            Applicant* known = transferred_to(number);
            if (!known && people_.size() >= people_due(number)) known = returning_for(number);
            assign(number, known);
        }
        return std::move(people_);
    }

  private:
    // The number of applicants when this course begins; reaches the total at the last course.
    std::size_t people_due(std::size_t number) const {
        constexpr std::size_t kPeople = kCandidates - kInPool;
        return std::min(kPeople, number * kPeople / courses_.size() + 1);
    }

    void assign(std::size_t number, Applicant* person) {
        if (!person) {
            person = &people_.emplace_back(kJobs.at(courses_.at(number).job).department,
                                           std::vector<std::size_t>{});
        }
        person->courses.push_back(number);
    }

    std::vector<Applicant*> those(auto condition) {
        std::vector<Applicant*> found;
        for (Applicant& person : people_)
            if (condition(person)) found.push_back(&person);
        return found;
    }

    const Course& last(const Applicant& person) const { return courses_.at(person.courses.back()); }

    bool may_apply(const Applicant& person, const Course& course) const {
        constexpr std::size_t kMost = 3;
        const auto rules_out = [&](std::size_t number) {
            const Course& before = courses_.at(number);
            return before.job == course.job || before.outcome == Status::hired ||
                   before.outcome == Status::offered;
        };
        return person.courses.size() < kMost && std::ranges::none_of(person.courses, rules_out);
    }

    Applicant* transferred_to(std::size_t number) {
        const Course& course = courses_.at(number);
        if (course.outcome != Status::lead) return nullptr;
        const auto found = those([&](const Applicant& person) {
            return last(person).outcome == Status::transferred && last(person).ended() >= course.begun &&
                   may_apply(person, course);
        });
        return found.empty() ? nullptr : dice_.pick(found);
    }

    Applicant* returning_for(std::size_t number) {
        const Course& course = courses_.at(number);
        const std::size_t department = kJobs.at(course.job).department;
        const auto found = those([&](const Applicant& person) {
            return person.department == department && last(person).outcome != Status::transferred &&
                   may_apply(person, course);
        });
        return found.empty() ? nullptr : dice_.pick(found);
    }

    const std::vector<Course>& courses_;
    Dice& dice_;
    std::vector<Applicant> people_;
};

}  // namespace

std::vector<Applicant> applicants(const std::vector<Course>& courses, Dice& dice) {
    return Casting{courses, dice}.run();
}

}  // namespace callboard::cli::demo
